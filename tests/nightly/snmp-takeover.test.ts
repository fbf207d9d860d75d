import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POLL_SHARDS } from '#ingest/snmp/schedule.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { claimOf } from '#platform/lease/claims.ts';
import { LEASE_MS } from '#platform/lease/leased-partitions.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { openCutLink } from '#tests/fixtures/bus/cut-link.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { startPoller } from '#tests/fixtures/snmp/start-poller.ts';
import { COMMUNITY, honest, portTable, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';

/** Kills of pollers, in turns. */
const KILLS = Number(process.env['POLLER_KILLS'] ?? '2');
const DEVICES = 96;
/**
 * At most one poll of a device is due in a takeover, and has ended before the next one: it learns the ports of the device, which takes
 * seconds on a busy machine.
 */
const INTERVAL_MS = 20_000;
/** Entries expire after four seconds, and others look for what is free every second. */
const TAKEOVER_MS = 8_000;
const REBALANCE_MS = 15_000;
/** Longer than a lease lives, and than every poll that was due takes. */
const AWAY_MS = 45_000;
/** Processes start, on a busy machine. */
const STARTED_MS = 90_000;
const LIMIT_MS = 2_400_000;

let stack: Stack;
let agent: Awaited<ReturnType<typeof startUdpAgent>>;
let link: Awaited<ReturnType<typeof openCutLink>>;
const pollers = new Map<string, ChildProcess>();
/** How often the poll of each device at each scheduled time is stored. */
const polls = new Map<number, Map<number, number>>();
const reading = new AbortController();
const figures: string[] = [];
/** What took longer than it may: looked at after the polls, which count. */
const slow: string[] = [];

beforeAll(async () => {
  const response = honest(portTable(['Gi0/0']));
  [stack, agent] = await Promise.all([
    openStack(),
    startUdpAgent(({ datagram, reply }) => {
      reply(response(datagram)!);
    }),
  ]);
  const snmp = { community: COMMUNITY, port: agent.port };
  const devices = Array.from({ length: DEVICES }, (_, at) => ({
    name: `r${String(at)}`,
    address: '127.0.0.1',
    snmp,
  }));
  const site = { name: 'one', city: 'Lyon', latitude: 45, longitude: 4, devices };
  const file = NetworkFile.parse({ customers: [{ clientId: 'a', name: 'A', sites: [site] }] });
  await importNetwork({ db: stack.db, secrets: testSecrets }, file);
  link = await openCutLink(stack.env.NATS_URL);
  for (const partition of [0, 1]) void read(partition);
});
afterAll(async () => {
  reading.abort();
  for (const poller of pollers.values()) poller.kill('SIGKILL');
  link.close();
  await stack.close();
  agent.close();
  process.stdout.write(`pollers: ${figures.join('; ')}\n`);
});

/** Messages are named by the device and the scheduled time of its poll. */
async function read(partition: number): Promise<void> {
  const subject = `samples.${String(partition)}`;
  const source = { stream: 'SAMPLES', subject, fromSeq: 1, signal: reading.signal };
  for await (const { header } of stack.bus.orderedReader(source)) {
    const [, device, scheduled] = header('Nats-Msg-Id')?.split('.') ?? [];
    const own = polls.get(Number(device)) ?? new Map<number, number>();
    own.set(Number(scheduled), (own.get(Number(scheduled)) ?? 0) + 1);
    polls.set(Number(device), own);
  }
}

function start(name: string, env: Readonly<Record<string, string>> = {}): void {
  const poller = startPoller(stack, {
    POLLER_NAME: name,
    POLL_INTERVAL_SECONDS: String(INTERVAL_MS / 1_000),
    LOG_LEVEL: process.env['POLLER_LOG_LEVEL'] ?? 'error',
    ...env,
  });
  pollers.set(name, poller);
}

/** Shards that each live poller claims. */
async function shares(): Promise<Readonly<Record<string, number>>> {
  const leases = await stack.bus.bucket(buckets.leases, { ttlMs: LEASE_MS });
  const entries = await leases.entries('shards.poller.*');
  return Object.fromEntries(
    entries.map(({ value }) => {
      const [name = '', text = ''] = new TextDecoder().decode(value).split(' ');
      return [name, claimOf(text).size];
    }),
  );
}
async function areSharedBy(...names: readonly string[]): Promise<boolean> {
  const now = await shares();
  const sizes = names.map((name) => now[name] ?? 0);
  return (
    Object.keys(now).length === names.length &&
    sizes.reduce((sum, size) => sum + size, 0) === POLL_SHARDS &&
    Math.max(...sizes) - Math.min(...sizes) <= 1
  );
}

/** Milliseconds until the shards are shared evenly by these pollers. */
async function untilShared(...names: readonly string[]): Promise<number> {
  const sinceMs = Date.now();
  await until(`shared by ${names.join(' and ')}`, () => areSharedBy(...names), STARTED_MS);
  return Date.now() - sinceMs;
}

const joined = (name: string) =>
  until(`${name} is there`, async () => (await shares())[name] !== undefined, STARTED_MS);

async function note(what: string, ms: number, most: number): Promise<void> {
  figures.push(`${what} ${String(ms)} ms (until ${new Date().toISOString().slice(11, 19)})`);
  if (ms >= most) slow.push(`${what}: ${String(ms)} of ${String(most)} ms`);
  await systemClock.wait(AWAY_MS);
}

describe('three pollers', () => {
  it(
    'share the devices evenly; those of one that is killed, suspended, without NATS or ended are taken over; no poll is missing, none is stored twice',
    async () => {
      start('one');
      start('two');
      start('three', { NATS_URL: link.url });
      await untilShared('one', 'two', 'three');
      await until('every device is polled', () => polls.size === DEVICES);
      const fromMs = Date.now();
      // Each device has a first poll from which on none may be missing.
      await systemClock.wait(1.5 * INTERVAL_MS);

      for (const round of Array.from({ length: KILLS }, (_, at) => at)) {
        const name = round % 2 === 0 ? 'one' : 'two';
        pollers.get(name)!.kill('SIGKILL');
        await note(
          'killed',
          await untilShared(...['one', 'two', 'three'].filter((each) => each !== name)),
          TAKEOVER_MS,
        );
        start(name);
        await joined(name);
        await note('joined', await untilShared('one', 'two', 'three'), REBALANCE_MS);
      }

      pollers.get('two')!.kill('SIGSTOP');
      await note('suspended', await untilShared('one', 'three'), TAKEOVER_MS);
      pollers.get('two')!.kill('SIGCONT');
      await note('continued', await untilShared('one', 'two', 'three'), REBALANCE_MS);

      link.cut();
      await note('without NATS', await untilShared('one', 'two'), TAKEOVER_MS);
      link.heal();
      await note('with NATS again', await untilShared('one', 'two', 'three'), REBALANCE_MS);

      pollers.get('one')!.kill('SIGTERM');
      await note('ended', await untilShared('two', 'three'), REBALANCE_MS);

      const untilMs = Date.now() - INTERVAL_MS;
      const [missing, twice]: [string[], string[]] = [[], []];
      let due = 0;
      for (const [device, times] of polls) {
        const first = [...times.keys()]
          .filter((at) => at >= fromMs)
          .toSorted((one, other) => one - other)[0]!;
        for (let at = first; at < untilMs; at += INTERVAL_MS) {
          due += 1;
          const count = times.get(at) ?? 0;
          if (count === 0) missing.push(`${String(device)} at ${new Date(at).toISOString()}`);
          if (count > 1) twice.push(`${String(device)} at ${new Date(at).toISOString()}`);
        }
      }
      figures.push(
        `${String(due)} polls due, ${String(missing.length)} missing, ${String(twice.length)} twice`,
      );
      expect({ missing, twice }).toEqual({ missing: [], twice: [] });
      expect(due).toBeGreaterThan(DEVICES * 8);
      expect(slow).toEqual([]);
    },
    LIMIT_MS,
  );
});
