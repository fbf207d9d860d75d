import { useQueries } from '@tanstack/react-query';
import type { JobKind } from '#schemas/notification/job.ts';
import type { TargetHealth } from '#schemas/notification/target-health.ts';
import { listMailHealth } from '#schemas/settings/mail/routes.ts';
import { listTrapHealth } from '#schemas/settings/snmp/routes.ts';
import { listWebhookHealth } from '#schemas/settings/webhook/routes.ts';
import type { QueryState } from '../api/panel-state-of.ts';
import { missingPermission } from '../permission/missing-permission.ts';
import { routeQuery } from '../query/route-query.ts';
import { useSession } from '../session/session.ts';

/** Retries wait up to five minutes: more often would show nothing new. */
const REFRESH_MS = 30_000;

/** The kinds of targets, with the call with the state of each. */
export const healthCalls = {
  webhook: listWebhookHealth,
  trap: listTrapHealth,
  mail: listMailHealth,
} as const;
const kinds = ['webhook', 'trap', 'mail'] as const satisfies readonly JobKind[];

export interface KnownTarget extends TargetHealth {
  readonly kind: JobKind;
}

/** Whether the targets deliver, of the kinds that the user can read. */
export function useTargetHealth(): {
  /** Of the kinds that are read. */
  readonly targets: readonly KnownTarget[];
  /** The call to report on: a failed one, otherwise one that is loading. Undefined if the user can read no kind. */
  readonly query: QueryState | undefined;
} {
  const session = useSession();
  const read = kinds.filter((kind) => missingPermission(session, healthCalls[kind]) === undefined);
  const queries = useQueries({
    queries: read.map((kind) => ({ ...routeQuery(healthCalls[kind]), refetchInterval: REFRESH_MS })),
  });
  const failed = queries.find(({ isError }) => isError);
  const waiting = queries.find(({ data }) => data === undefined);
  return {
    targets: queries.flatMap(({ data }, at) =>
      (data?.targets ?? []).map((target) => ({ ...target, kind: read[at] ?? 'webhook' })),
    ),
    query: failed ?? waiting ?? queries[0],
  };
}
