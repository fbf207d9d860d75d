import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AlarmEvent } from '#engine/alarm/event-row.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import { openStack, type Stack } from '../../store/stack.ts';
import { eventually } from '../../fixtures/eventually.ts';
import {
  addAlarm,
  addWebhook,
  anEvent,
  deliveriesOf,
  httpReceiver,
  publishEvents,
  startNotification,
  type HttpReceiver,
} from '../../fixtures/notification/notification-under-test.ts';
import { testSecrets } from '../../fixtures/secrets.ts';
import { atNight } from '#tests/gate/at-night.ts';

const ELEMENTS = 12;
const EVENTS = 6;
const template =
  '{"id":"{{alert.id}}","sequence":{{alert.sequence}},"hook":"{{alert.hook}}","value":{{alert.value}},"threshold":{{alert.threshold}},"at":"{{alert.datetime}}","since":"{{alert.since}}","decided":"{{alert.decidedAt}}"}';

interface Called {
  readonly id: string;
  readonly sequence: number;
  readonly hook: 'rising' | 'falling';
}

let stack: Stack;
let alarm: number;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  stack = await openStack();
  alarm = await addAlarm(stack);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  for (const table of ['webhook', 'alarm_mail', 'notification_delivery'] as const)
    await stack.db.deleteFrom(table).execute();
});
afterAll(() => stack.close());

/** Raises and clears of elements in turn, a window apart. */
function history(first: number): readonly AlarmEvent[] {
  const startS = Math.floor(Date.now() / 1_000) - 3_600;
  return Array.from({ length: EVENTS * ELEMENTS }, (_, number) => {
    const [element, window] = [first + (number % ELEMENTS), Math.floor(number / ELEMENTS)];
    const edge = window % 2 === 0 ? 'raise' : 'clear';
    return anEvent({ alarm, element, edge, at: startS + window * 300 });
  });
}

async function receiver(...parameters: Parameters<typeof httpReceiver>): Promise<HttpReceiver> {
  const http = await httpReceiver(...parameters);
  closing.push(() => http.close());
  return http;
}

async function notification(changes: Parameters<typeof startNotification>[1] = {}) {
  const rule = { singles: 10_000, windowMs: 1_000 };
  const running = await startNotification(stack, { rule, ...changes });
  closing.push(() => running.stop());
  return running;
}

const parsed = (body: string): Called => JSON.parse(body) as Called;
const drained = () =>
  eventually(async () => (await stack.bus.streamState('JOBS')).messages === 0 || undefined, 60_000);

/** Returns the pairs in which an older event of an instance follows a newer one. */
function inversionsOf(calls: readonly Called[]): readonly Called[] {
  const newest = new Map<string, number>();
  return calls.filter(({ id, sequence }) => {
    const last = newest.get(id) ?? 0;
    newest.set(id, Math.max(last, sequence));
    return sequence < last;
  });
}

describe('the events of an alarm on an element', () => {
  atNight(
    'arrive in their order, whatever is retried, by two processes of which one is restarted',
    async () => {
      const accepted: Called[] = [];
      const deferred = new Set<string>();
      const keys = new Set<string>();
      const http = await receiver((response, number, { body, headers }) => {
        const key = String(headers['idempotency-key']);
        // Every third notification is taken at its second attempt only.
        if (number % 3 === 0 && !deferred.has(key)) {
          deferred.add(key);
          response.writeHead(503).end();
          return;
        }
        // A slow machine may time out on an accepted one, which comes again under its key.
        if (!keys.has(key)) accepted.push(parsed(body));
        keys.add(key);
        response.end();
      });
      await addWebhook(stack, { url: http.url, template });
      const first = await notification({ process: 'one' });
      await notification({ process: 'two' });
      const events = history(1_000);
      await publishEvents(stack, events, 7);
      await eventually(() => accepted.length > 10 || undefined, 60_000);
      await first.stop();
      await notification({ process: 'three' });
      await drained();
      expect(accepted.length).toBe(events.length);
      expect(deferred.size).toBeGreaterThan(0);
      expect(inversionsOf(accepted)).toEqual([]);
      const last = new Map(accepted.map(({ id, hook }) => [id, hook]));
      expect(new Set(last.values())).toEqual(new Set(['falling']));
    },
  );

  it('do not hold up those of other elements', async () => {
    const accepted: Called[] = [];
    const held = `${String(alarm)}:2000`;
    const holding: (() => void)[] = [];
    let isHeld = true;
    const http = await receiver((response, _, { body }) => {
      const call = parsed(body);
      const accept = (): void => {
        accepted.push(call);
        response.end();
      };
      if (call.id === held && isHeld) holding.push(accept);
      else accept();
    });
    await addWebhook(stack, { url: http.url, template });
    await notification({ webhookTimeoutMs: 60_000 });
    const events = history(2_000);
    await publishEvents(stack, events);
    const others = events.length - EVENTS;
    await eventually(() => accepted.length === others || undefined, 60_000);
    expect(holding.length).toBe(1);
    isHeld = false;
    holding[0]?.();
    await eventually(() => accepted.length === events.length || undefined, 60_000);
    expect(inversionsOf(accepted)).toEqual([]);
  });

  atNight('continue after one that is given up', async () => {
    const hooks: string[] = [];
    const http = await receiver((response, _, { body }) => {
      const { hook } = parsed(body);
      hooks.push(hook);
      response.writeHead(hook === 'rising' ? 400 : 200).end();
    });
    const target = await addWebhook(stack, { url: http.url, template });
    await notification();
    const at = Math.floor(Date.now() / 1_000) - 900;
    const edges = (['raise', 'clear', 'raise'] as const).map((edge, window) =>
      anEvent({ alarm, element: 3_000, edge, at: at + window * 300 }),
    );
    await publishEvents(stack, edges);
    await eventually(() => hooks.length === 3 || undefined, 60_000);
    await drained();
    expect(hooks).toEqual(['rising', 'falling', 'rising']);
    const rows = await stack.db
      .selectFrom('notification_delivery')
      .select(['state', 'event_ids', 'alarm_id', 'element_id'])
      .where('target', '=', target)
      .where('element_id', '=', 3_000)
      .execute();
    const hex = edges.map(({ event }) => Buffer.from(event).toString('hex'));
    expect(rows.flatMap(({ event_ids }) => event_ids).sort()).toEqual(hex.toSorted());
    expect(new Set(rows.map(({ alarm_id }) => alarm_id))).toEqual(new Set([alarm]));
    expect(rows.map(({ state }) => state).sort()).toEqual(['dead', 'dead', 'delivered']);
  });

  it('carry their instance, value, threshold, start, decision time and sequence', async () => {
    const http = await receiver();
    await addWebhook(stack, { url: http.url, template });
    await notification();
    const at = Math.floor(Date.now() / 1_000) - 900;
    const clear = anEvent({ alarm, element: 111, edge: 'clear', at: at + 300, value: 12.5 });
    const evidence = JSON.stringify({ ...(JSON.parse(clear.evidence) as object), since: at });
    await publishEvents(stack, [anEvent({ alarm, element: 111, at }), { ...clear, evidence }]);
    await eventually(() => http.received.length === 2 || undefined, 60_000);
    const [raised, cleared] = http.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();
    const id = `${String(alarm)}:111`;
    const since = iso(at + 300);
    expect(raised).toMatchObject({ id, hook: 'rising', value: 93.25, threshold: 80, at: since, since });
    expect(cleared).toMatchObject({ id, hook: 'falling', value: 12.5, at: iso(at + 600), since });
    expect(Number(cleared?.['sequence'])).toBeGreaterThan(Number(raised?.['sequence']));
    expect(Math.abs(Date.parse(String(raised?.['decided'])) - Date.now())).toBeLessThan(60_000);
  });
});

