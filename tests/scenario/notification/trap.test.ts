import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SingleNotice } from '#schemas/notification/notice.ts';
import {
  DEFAULT_ENTERPRISE,
  trapObjects,
  type TrapObjectName,
} from '#engine/notification/snmp-trap/objects.ts';
import { sendTraps, type Receiver } from '#engine/notification/snmp-trap/send-trap.ts';
import { startSenderEngine } from '#engine/notification/snmp-trap/sender-engine.ts';
import { trapsOf } from '#engine/notification/snmp-trap/trap-values.ts';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { systemIds } from '#platform/id/id.ts';
import { openStack, type Stack } from '../../store/stack.ts';
import { snmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import { testSecrets } from '../../fixtures/secrets.ts';
import {
  addAlarm,
  addWebhook,
  anEvent,
  deliveriesOf,
  httpReceiver,
  loopback,
  publishEvents,
  startNotification,
} from '../../fixtures/notification/notification-under-test.ts';
import { streams } from '#schemas/bus/stream.ts';
import { startSnmpTrapd, type ReceivedTrap, type SnmpTrapd } from '../../fixtures/notification/snmptrapd.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { atNight, describeAtNight } from '#tests/gate/at-night.ts';

const ENGINE = '80001f8805000102030405060708090a0b';
const TRAP_OID = '1.3.6.1.6.3.1.1.4.1.0';

let stack: Stack;
let trapd: SnmpTrapd;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  stack = await openStack();
  trapd = await startSnmpTrapd([
    `createUser -e 0x${ENGINE} strong SHA-256 authpass123 AES privpass123`,
    `createUser -e 0x${ENGINE} signed SHA authpass123`,
    'createUser informed SHA-256 authpass123 AES privpass123',
    'authUser log,execute,net strong priv',
    'authUser log,execute,net signed auth',
    'authUser log,execute,net informed priv',
  ]);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await trapd.close();
  await stack.close();
});

const valueOf = ({ varbinds }: ReceivedTrap, name: TrapObjectName): string | undefined =>
  varbinds.get(`${DEFAULT_ENTERPRISE}.1.${String(trapObjects[name].number)}.0`);

const notice: SingleNotice = {
  is: 'single',
  event: 'ab',
  edge: 'raise',
  cause: 'rule',
  correlation: '12:111',
  alarm: { id: 12, name: 'Line saturated' },
  severity: 'critical',
  customer: { id: 1, name: 'Acme' },
  site: { id: 11, name: 'Besançon' },
  element: { id: 111, name: 'Gi0/1', kind: 'interface' },
  kpi: { key: 'itf_in_util', name: 'Inbound utilisation' },
  topology: [],
  description: 'About it',
  operator: '>',
  value: 93.25,
  threshold: 80,
  atMs: Date.UTC(2027, 0, 5, 8, 30, 15, 700),
  sinceMs: Date.UTC(2027, 0, 5, 8, 25, 15, 700),
  decidedMs: Date.UTC(2027, 0, 5, 8, 31, 2, 300),
  sequence: 5_000_000_001,
};

/** Sends the notice and waits for it: each has its own key. */
async function arrived(receiver: Omit<Receiver, 'host' | 'port'>, boots = 1, seconds = () => 5) {
  const key = systemIds.uuid();
  const outcome = await sendTraps(
    trapsOf(notice, key),
    { host: '127.0.0.1', port: trapd.port, ...receiver },
    { ...loopback, engine: { id: ENGINE, boots, seconds }, enterprise: DEFAULT_ENTERPRISE },
  );
  expect(outcome.is).toBe('delivered');
  return eventually(() =>
    trapd.traps().find((trap) => valueOf(trap, 'ttNotificationKey') === `STRING: "${key}"`),
  );
}

const password = (protocol: 'SHA-256' | 'SHA') => ({ protocol, password: 'authpass123' });
const AES = { protocol: 'AES-128', password: 'privpass123' } as const;
const strong = { version: 'v3', user: 'strong', auth: password('SHA-256'), priv: AES } as const;

