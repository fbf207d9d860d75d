import { useQuery } from '@tanstack/react-query';
import type { DeliveryTestResult } from '#schemas/notification/delivery.ts';
import type { JobKind } from '#schemas/notification/job.ts';
import { targetStates } from '#schemas/notification/target-health.ts';
import { listAlarmMails, testAlarmMail } from '#schemas/settings/mail/routes.ts';
import { listTrapReceivers, testTrapReceiver } from '#schemas/settings/snmp/routes.ts';
import { listWebhooks, testWebhook } from '#schemas/settings/webhook/routes.ts';
import type { NamedService } from '#schemas/settings/webhook/service/webhook-service.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import { call } from '#web/kernel/api/call.ts';
import { type KnownTarget, useTargetHealth } from '#web/kernel/notification/target-health-queries.ts';
import { missingPermission, type PermissionCall } from '#web/kernel/permission/missing-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { type NotificationTarget, draftOfTarget } from '../target/notification-target.ts';
import type { FilterChoices, TargetFilter } from '../target/use-filter-text.ts';
import type { SettingsTab } from '../settings-search.ts';

/** A target of any kind. What its own tab lists is undefined until it is read. */
export interface TargetRow extends KnownTarget {
  readonly filter: TargetFilter | undefined;
  readonly choices: FilterChoices | undefined;
  /** Of a webhook that calls a service known by name. */
  readonly service: NamedService | undefined;
  readonly test: (() => Promise<DeliveryTestResult>) | undefined;
}

/** The tab that edits a kind of target. */
export const tabOfKind = { webhook: 'webhooks', trap: 'traps', mail: 'smtp' } as const satisfies Record<
  JobKind,
  SettingsTab
>;

/** The call that tests a kind of target; its contract states the permission. */
export const testOfKind: Readonly<Record<JobKind, PermissionCall>> = {
  webhook: testWebhook,
  trap: testTrapReceiver,
  mail: testAlarmMail,
};

/** Identifies a target among all kinds. */
export const targetKeyOf = ({ kind, id }: Pick<KnownTarget, 'kind' | 'id'>): string =>
  `${kind}-${String(id)}`;

/** Orders targets by trouble: failing ones first, the longest first, then by name. */
export function byTrouble(one: KnownTarget, other: KnownTarget): number {
  const rank = targetStates.indexOf(one.state) - targetStates.indexOf(other.state);
  if (rank !== 0) return rank;
  const since = (one.failingSince ?? 0) - (other.failingSince ?? 0);
  return since === 0 ? compareNames(one.name, other.name) : since;
}

type Listed = NotificationTarget & TargetFilter;
type Lists = Readonly<Record<JobKind, Pick<TargetRow, 'choices'> & { readonly of: readonly Listed[] }>>;

/** Sends a test to a target as it is stored. */
function useTests(): Readonly<Record<JobKind, (id: number) => TargetRow['test']>> & {
  readonly lists: Lists;
  readonly serviceOf: (webhook: number) => NamedService | undefined;
} {
  const session = useSession();
  const enabled = (list: PermissionCall): boolean => missingPermission(session, list) === undefined;
  const webhooks = useQuery({ ...routeQuery(listWebhooks), enabled: enabled(listWebhooks) }).data;
  const traps = useQuery({ ...routeQuery(listTrapReceivers), enabled: enabled(listTrapReceivers) }).data;
  const mails = useQuery({ ...routeQuery(listAlarmMails), enabled: enabled(listAlarmMails) }).data;
  return {
    lists: {
      webhook: { choices: webhooks, of: webhooks?.webhooks ?? [] },
      trap: { choices: traps, of: traps?.receivers ?? [] },
      mail: { choices: mails, of: mails?.mails ?? [] },
    },
    serviceOf(id) {
      const service = webhooks?.webhooks.find((one) => one.id === id)?.service;
      return service === 'custom' ? undefined : service;
    },
    webhook: (id) => {
      const stored = webhooks?.webhooks.find((one) => one.id === id);
      return stored && (() => call(testWebhook, { body: { webhook: draftOfTarget(stored), id } }));
    },
    trap: (id) => {
      const stored = traps?.receivers.find((one) => one.id === id);
      return stored && (() => call(testTrapReceiver, { body: { receiver: draftOfTarget(stored), id } }));
    },
    mail: (id) => {
      const stored = mails?.mails.find((one) => one.id === id);
      return stored && (() => call(testAlarmMail, { body: draftOfTarget(stored) }));
    },
  };
}

/** The targets of the kinds that the user can read, those in trouble first. */
export function useTargetRows() {
  const { targets, query } = useTargetHealth();
  const { lists, serviceOf, ...tests } = useTests();
  const rows = targets.toSorted(byTrouble).map((target): TargetRow => {
    const { of, choices } = lists[target.kind];
    const listed = of.find(({ id }) => id === target.id);
    const service = target.kind === 'webhook' ? serviceOf(target.id) : undefined;
    return { ...target, filter: listed, choices, service, test: tests[target.kind](target.id) };
  });
  return { rows, query };
}
