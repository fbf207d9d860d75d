/**
 * `npm run fuzz [-- --minutes 10] [--seed N]`: valid datagrams of every decoder, mutated in their structure and their bytes, through the whole collector, and of an agent's
 * answers through polls of SNMP, half of the time each, for a night.
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Collector } from '#ingest/flow/collector.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import { aDictionary, aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import { fuzzSeeds } from '#tests/fixtures/flow/fuzz-seeds.ts';
import { generator } from '#tests/fixtures/flow/mutate.ts';
import { mutateDatagram } from '#tests/fixtures/flow/mutate-datagram.ts';
import { EXPORT_S } from '#tests/fixtures/flow/packet-builder.ts';
import { startSnmpFuzz } from './fixtures/snmp/snmp-fuzz.ts';

const BATCH = 100_000;
const EXPORTER = '127.1.0.1';
/** What may be held, garbage not counted: how much of that is around depends on how busy the machine is. */
const MOST_BYTES = 200 * 1024 ** 2;

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
const collector = new Collector(aCollectorConfig(EXPORTER, aDictionary), [new RowSink(() => undefined)]);
let mutations = 0;
let held = 0;
let last: Buffer = Buffer.alloc(0);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function takeHeld(): void {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  held = Math.max(held, heapUsed + external);
  if (held > MOST_BYTES) throw new Error(`${String(held)} bytes are held`);
}

try {
  while (performance.now() < until) {
    for (let count = 0; count < BATCH; count += 1) {
      // What one mutation left behind (templates, samplers, names) is where the next one begins.
      last = mutateDatagram(datagrams[next() % datagrams.length] ?? last, next, datagrams);
      collector.receive(last, EXPORTER, EXPORT_S * 1_000 + mutations);
      mutations += 1;
    }
    takeHeld();
  }
} catch (error) {
  process.stderr.write(`after ${String(mutations)} mutations, with ${last.toString('hex')}\n`);
  throw error;
}
process.stdout.write(
  `${String(mutations)} mutations, none thrown, ${String(Math.round(held / 1024 ** 2))} MiB held at most\n`,
);

const fuzz = await startSnmpFuzz();
until = performance.now() + halfMs;
try {
  while (performance.now() < until) {
    await fuzz.round(next);
    takeHeld();
  }
} finally {
  await fuzz.close();
}
const faults = [...fuzz.faults].map(([fault, count]) => `${fault} ${String(count)}`).join(', ');
process.stdout.write(
  `${String(fuzz.forged)} mutated answers of SNMP in ${String(fuzz.polls)} polls, each ended, ${String(Math.round(held / 1024 ** 2))} MiB held at most; ${faults}\n`,
);