describe('snmptrapd accepts', () => {
  it.each([
    ['a v2c trap', { inform: false, access: { version: 'v2c', community: 'public' } }],
    ['a v2c inform', { inform: true, access: { version: 'v2c', community: 'public' } }],
    ['a v3 trap with authentication and privacy', { inform: false, access: strong }],
    [
      'a v3 trap with authentication',
      { inform: false, access: { version: 'v3', user: 'signed', auth: password('SHA'), priv: undefined } },
    ],
    ['a v3 inform', { inform: true, access: { ...strong, user: 'informed' } }],
  ] as const)('%s with every object', async (_, receiver) => {
    const trap = await arrived(receiver);
    expect(trap.varbinds.get(TRAP_OID)).toBe(`OID: .${DEFAULT_ENTERPRISE}.0.1`);
    const reported = Object.fromEntries(
      (Object.keys(trapObjects) as TrapObjectName[]).map((name) => [name, valueOf(trap, name)]),
    );
    expect(reported).toMatchObject({
      ttAlarmId: 'INTEGER: 12',
      ttAlarmName: 'STRING: "Line saturated"',
      ttAlarmKpi: 'STRING: "itf_in_util"',
      ttAlarmSeverity: 'INTEGER: 3',
      ttAlarmState: 'INTEGER: 1',
      ttCustomerId: 'INTEGER: 1',
      ttCustomerName: 'STRING: "Acme"',
      ttSiteId: 'INTEGER: 11',
      ttAlarmTarget: 'STRING: "Gi0/1"',
      ttAlarmTargetType: 'STRING: "interface"',
      ttAlarmValue: 'STRING: "93.25"',
      ttAlarmThreshold: 'STRING: "80"',
      ttAlarmTime: 'Hex-STRING: 07 EB 01 05 08 1E 0F 07 2B 00 00',
      ttAlarmCorrelationId: 'STRING: "12:111"',
      ttGroupRaised: undefined,
    });
  });

  atNight('v3 traps of a long-running sender and of a restarted one', async () => {
    const receiver = { inform: false, access: strong };
    // RFC 3414 §3.2: an older pair of boots and time, by more than 150 s, is a replay.
    await arrived(receiver, 2, () => 10);
    await arrived(receiver, 2, () => 100_000);
    await arrived(receiver, 3, () => 1);
    // Proves that it checks them: a sender with fewer boots than before is rejected.
    const replayed = trapsOf(notice, 'replayed');
    await sendTraps(
      replayed,
      { host: '127.0.0.1', port: trapd.port, ...receiver },
      {
        ...loopback,
        engine: { id: ENGINE, boots: 2, seconds: () => 100_001 },
        enterprise: DEFAULT_ENTERPRISE,
      },
    );
    await arrived(receiver, 3, () => 2);
    expect(trapd.traps().map((trap) => valueOf(trap, 'ttNotificationKey'))).not.toContain(
      'STRING: "replayed"',
    );
  });
});

describe('a trap that a receiver does not acknowledge', () => {
  it('is a failure when it is an inform', async () => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    closing.push(async () => {
      socket.close();
      await once(socket, 'close');
    });
    const access = { version: 'v2c', community: 'public' } as const;
    const outcome = await sendTraps(
      trapsOf(notice, 'key'),
      { host: '127.0.0.1', port: socket.address().port, inform: true, access },
      { ...loopback, engine: { id: ENGINE, boots: 1, seconds: () => 1 }, enterprise: DEFAULT_ENTERPRISE },
    );
    expect(outcome).toMatchObject({ is: 'failed', response: 'Request timed out' });
  });
});

describe('the longest names', () => {
  it('make a packet below 1,400 octets, with strings of whole characters', async () => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    closing.push(async () => {
      socket.close();
      await once(socket, 'close');
    });
    const long = 'é€😀'.repeat(400);
    const worst = {
      ...notice,
      alarm: { id: 2 ** 31 - 1, name: long },
      customer: { id: 2 ** 31 - 1, name: long },
      site: { id: 2 ** 31 - 1, name: long },
      element: { ...notice.element, name: long },
      description: long,
      value: -Number.MIN_VALUE / 3 - 0.1234567890123456,
    };
    const message = once(socket, 'message') as Promise<[Buffer]>;
    const auth = { protocol: 'SHA-512', password: 'authpass123' } as const;
    const priv = { protocol: 'AES-256', password: 'privpass123' } as const;
    await sendTraps(
      trapsOf(worst, 'k'.repeat(200)),
      {
        host: '127.0.0.1',
        port: socket.address().port,
        inform: false,
        access: { version: 'v3', user: 'u'.repeat(32), auth, priv },
      },
      {
        engine: { id: ENGINE, boots: 2 ** 31 - 1, seconds: () => 2 ** 31 - 1 },
        ...loopback,
        enterprise: DEFAULT_ENTERPRISE,
      },
    );
    const [packet] = await message;
    expect(packet.length).toBeLessThan(1_400);
    expect(packet.length).toBeGreaterThan(1_000);
  });
});

