import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEASE_MS } from '#platform/lease/leased-partitions.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import { openCutLink } from '#tests/fixtures/bus/cut-link.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { startWriter, type WriterProcess } from '#tests/fixtures/process/writer-process.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';
import { flowMessage, flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';

const PARTITIONS = 4;
const KILLS = rounds(4);
const TAKEOVER_MS = timeLimit(8_000);
/** Until rows are stored that wait since then: also those before them are inserted, and a position is published once a second. */
const STORED_MS = timeLimit(15_000);
const ROWS = 50;
const PUBLISH_MS = 40;
const LIMIT_MS = 600_000;
/** Longer than a lease lives. */
const STOPPED_MS = LEASE_MS + 3_000;

const atMs = Date.now();
const sumTo = (count: number): number => (count * (count - 1)) / 2;

describe('writers that share the partitions', () => {
  let stack: Stack;
  let link: Awaited<ReturnType<typeof openCutLink>>;
  let publisher: ReturnType<Stack['bus']['publisher']>;
  const writers = new Map<string, WriterProcess>();
  let published = 0;
  const load = { on: true };
  let loading: Promise<void> = Promise.resolve();
  const times: string[] = [];

  const start = async (name: string, env: Readonly<Record<string, string>> = {}): Promise<void> => {
    const writer = startWriter({
      ...stack.env,
      PARTITIONS: String(PARTITIONS),
      WRITER_NAME: name,
      WRITER_RANGE_MS: '200',
      LOG_LEVEL: 'fatal',
      ...env,
    });
    writers.set(name, writer);
    await writer.started;
  };

  /** The writer of each partition, undefined for one without. */
  async function owners(): Promise<readonly (string | undefined)[]> {
    const leases = await stack.bus.bucket(buckets.leases, { ttlMs: LEASE_MS });
    return Promise.all(
      Array.from({ length: PARTITIONS }, async (_, partition) => {
        const entry = await leases.get(`writer.${String(partition)}`);
        return entry === undefined ? undefined : new TextDecoder().decode(entry.value);
      }),
    );
  }
  const counts = async (): Promise<Readonly<Record<string, number>>> => {
    const found: Record<string, number> = {};
    for (const owner of await owners()) if (owner !== undefined) found[owner] = (found[owner] ?? 0) + 1;
    return found;
  };
  const shared = (...names: readonly string[]) =>
    until('the partitions are shared evenly', async () => {
      const now = await counts();
      const [least, most] = [Math.floor(PARTITIONS / names.length), Math.ceil(PARTITIONS / names.length)];
      return (
        Object.keys(now).length === names.length &&
        Object.values(now).reduce((sum, count) => sum + count, 0) === PARTITIONS &&
        names.every((name) => now[name] !== undefined && now[name] >= least && now[name] <= most)
      );
    });

  const stored = async (): Promise<number> => (await flowTotals(stack.clickhouse))['1d']?.flows ?? 0;

  /** Another writer takes over what this one wrote, which has just ended. */
  async function expectTakeover(former: string, what: string): Promise<void> {
    const sinceMs = systemClock.elapsed();
    const rows = untilStored(sinceMs);
    await until('the leases have other owners', async () =>
      (await owners()).every((owner) => owner !== undefined && owner !== former),
    );
    const leasesMs = Math.round(systemClock.elapsed() - sinceMs);
    const rowsMs = await rows;
    times.push(`${what}: leases ${String(leasesMs)} ms, rows ${String(rowsMs)} ms`);
    expect(leasesMs).toBeLessThan(TAKEOVER_MS);
    expect(rowsMs).toBeLessThan(STORED_MS);
  }

  /** Publishes to each partition, and returns the milliseconds until all of it is stored. */
  async function untilStored(sinceMs = systemClock.elapsed()): Promise<number> {
    const seqs = await Promise.all(
      Array.from({ length: PARTITIONS }, (_, partition) => publishTo(partition)),
    );
    const positions = await stack.bus.bucket(buckets.positions);
    const written = async (partition: number): Promise<number> =>
      Number(Buffer.from((await positions.get(`flows.${String(partition)}.writer`))?.value ?? []).toString());
    await until('rows of each partition are stored', async () => {
      const all = await Promise.all(seqs.map(async (seq, partition) => (await written(partition)) >= seq));
      return all.every(Boolean);
    });
    return Math.round(systemClock.elapsed() - sinceMs);
  }

  async function publishTo(partition: number): Promise<number> {
    const first = published;
    published += ROWS;
    const sent = await publisher.publish(flowMessage(partition, { first, count: ROWS, atMs }));
    if (!sent.ok) throw new Error(`not stored: ${sent.reason}`);
    return sent.seq;
  }
  async function exact(): Promise<void> {
    load.on = false;
    await loading;
    await until('all rows are there', async () => (await stored()) >= published);
    expect(await flowTotals(stack.clickhouse)).toEqual(
      sameEverywhere({ flows: published, bytes: sumTo(published) }),
    );
    expect(await stack.bus.lastMessage(streams.dead.name, 'dead.flows')).toBeUndefined();
  }
  const publishSteadily = (): void => {
    load.on = true;
    loading = (async () => {
      for (let at = 0; load.on; at += 1) {
        await publishTo(at % PARTITIONS);
        await systemClock.wait(PUBLISH_MS);
      }
    })();
  };

  beforeAll(async () => {
    stack = await openStack();
    link = await openCutLink(stack.env.NATS_URL);
    publisher = stack.bus.publisher(64);
  });
  afterAll(async () => {
    load.on = false;
    await loading;
    for (const writer of writers.values()) await writer.kill();
    link.close();
    await stack.close();
    if (times.length > 0) process.stdout.write(`writers: ${times.join('; ')}\n`);
  });

  it(
    `a single one writes all of them as soon as it has started; a second one gets half of them, and one that is killed (${String(KILLS)} times) is replaced`,
    async () => {
      await start('one');
      expect(await owners()).toEqual(['one', 'one', 'one', 'one']);
      publishSteadily();
      await start('two');
      await shared('one', 'two');
      for (let round = 0; round < KILLS; round += 1) {
        const name = round % 2 === 0 ? 'one' : 'two';
        await systemClock.wait((round * 137) % 600);
        await writers.get(name)!.kill();
        await expectTakeover(name, 'killed');
        await start(name);
        await shared('one', 'two');
      }
      await exact();
    },
    LIMIT_MS,
  );

  it(
    'the partitions of one that is stopped are written by the other, and it writes none of their rows again when it continues',
    async () => {
      publishSteadily();
      const { child } = writers.get('two')!;
      child.kill('SIGSTOP');
      const sinceMs = systemClock.elapsed();
      await expectTakeover('two', 'suspended');
      await systemClock.wait(Math.max(0, STOPPED_MS - (systemClock.elapsed() - sinceMs)));
      child.kill('SIGCONT');
      await shared('one', 'two');
      await exact();
    },
    LIMIT_MS,
  );

  atNight(
    'one that gets no reply from NATS is replaced, and takes its share again when it does',
    async () => {
      publishSteadily();
      await start('three', { NATS_URL: link.url });
      await shared('one', 'two', 'three');
      link.cut();
      await expectTakeover('three', 'without NATS');
      await systemClock.wait(60_000);
      link.heal();
      await shared('one', 'two', 'three');
      await exact();
    },
    LIMIT_MS,
  );

  atNight(
    'one that ends hands its partitions over without waiting for its leases',
    async () => {
      publishSteadily();
      await shared('one', 'two', 'three');
      expect(await writers.get('three')!.stop()).toBe(0);
      await expectTakeover('three', 'ended');
      await shared('one', 'two');
      await exact();
    },
    LIMIT_MS,
  );

  atNight(
    'with a list of partitions share those, and leave the others to others',
    async () => {
      for (const name of ['one', 'two']) expect(await writers.get(name)!.stop()).toBe(0);
      publishSteadily();
      await start('low', { WRITER_PARTITIONS: '0,1' });
      await start('low-too', { WRITER_PARTITIONS: '1,0' });
      await start('high', { WRITER_PARTITIONS: '2,3' });
      await until('each has its share', async () => {
        const now = await owners();
        return (
          now[2] === 'high' && now[3] === 'high' && new Set([now[0], now[1], 'low', 'low-too']).size === 2
        );
      });
      await writers.get('low')!.kill();
      await untilStored();
      expect(await owners()).toEqual(['low-too', 'low-too', 'high', 'high']);
      await exact();
    },
    LIMIT_MS,
  );
});
