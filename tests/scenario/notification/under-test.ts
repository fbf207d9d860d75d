import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { headerOf } from '#schemas/bus/header.ts';
import { partitionOf, subjectOf } from '#schemas/bus/stream.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { alarmEvents } from '#schemas/table/alarm-events.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { systemIds } from '#platform/id/id.ts';
import type { Started } from '#platform/lifecycle/component.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { holdSilences } from '#platform/silence/load.ts';
import type { AlarmEventRow } from '#engine/notification/dispatch/notice-of.ts';
import { holdSettings } from '#engine/notification/configuration/settings.ts';
import { notificationComponents } from '#engine/notification/notification.ts';
import type { NotificationNeeds } from '#engine/notification/notification.ts';
import { notificationMetrics } from '#engine/notification/notification-metrics.ts';
import { DEFAULT_ENTERPRISE } from '#engine/notification/snmp-trap/objects.ts';
import { startSenderEngine } from '#engine/notification/snmp-trap/sender-engine.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';
import { withHeaderSecrets } from '#schemas/settings/webhook/webhook-secrets.ts';
import { testSecrets } from '../../fixtures/secrets.ts';
import type { Stack } from '../../store/stack.ts';
import { notifiedNetwork } from './notified-network.ts';

export const PARTITIONS = 2;
export const ALARM = 12;
const codec = codecOf(alarmEvents);

const evidence = (threshold: number) =>
  JSON.stringify({
    operator: '>',
    threshold,
    thresholdFrom: 'alarm',
    outliers: 3,
    measures: 5,
    length: 300,
    windows: [],
  });

/** A raise of an alarm that has just been decided; its id follows from what it is of. */
export function anEvent(changes: Partial<AlarmEventRow> = {}): AlarmEventRow {
  const nowS = Math.floor(Date.now() / 1_000);
  const event = {
    customer: 1,
    site: 11,
    element: 111,
    alarm: ALARM,
    kpi: kpis.itf_in_util.id,
    edge: 'raise',
    severity: 'critical',
    cause: 'rule',
    at: nowS - 300,
    length: 300,
    ingested: nowS * 1_000,
    value: 93.25,
    threshold: 80,
    outliers: 3,
    measures: 5,
    evidence: evidence(80),
    ...changes,
  };
  const text = `${String(event.alarm)}:${String(event.element)}:${String(event.at)}:${event.edge}`;
  return { event: new Uint8Array(createHash('sha256').update(text).digest().subarray(0, 16)), ...event };
}

/** Stores events as an engine does, in messages of `size`. */
export async function publishEvents(
  { bus }: Pick<Stack, 'bus'>,
  events: readonly AlarmEventRow[],
  size = 100,
): Promise<void> {
  const publisher = bus.publisher();
  for (let from = 0; from < events.length; from += size) {
    const rows = events.slice(from, from + size);
    const at = rows[0]!.at * 1_000;
    await publisher.publish({
      subject: subjectOf('alarms', partitionOf(rows[0]!.customer, PARTITIONS)),
      data: codec.encode(rows),
      headers: headerOf(alarmEvents, { rows: rows.length, first: at, last: at, batch: from }),
    });
  }
  await publisher.drain();
  publisher.close();
}

export interface Notification {
  stop(): Promise<void>;
}

/** The notification process's parts in this one, on real stores, with impatient settings. */
export async function startNotification(
  stack: Pick<Stack, 'bus' | 'db'>,
  changes: Partial<NotificationNeeds> = {},
): Promise<Notification> {
  const abort = new AbortController();
  const { signal } = abort;
  const { bus, db } = stack;
  const needs = { bus, db, log: silentLog, clock: systemClock, ids: systemIds };
  const components = notificationComponents(
    {
      ...needs,
      secrets: testSecrets,
      metrics: notificationMetrics(openMetrics()),
      process: 'notification',
      partitions: PARTITIONS,
      rule: { singles: 20, windowMs: 1_000 },
      maxAgeMs: 3_600_000,
      ackWaitMs: 2_000,
      webhookTimeoutMs: 1_000,
      allowedNetworks: ['127.0.0.0/8', '::1'],
      resolve: systemResolve,
      enterprise: DEFAULT_ENTERPRISE,
      ...changes,
    },
    {
      inventory: { current: notifiedNetwork },
      settings: await holdSettings({ ...needs, signal }),
      silences: await holdSilences({ ...needs, signal }),
      engine: await startSenderEngine(needs, 'notification'),
    },
  );
  const started: Started[] = [];
  for (const component of components) started.push((await component.start(signal)) ?? {});
  return {
    async stop() {
      abort.abort();
      for (const { stop } of started.toReversed()) await stop?.();
    },
  };
}

/** An alarm of this id, notified by trap. */
export async function addAlarm(
  { db }: Pick<Stack, 'db'>,
  changes: { snmp_trap?: boolean; visibility?: 'RESTRICTED'; label?: string } = {},
): Promise<number> {
  const cockpit = await db
    .insertInto('resource')
    .values({
      kind: 'cockpit',
      name: `cockpit ${systemIds.uuid()}`,
      visibility: 'multi-client',
      shared_with_all: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('cockpit_alarm')
    .values({
      cockpit_id: cockpit.id,
      label: 'Line "saturated"',
      kpi: 'itf_in_util',
      operator: '>',
      threshold: 80,
      severity: 'critical',
      outliers: 3,
      measures: 5,
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface Received {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface HttpReceiver {
  readonly url: string;
  readonly received: Received[];
  /** Keys in the order in which they came. */
  readonly keys: () => string[];
  close(): Promise<void>;
}

/** A real HTTP server; `answer` gets each request with its number from 1. */
export async function httpReceiver(
  answer: (response: ServerResponse, number: number, received: Received) => void = (response) =>
    response.end('thanks'),
  host = '127.0.0.1',
): Promise<HttpReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      received.push(one);
      answer(response, received.length, one);
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${String(port)}`,
    received,
    keys: () => received.map(({ headers }) => String(headers['idempotency-key'])),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface WebhookSketch {
  readonly url: string;
  readonly template?: string;
  readonly trigger?: 'rising' | 'falling' | 'both';
  readonly allow_insecure?: boolean;
  readonly include_restricted?: boolean;
  readonly notify_platform_events?: boolean;
  readonly headers?: readonly { name: string; value: string }[];
}

/** A webhook that is told from now on. */
export async function addWebhook({ db }: Pick<Stack, 'db'>, { headers = [], ...sketch }: WebhookSketch) {
  const { id } = await db
    .insertInto('webhook')
    .values({
      name: `webhook ${systemIds.uuid()}`,
      enabled: true,
      payload_kind: 'json',
      template: '{"text":"{{alert.name}}","hook":"{{alert.hook}}"}',
      trigger: 'both',
      allow_insecure: false,
      active_since: new Date(),
      headers: JSON.stringify(withHeaderSecrets(headers, testSecrets.seal)) as unknown as [],
      ...sketch,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What became of the notifications of a target, oldest first. */
export const deliveriesOf = ({ db }: Pick<Stack, 'db'>, target: number, kind = 'webhook') =>
  db
    .selectFrom('notification_delivery')
    .select(['key', 'state', 'attempts', 'answer', 'events'])
    .where('target', '=', target)
    .where('kind', '=', kind)
    .orderBy('created_at')
    .orderBy('key')
    .execute();
