/**
 * `npm run fuzz [-- --minutes 10] [--seed N]`: mutations of valid datagrams through the whole collector, and of an agent's
 * answers through polls of SNMP, half of the time each, for a night.
 */
import { parseArgs } from 'node:util';
import { Collector } from '#ingest/flow/collector.ts';
import { RowSink } from '#ingest/flow/row-sink.ts';
import { aDictionary, knownTo } from '#tests/fixtures/flow/a-collector.ts';
import { fuzzSeeds } from '#tests/fixtures/flow/fuzz-seeds.ts';
import { generator, mutate } from '#tests/fixtures/flow/mutate.ts';
import { EXPORT_S } from '#tests/fixtures/flow/packet-builder.ts';
import { startSnmpFuzz } from './scenario/snmp-fuzz.ts';

const BATCH = 20_000;
const EXPORTER = '127.1.0.1';
/** What the collector may take beyond what the process had before the first mutation. */
const MOST_BYTES = 400 * 1024 ** 2;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { minutes: text, seed: text } });
const minutes = Number(values.minutes ?? 10);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const datagrams = Object.values(fuzzSeeds).flat();

process.stdout.write(
  `seed ${String(seed)}, ${String(minutes)} minutes, ${String(datagrams.length)} datagrams\n`,
);
const next = generator(seed);
const halfMs = minutes * 30_000;
let until = performance.now() + halfMs;
const collector = new Collector(knownTo(EXPORTER, aDictionary), [new RowSink(() => undefined)]);
let mutations = 0;
const atFirst = process.memoryUsage.rss();
let rss = 0;
let last: Buffer = Buffer.alloc(0);

function takeRss(): void {
  rss = Math.max(rss, process.memoryUsage.rss());
  if (rss - atFirst > MOST_BYTES)
    throw new Error(`${String(rss)} bytes of memory, ${String(atFirst)} at first`);
}

try {
  while (performance.now() < until) {
    for (let count = 0; count < BATCH; count += 1) {
      // What one mutation left behind (templates, samplers, names) is where the next one begins.
      last = mutate(datagrams[next() % datagrams.length] ?? last, next);
      collector.receive(last, EXPORTER, EXPORT_S * 1_000 + mutations);
      mutations += 1;
    }
    takeRss();
  }
} catch (error) {
  process.stderr.write(`after ${String(mutations)} mutations, with ${last.toString('hex')}\n`);
  throw error;
}
process.stdout.write(
  `${String(mutations)} mutations, none thrown, ${String(Math.round(rss / 1024 ** 2))} MiB at most\n`,
);

const fuzz = await startSnmpFuzz();
until = performance.now() + halfMs;
try {
  while (performance.now() < until) {
    await fuzz.round(next);
    takeRss();
  }
} finally {
  await fuzz.close();
}
const faults = [...fuzz.faults].map(([fault, count]) => `${fault} ${String(count)}`).join(', ');
process.stdout.write(
  `${String(fuzz.forged)} mutated answers of SNMP in ${String(fuzz.polls)} polls, each ended, ${String(Math.round(rss / 1024 ** 2))} MiB at most; ${faults}\n`,
);
