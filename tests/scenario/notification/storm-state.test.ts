import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AlarmEvent } from '#engine/alarm/event-row.ts';
import {
  DEFAULT_ENTERPRISE,
  trapObjects,
  type TrapObjectName,
} from '#engine/notification/snmp-trap/objects.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import { snmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
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
} from '../../fixtures/notification/notification-under-test.ts';
import { testSecrets } from '../../fixtures/secrets.ts';
import { startSnmpTrapd } from '../../fixtures/notification/snmptrapd.ts';
import { atNight } from '#tests/gate/at-night.ts';

const ELEMENTS = 1_200;
const STEPS = 4;
const SINGLES = 20;
const rule = { singles: SINGLES, windowMs: 1_000 };

let stack: Stack;
let alarm: number;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  stack = await openStack();
  alarm = await addAlarm(stack, { snmp_trap: true });
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  for (const table of ['webhook', 'alarm_mail', 'trap_receiver', 'notification_delivery', 'setting'] as const)
    await stack.db.deleteFrom(table).execute();
});
afterAll(() => stack.close());

/** What a receiver knows of an alarm on an element. */
interface Heard {
  readonly id: string;
  readonly sequence: number;
  readonly isRunning: boolean;
}

/** Keeps the state of each alarm by what docs/20-operations.md says: an event that is not newer is ignored. */
class StateReceiver {
  readonly #last = new Map<string, Heard>();
  readonly #heard = new Set<string>();

  /** Events, each once: a call whose response came too late is repeated. */
  get events(): number {
    return this.#heard.size;
  }