atNight('a grouped notification records the events that it reports', async () => {
  const http = await receiver();
  const target = await addWebhook(stack, { url: http.url });
  await notification({ rule: { singles: 1, windowMs: 1_000 } });
  const events = [4_000, 4_001, 4_002].map((element) => anEvent({ alarm, element }));
  await publishEvents(stack, events);
  await eventually(async () => (await deliveriesOf(stack, target)).length === 2 || undefined, 60_000);
  await drained();
  const reporting = await stack.db
    .selectFrom('notification_delivery')
    .select(['key', 'events', 'event_ids', 'alarm_id'])
    .where('target', '=', target)
    .where('events', '=', 2)
    .executeTakeFirstOrThrow();
  const hex = events.slice(1).map(({ event }) => Buffer.from(event).toString('hex'));
  expect(reporting.event_ids.toSorted()).toEqual(hex.toSorted());
  expect(reporting.alarm_id).toBeNull();
});

atNight(
  'a recipient whom the mail server defers receives the mails of an alarm in their order too',
  async () => {
    const arrived: string[] = [];
    let deferred = 0;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('grey') && (deferred += 1) <= 3)
          done(Object.assign(new Error('greylisted'), { responseCode: 450 }));
        else done();
      },
      onData(stream, session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        stream.on('end', () => {
          const hook = /^Subject: (\w+)/m.exec(text)?.[1] ?? '';
          arrived.push(...session.envelope.rcptTo.map(({ address }) => `${address.split('@')[0]!} ${hook}`));
          done();
        });
      },
    });
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const { port } = server.server.address() as AddressInfo;
    const smtp = { host: '127.0.0.1', port, login: '', password: '', tls: 'none', advanced: '' } as const;
    const value = JSON.stringify(
      withSmtpSecrets({ ...smtp, source: 'telltale@example.net' }, testSecrets.seal),
    );
    await stack.db.insertInto('setting').values({ name: 'smtp', value }).execute();
    await stack.db
      .insertInto('alarm_mail')
      .values({
        name: 'noc',
        enabled: true,
        trigger: 'both',
        grouping: 'single',
        body: 'b',
        subject: '{{alert.hook}}',
        active_since: new Date(),
        severities: '[]' as unknown as [],
        recipients: JSON.stringify(['taken@example.net', 'grey@example.net']) as unknown as [],
        customers: '[]' as unknown as [],
        alarms: '[]' as unknown as [],
      })
      .execute();
    await notification();
    const at = Math.floor(Date.now() / 1_000) - 900;
    await publishEvents(stack, [
      anEvent({ alarm, element: 111, at }),
      anEvent({ alarm, element: 111, edge: 'clear', at: at + 300 }),
    ]);
    await eventually(() => arrived.length === 4 || undefined, 60_000);
    await drained();
    const of = (name: string) => arrived.filter((one) => one.startsWith(name));
    expect(of('taken')).toEqual(['taken rising', 'taken falling']);
    expect(of('grey')).toEqual(['grey rising', 'grey falling']);
    await stack.db.deleteFrom('setting').where('name', '=', 'smtp').execute();
  },
);
