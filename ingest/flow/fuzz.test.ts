import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Collector } from './collector.ts';
import { RowSink } from './rows/row-sink.ts';
import { aCollector, aDictionary, aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import { fuzzSeeds } from '#tests/fixtures/flow/fuzz-seeds.ts';
import { generator } from '#tests/fixtures/flow/mutate.ts';
import { mutateDatagram } from '#tests/fixtures/flow/mutate-datagram.ts';
import { EXPORT_S } from '#tests/fixtures/flow/packet-builder.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

/** Bytes between the lengths at which datagrams are cut: every byte at night. */
const STEP = 4 / rounds(4);
/** CPU-seconds per decoder. `npm run fuzz` runs longer. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? (STEP === 1 ? 4 : 0.25));
const BATCH = 500;
const MAX_BYTES = 200 * 1024 ** 2;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Garbage not counted: how much of that is around depends on what ran before in this process. */
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function cpuSeconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}

/** What was rejected, by reason. */
function rejections({ rejected, exporters }: Collector): string {
  const counts = new Map<string, number>(rejected);
  for (const { domains } of exporters.values())
    for (const { traffic } of domains.values())
      for (const [reason, count] of traffic.errors) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return [...counts].map(([reason, count]) => `${reason} ${String(count)}`).join(', ');
}

/** Mutates for a fixed time. State left by one mutation (templates, samplers, names) is retained for the next. */
function fuzzed(collector: Collector, datagrams: readonly Buffer[]): number {
  const seed = datagrams.length;
  const next = generator(seed);
  const until = cpuSeconds() + SECONDS;
  let mutations = 0;
  let last: Buffer = Buffer.alloc(0);
  try {
    while (cpuSeconds() < until)
      for (let count = 0; count < BATCH; count += 1) {
        last = mutateDatagram(datagrams[next() % datagrams.length]!, next, datagrams);
        collector.receive(last, '127.1.0.1', EXPORT_S * 1000 + mutations);
        mutations += 1;
      }
  } catch (error) {
    const where = `after ${String(mutations)} mutations of seed ${String(seed)}`;
    throw new Error(`${where}: ${last.toString('hex')}`, { cause: error });
  }
  return mutations;
}

describe.each(Object.entries(fuzzSeeds))('%s', (name, datagrams) => {
  it('truncated anywhere is counted and does not throw', () => {
    for (const [at, datagram] of datagrams.entries())
      for (let length = at % STEP; length < datagram.length; length += STEP) {
        const { send } = aCollector();
        expect(() => {
          send(datagram.subarray(0, length));
        }).not.toThrow();
      }
  });

  it('with mutated structure and bytes neither throws nor exhausts memory', () => {
    let rows = 0;
    const sink = new RowSink((message) => {
      rows += message.rows;
    });
    const known = { ...aCollectorConfig('127.1.0.1', aDictionary), tunnels: 'inner' } as const;
    const collector = new Collector(known, [sink]);
    const before = heldBytes();
    const mutations = fuzzed(collector, datagrams);
    sink.flush();
    const exporter = collector.exporters.get('127.1.0.1');
    expect(exporter?.domains.size ?? 0).toBeLessThanOrEqual(64);
    for (const { domain } of exporter?.domains.values() ?? []) {
      expect(domain.templates.size).toBeLessThanOrEqual(256);
      expect(domain.pending.length).toBeLessThanOrEqual(64);
    }
    const took = `${String(mutations)} mutations in ${String(SECONDS)} s of CPU`;
    process.stdout.write(`fuzz, ${name}: ${took}, ${String(rows)} rows made; ${rejections(collector)}\n`);
    // Rejected mutations would only test the first line of a decoder.
    expect(mutations).toBeGreaterThan(BATCH);
    if (name !== 'option data') expect(rows).toBeGreaterThan(mutations / 100);
    expect(heldBytes() - before).toBeLessThan(MAX_BYTES);
  }, 600_000);
});