describe('alarms', () => {
  it('are sent as traps when their flag is set, raise and clear with the same correlation id', async () => {
    const flagged = await addAlarm(stack, { snmp_trap: true });
    const silent = await addAlarm(stack);
    const http = await httpReceiver();
    closing.push(() => http.close());
    const webhook = await addWebhook(stack, { url: http.url });
    const { id } = await stack.db
      .insertInto('trap_receiver')
      .values({
        name: 'noc',
        enabled: true,
        host: '127.0.0.1',
        port: trapd.port,
        inform: false,
        version: 'v2c',
        community: testSecrets.seal('public', snmpSecrets.community),
        active_since: new Date(),
        notify_platform_events: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const running = await startNotification(stack);
    closing.push(() => running.stop());
    const raised = anEvent({ alarm: flagged });
    const cleared = anEvent({ alarm: flagged, edge: 'clear', at: raised.at + 300 });
    await publishEvents(stack, [anEvent({ alarm: silent }), raised, cleared]);
    await eventually(async () => (await deliveriesOf(stack, webhook)).length === 3 || undefined);
    await eventually(async () => (await deliveriesOf(stack, id, 'trap')).length === 2 || undefined);
    const of = (event: Uint8Array) =>
      eventually(() =>
        trapd
          .traps()
          .find((trap) => valueOf(trap, 'ttNotificationKey')?.includes(Buffer.from(event).toString('hex'))),
      );
    const [raise, clear] = [await of(raised.event), await of(cleared.event)];
    expect(raise.varbinds.get(TRAP_OID)).toBe(`OID: .${DEFAULT_ENTERPRISE}.0.1`);
    expect(clear.varbinds.get(TRAP_OID)).toBe(`OID: .${DEFAULT_ENTERPRISE}.0.2`);
    expect(valueOf(clear, 'ttAlarmState')).toBe('INTEGER: 2');
    expect(valueOf(clear, 'ttAlarmCorrelationId')).toBe(valueOf(raise, 'ttAlarmCorrelationId'));
    const named = trapd.traps().filter((trap) => valueOf(trap, 'ttAlarmId') === `INTEGER: ${String(silent)}`);
    expect(named).toEqual([]);

    // A target that got the raise gets the clear: without the flag, without the alarm, from another process.
    const later = anEvent({ alarm: flagged, at: raised.at + 600 });
    await publishEvents(stack, [later]);
    await eventually(async () => (await deliveriesOf(stack, id, 'trap')).length === 3 || undefined);
    await running.stop();
    await stack.db.deleteFrom('cockpit_alarm').where('id', '=', flagged).execute();
    const other = await startNotification(stack);
    closing.push(() => other.stop());
    const end = anEvent({ alarm: flagged, edge: 'clear', cause: 'deleted', at: raised.at + 900 });
    await publishEvents(stack, [end]);
    const reported = await of(end.event);
    expect(reported.varbinds.get(TRAP_OID)).toBe(`OID: .${DEFAULT_ENTERPRISE}.0.2`);
    expect(valueOf(reported, 'ttAlarmName')).toContain('saturated');
  });
});

describeAtNight('a stream that is full', () => {
  atNight('is sent as a trap to receivers that include platform events, once', async () => {
    await stack.bus.ensureStreams([{ ...streams.stats, maxBytes: 200 * 1_024 }]);
    const running = await startNotification(stack);
    closing.push(() => running.stop());
    const publisher = stack.bus.publisher();
    closing.push(() => Promise.resolve(publisher.close()));
    const offer = () => publisher.publish({ subject: 'stats.0', data: new Uint8Array(30 * 1_024) });
    while ((await offer()).ok);
    const reported = () =>
      trapd.traps().filter((trap) => trap.varbinds.get(TRAP_OID) === `OID: .${DEFAULT_ENTERPRISE}.0.4`);
    const trap = await eventually(async () => {
      // A rejected publisher retries and reports each time, so a process started later is notified too.
      await offer();
      return reported()[0];
    });
    expect(valueOf(trap, 'ttAlarmTarget')).toBe('STRING: "STATS"');
    expect(valueOf(trap, 'ttAlarmState')).toBe('INTEGER: 1');
    expect(valueOf(trap, 'ttAlarmDescription')).toBe(
      'STRING: "The stream STATS is full / La file STATS est pleine"',
    );
    await running.stop();
    const other = await startNotification(stack);
    closing.push(() => other.stop());
    for (let again = 0; again < 4; again += 1) await offer();
    const next = anEvent({ alarm: await addAlarm(stack, { snmp_trap: true }) });
    await publishEvents(stack, [next]);
    const key = Buffer.from(next.event).toString('hex');
    await eventually(() => trapd.traps().find((one) => valueOf(one, 'ttNotificationKey')?.includes(key)));
    expect(reported()).toHaveLength(1);
  });
});

atNight(
  'a trap whose receiver has no address in time fails, and does not hold up the end of the process',
  async () => {
    const never = () => new Promise<readonly string[]>(() => undefined);
    const receiver = { host: 'nms.example', port: 162, inform: false } as const;
    const access = { version: 'v2c', community: 'public' } as const;
    const needs = {
      ...loopback,
      engine: { id: ENGINE, boots: 1, seconds: () => 5 },
      enterprise: DEFAULT_ENTERPRISE,
    };
    const outcome = await sendTraps(
      trapsOf(notice, 'key'),
      { ...receiver, access },
      { ...needs, resolve: never, signal: AbortSignal.timeout(20) },
    );
    expect(outcome).toEqual({ is: 'failed', response: 'nms.example was not resolved in time' });
  },
);

describe('the engine that sends traps', () => {
  it('keeps its id and counts its boots', async () => {
    const needs = { db: stack.db, clock: new ManualClock(0), ids: systemIds };
    const first = await startSenderEngine(needs, 'one');
    const again = await startSenderEngine(needs, 'one');
    const other = await startSenderEngine(needs, 'two');
    expect([first.boots, again.boots, other.boots]).toEqual([1, 2, 1]);
    expect(again.id).toBe(first.id);
    expect(other.id).not.toBe(first.id);
    expect(first.id).toMatch(/^80001f8805[0-9a-f]{24}$/);
    await needs.clock.advance(151_000);
    expect(again.seconds()).toBe(151);
  });
});
