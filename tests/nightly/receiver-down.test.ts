import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlarmEvent } from '#engine/alarm/event-row.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { snmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import { eventually } from '../fixtures/eventually.ts';
import {
  addAlarm,
  addWebhook,
  anEvent,
  publishEvents,
  startNotification,
} from '../fixtures/notification/notification-under-test.ts';
import { startSnmpTrapd } from '../fixtures/notification/snmptrapd.ts';
import { testSecrets } from '../fixtures/secrets.ts';
import { openStack, type Stack } from '../store/stack.ts';

const DOWN_MS = Number(process.env['RECEIVER_DOWN_SECONDS'] ?? '60') * 1_000;
const ELEMENTS = 60;
/** One event of each element in a round. */
const ROUNDS = 14;
/** After this round the receivers are away. */
const DOWN_AFTER = 4;

interface Arrival {
  readonly key: string;
  readonly id: string;
  readonly sequence: number;
  readonly isRaise: boolean;
}

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

const shut = async (server: Server): Promise<void> => {
  server.close();
  if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
  await once(server, 'close');
};

async function httpAt(port: number, arrived: Arrival[]) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      const { id, sequence, hook } = JSON.parse(body) as { id: string; sequence: number; hook: string };
      const key = String(request.headers['idempotency-key']);
      arrived.push({ key, id, sequence, isRaise: hook === 'rising' });
      response.end();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => shut(server) };
}

