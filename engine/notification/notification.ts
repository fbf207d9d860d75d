import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Reloadable } from '#platform/live-config/watch-config.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { readRenderedFile } from '#platform/rendering/rendered-files.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { streams } from '#schemas/bus/stream.ts';
import type { JobKind } from '#schemas/notification/job.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { NotificationSettings } from './configuration/settings.ts';
import { testResponder } from './delivery/test-responder.ts';
import { streamWatch } from './stream/stream-watch.ts';
import { workers } from './delivery/workers.ts';
import { leasedDispatchers } from './dispatch/leased-dispatchers.ts';
import type { GroupingRule } from './dispatch/open-window.ts';
import type { DkimKey } from './mail/dkim-key.ts';
import { mailDeliverer } from './mail/mail-deliverer.ts';
import type { NotificationMetrics } from './notification-metrics.ts';
import type { SenderEngine } from './snmp-trap/sender-engine.ts';
import { trapDeliverer } from './snmp-trap/trap-deliverer.ts';
import type { Resolve } from '#platform/outbound/find-address.ts';
import { networkList } from '#platform/outbound/internal-address.ts';
import { NotificationThreads } from './webhook/notification-threads.ts';
import { webhookDeliverer } from './webhook/webhook-deliverer.ts';

export interface NotificationNeeds {
  readonly bus: Bus;
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly metrics: NotificationMetrics;
  /** Unique name of this process. */
  readonly process: string;
  readonly partitions: number;
  readonly rule: GroupingRule;
  readonly maxAgeMs: number;
  /** Full streams are reported as clear after this time without a rejection; a minute by default. */
  readonly calmMs?: number;
  readonly ackWaitMs: number;
  readonly webhookTimeoutMs: number;
  /** Address of the console, for links in notifications. */
  readonly publicUrl?: string | undefined;
  /** Networks that may be called although they are internal. */
  readonly allowedNetworks: Readonly<Record<JobKind, readonly string[]>>;
  readonly resolve: Resolve;
  readonly enterprise: string;
  /** Signs mails; absent: the mail server may. */
  readonly dkim?: DkimKey | undefined;
  /** Opens the sealed secrets of targets. */
  readonly secrets: Pick<SecretBox, 'open'>;
}

/** Loaded at start and kept current. */
export interface NotificationConfiguration {
  readonly inventory: { readonly current: Inventory };
  readonly settings: Pick<Reloadable<NotificationSettings>, 'current' | 'reload'>;
  readonly silences: { readonly current: readonly Silence[] };
  readonly engine: SenderEngine;
}

const WORDS = 2 ** 32;

/**
 * The components of the notification process: those that deliver jobs start before those that create them.
 */
export function notificationComponents(
  needs: NotificationNeeds,
  { inventory, settings, silences, engine }: NotificationConfiguration,
): readonly Component[] {
  const { clock, ids, resolve, allowedNetworks, webhookTimeoutMs, enterprise, secrets } = needs;
  const { webhook, trap, mail } = allowedNetworks;
  const http = { clock, resolve, allowed: networkList(webhook), timeoutMs: webhookTimeoutMs };
  const snmp = { engine, enterprise, resolve, allowed: networkList(trap) };
  const smtp = { resolve, allowed: networkList(mail), dkim: needs.dkim };
  const subjectsOf = (filter: string): Promise<readonly string[]> =>
    needs.bus.subjectsOf(streams.jobs.name, filter);
  const threads = new NotificationThreads(needs);
  const deliverers = {
    webhook: webhookDeliverer({ ...http, settings, secrets, threads }),
    trap: trapDeliverer({ ...snmp, settings, secrets }),
    mail: mailDeliverer({
      ...smtp,
      settings,
      secrets,
      subjectsOf,
      readFile: (file) => readRenderedFile(needs.db, file),
    }),
  };
  const random = (): number => ids.bytes(4).readUInt32BE() / WORDS;
  return [
    workers({ ...needs, deliverers, threads, random }),
    leasedDispatchers({ ...needs, inventory, settings, silences }),
    streamWatch({ ...needs, settings }),
    testResponder({ ...needs, http, threads, snmp, smtp, settings }),
  ];
}