  hear(heard: Heard): void {
    this.#heard.add(`${heard.id} ${String(heard.sequence)}`);
    if (heard.sequence > (this.#last.get(heard.id)?.sequence ?? 0)) this.#last.set(heard.id, heard);
  }

  running(): readonly string[] {
    return [...this.#last.values()]
      .filter(({ isRunning }) => isRunning)
      .map(({ id }) => id)
      .toSorted();
  }
}

/** A storm of an own range of elements: each is raised and cleared in turn, and stops at a step of its own. */
function stormOf(first: number): {
  readonly events: readonly AlarmEvent[];
  readonly running: readonly string[];
} {
  const startS = Math.floor(Date.now() / 1_000) - 3_000;
  const running: string[] = [];
  const events = Array.from({ length: STEPS }, (_, step) =>
    Array.from({ length: ELEMENTS }, (__, number) => number)
      .filter((number) => step <= (number * 7) % STEPS)
      .map((number) =>
        anEvent({
          alarm,
          element: first + number,
          at: startS + step * 300,
          edge: step % 2 === 0 ? 'raise' : 'clear',
        }),
      ),
  ).flat();
  for (let number = 0; number < ELEMENTS; number += 1)
    if (((number * 7) % STEPS) % 2 === 0) running.push(`${String(alarm)}:${String(first + number)}`);
  return { events, running: running.toSorted() };
}

async function notify(): Promise<void> {
  const running = await startNotification(stack, { rule });
  closing.push(() => running.stop());
}

const heardAll = (receiver: StateReceiver, events: readonly AlarmEvent[]) =>
  eventually(() => receiver.events >= events.length || undefined, 60_000);

interface Listed {
  readonly id: string;
  readonly sequence: number;
  readonly hook: 'rising' | 'falling';
}

describe('after a storm of thousands of events, a receiver that keeps state knows exactly the running alarms', () => {
  it('by a webhook with alert.events, although calls fail and are repeated out of turn', async () => {
    const receiver = new StateReceiver();
    const failed = new Set<string>();
    const sizes: number[] = [];
    const versions = new Set<number>();
    const http = await httpReceiver((response, number, { body, headers }) => {
      const key = String(headers['idempotency-key']);
      if (number % 4 === 0 && !failed.has(key)) {
        failed.add(key);
        response.writeHead(503).end();
        return;
      }
      const { events, version } = JSON.parse(body) as { events: Listed[]; version: number };
      sizes.push(events.length);
      versions.add(version);
      for (const { id, sequence, hook } of events)
        receiver.hear({ id, sequence, isRunning: hook === 'rising' });
      response.end();
    });
    closing.push(() => http.close());
    const template = '{"version":{{alert.version}},"events":{{alert.events}}}';
    const target = await addWebhook(stack, { url: http.url, template });
    const { events, running } = stormOf(10_000);
    await publishEvents(stack, events, 250);
    await notify();
    await heardAll(receiver, events);
    expect(receiver.running()).toEqual(running);
    expect(failed.size).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBe(500);
    expect(versions).toEqual(new Set([1]));
    const count = async () =>
      (await deliveriesOf(stack, target))
        .filter(({ state }) => state === 'delivered')
        .reduce((sum, one) => sum + one.events, 0);
    await eventually(async () => (await count()) === events.length || undefined, 60_000);
    const listed = await stack.db
      .selectFrom('notification_delivery')
      .select('event_ids')
      .where('target', '=', target)
      .execute();
    expect(new Set(listed.flatMap(({ event_ids }) => event_ids)).size).toBe(events.length);
  });

  atNight('by traps, whose groups list their events', async () => {
    const trapd = await startSnmpTrapd();
    closing.push(() => trapd.close());
    await stack.db
      .insertInto('trap_receiver')
      .values({
        name: 'nms',
        enabled: true,
        host: '127.0.0.1',
        port: trapd.port,
        inform: true,
        version: 'v2c',
        community: testSecrets.seal('public', snmpSecrets.community),
        active_since: new Date(),
      })
      .execute();
    const { events, running } = stormOf(20_000);
    await publishEvents(stack, events, 250);
    await notify();
    const lineOf = (name: TrapObjectName) => `${DEFAULT_ENTERPRISE}.1.${String(trapObjects[name].number)}.0`;
    const textOf = (value = '') => /^[\w-]+: "?([\s\S]*?)"?$/.exec(value)?.[1] ?? '';
    const read = (): StateReceiver => {
      const heard = new StateReceiver();
      for (const { varbinds } of trapd.traps()) {
        const value = (name: TrapObjectName) => textOf(varbinds.get(lineOf(name)));
        const list = value('ttGroupEvents');
        const lines = list === '' ? [] : list.split('\n');
        for (const line of lines) {
          const [id = '', state, , sequence] = line.split(' ');
          heard.hear({ id, sequence: Number(sequence), isRunning: state === 'raised' });
        }
        if (lines.length === 0)
          heard.hear({
            id: value('ttAlarmCorrelationId'),
            sequence: Number(value('ttAlarmSequence')),
            isRunning: value('ttAlarmState') === '1',
          });
      }
      return heard;
    };
    await eventually(() => read().events >= events.length || undefined, 60_000);
    expect(read().running()).toEqual(running);
  });

  atNight('by mail, whose groups have their events attached', async () => {
    const receiver = new StateReceiver();
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, _, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        stream.on('end', () => {
          for (const heard of eventsOfMail(text)) receiver.hear(heard);
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
    const source = 'telltale@example.net';
    const value = JSON.stringify(withSmtpSecrets({ ...smtp, source }, testSecrets.seal));
    await stack.db.insertInto('setting').values({ name: 'smtp', value }).execute();
    const none = JSON.stringify([]) as never;
    await stack.db
      .insertInto('alarm_mail')
      .values({
        name: 'desk',
        enabled: true,
        trigger: 'both',
        grouping: 'minute',
        active_since: new Date(),
        subject: '{{alert.name}}',
        body: '{{alert.description}}',
        severities: none,
        customers: none,
        alarms: none,
        recipients: JSON.stringify(['desk@example.net']) as never,
      })
      .execute();
    const { events, running } = stormOf(30_000);
    await publishEvents(stack, events, 250);
    await notify();
    await heardAll(receiver, events);
    expect(receiver.running()).toEqual(running);
  });
});

/** The lines of the attached file of a mail. */
function eventsOfMail(mail: string): readonly Heard[] {
  const content =
    /filename=events\.csv\r?\n(?:[^\r\n]+\r?\n)*\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(mail)?.[1] ?? '';
  const [heading = '', ...lines] = Buffer.from(content, 'base64').toString('utf8').trim().split('\r\n');
  const columns = heading
    .replace('\uFEFF', '')
    .split(',')
    .map((name) => JSON.parse(name) as string);
  return lines.map((line) => {
    const cells = line.split(',');
    const cell = (name: string) => (cells[columns.indexOf(name)] ?? '').replaceAll('"', '');
    return { id: cell('id'), sequence: Number(cell('sequence')), isRunning: cell('hook') === 'rising' };
  });
}