async function smtpAt(port: number, arrived: Arrival[]) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      stream.on('end', () => {
        const [, id = '', sequence = '', hook] = /^Subject: (\S+) (\S+) (\S+)/m.exec(text) ?? [];
        const key = /^Message-ID: <(.*)>/im.exec(text)?.[1] ?? '';
        arrived.push({ key, id, sequence: Number(sequence), isRaise: hook === 'rising' });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const stop = (): Promise<void> => new Promise((resolve) => server.close(resolve));
  return { port: (server.server.address() as AddressInfo).port, stop };
}

async function trapsAt(port: number | undefined, arrived: Arrival[]) {
  const trapd = await startSnmpTrapd([], port);
  const of = (varbinds: ReadonlyMap<string, string>, number: number): string =>
    varbinds.get(`1.3.6.1.4.1.8072.9999.9999.1.${String(number)}.0`)?.replace(/^\w+: "?|"$/g, '') ?? '';
  return {
    port: trapd.port,
    async stop() {
      for (const { varbinds } of trapd.traps())
        arrived.push({
          key: of(varbinds, 17),
          id: of(varbinds, 15),
          sequence: Number(of(varbinds, 24)),
          isRaise: of(varbinds, 5) === '1',
        });
      await trapd.close();
    },
  };
}

/** What a receiver that believes the last message it gets makes of the arrivals. */
function resultOf(events: readonly AlarmEvent[], arrived: readonly Arrival[]) {
  const newest = new Map<string, number>();
  const final = new Map<string, boolean>();
  let inversions = 0;
  const seen = new Set<string>();
  for (const { key, id, sequence, isRaise } of arrived) {
    if (seen.has(key)) continue;
    seen.add(key);
    if (sequence < (newest.get(id) ?? 0)) inversions += 1;
    newest.set(id, Math.max(sequence, newest.get(id) ?? 0));
    final.set(id, isRaise);
  }
  const expected = new Map(
    events.map(({ alarm, element, edge }) => [`${String(alarm)}:${String(element)}`, edge === 'raise']),
  );
  const wrong = [...expected].filter(([id, isRaise]) => final.get(id) !== isRaise).length;
  return {
    delivered: seen.size,
    missing: events.length - seen.size,
    twice: arrived.length - seen.size,
    inversions,
    'wrong final states': wrong,
  };
}

async function addTargets(ports: { readonly http: number; readonly smtp: number; readonly trap: number }) {
  await addWebhook(stack, {
    url: `http://127.0.0.1:${String(ports.http)}`,
    template: '{"id":"{{alert.id}}","sequence":{{alert.sequence}},"hook":"{{alert.hook}}"}',
  });
  const common = { name: 'noc', enabled: true, active_since: new Date() };
  const smtp = { host: '127.0.0.1', port: ports.smtp, login: '', password: '', tls: 'none' } as const;
  const sealed = withSmtpSecrets({ ...smtp, advanced: '', source: 'telltale@example.net' }, testSecrets.seal);
  await stack.db
    .insertInto('setting')
    .values({ name: 'smtp', value: JSON.stringify(sealed) })
    .execute();
  await stack.db
    .insertInto('alarm_mail')
    .values({
      ...common,
      trigger: 'both',
      grouping: 'single',
      body: 'b',
      subject: '{{alert.id}} {{alert.sequence}} {{alert.hook}}',
      severities: '[]' as unknown as [],
      recipients: '["noc@example.net"]' as unknown as [],
      customers: '[]' as unknown as [],
      alarms: '[]' as unknown as [],
    })
    .execute();
  const community = testSecrets.seal('public', snmpSecrets.community);
  await stack.db
    .insertInto('trap_receiver')
    .values({ ...common, host: '127.0.0.1', port: ports.trap, inform: true, version: 'v2c', community })
    .execute();
}

it(
  'receivers that are away for a minute get every event once and in order',
  { timeout: 20 * 60_000 },
  async () => {
    const alarm = await addAlarm(stack, { snmp_trap: true });
    const arrived = { webhook: [] as Arrival[], mail: [] as Arrival[], inform: [] as Arrival[] };
    const open = async (ports?: { http: number; smtp: number; trap: number }) => {
      const http = await httpAt(ports?.http ?? 0, arrived.webhook);
      const smtp = await smtpAt(ports?.smtp ?? 0, arrived.mail);
      const trap = await trapsAt(ports?.trap, arrived.inform);
      return {
        ports: { http: http.port, smtp: smtp.port, trap: trap.port },
        stop: () => Promise.all([http.stop(), smtp.stop(), trap.stop()]),
      };
    };
    let receivers = await open();
    await addTargets(receivers.ports);
    const rule = { singles: 100_000, windowMs: 1_000 };
    const asInstalled = { rule, webhookTimeoutMs: 5_000, ackWaitMs: 20_000 };
    const processes = [
      await startNotification(stack, { ...asInstalled, process: 'one' }),
      await startNotification(stack, { ...asInstalled, process: 'two' }),
    ];
    const startS = Math.floor(Date.now() / 1_000) - 3_000;
    const events: AlarmEvent[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round === DOWN_AFTER) await receivers.stop();
      if (round === ROUNDS - 2) receivers = await open(receivers.ports);
      const edge = round % 2 === 0 ? 'raise' : 'clear';
      const some = Array.from({ length: ELEMENTS }, (_, element) =>
        anEvent({ alarm, element: 1_000 + element, edge, at: startS + round * 60 }),
      );
      events.push(...some);
      await publishEvents(stack, some, 7);
      await systemClock.wait(DOWN_MS / (ROUNDS - 2 - DOWN_AFTER));
    }
    const backMs = Date.now();
    await eventually(
      async () => (await stack.bus.streamState('JOBS')).messages === 0 || undefined,
      15 * 60_000,
    );
    const tookMs = Date.now() - backMs;
    await receivers.stop();
    for (const one of processes) await one.stop();
    const results = Object.entries(arrived).map(([kind, list]) => [kind, resultOf(events, list)] as const);
    for (const [kind, result] of results) {
      const text = Object.entries(result).map(([name, count]) => `${name} ${String(count)}`);
      process.stdout.write(`receiver-down ${kind}: ${text.join(', ')} of ${String(events.length)}\n`);
    }
    process.stdout.write(`receiver-down: all delivered ${String(tookMs)} ms after the last event\n`);
    for (const [, result] of results)
      expect(result).toMatchObject({ missing: 0, inversions: 0, 'wrong final states': 0 });
  },
);
