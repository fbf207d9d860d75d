import { describe, expect, it } from 'vitest';
import { Collector } from './collector.ts';
import { RowSink } from './row-sink.ts';
import { aCollector, knownTo } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  commonFields,
  commonRecord,
  dataSet,
  ipfix,
  netflowV5,
  netflowV9,
  optionsTemplateIpfix,
  optionsTemplateV9,
  templateIpfix,
  templateV9,
  u32,
  u8,
} from '#tests/fixtures/flow/packet-builder.ts';

/** `FUZZ_MUTATIONS=1000000` for the long run. */
const MUTATIONS = Number(process.env['FUZZ_MUTATIONS'] ?? 60_000);

const record = commonRecord({ source: '10.11.0.5', destination: '10.12.0.9', bytes: 5_000, packets: 7 });
const flow = {
  source: '10.11.0.5',
  destination: '10.12.0.9',
  packets: 7,
  bytes: 5_000,
  firstMs: 1,
  lastMs: 2,
};
const seeds = {
  'NetFlow v5': [netflowV5({}, flow, flow, flow)],
  'NetFlow v9': [
    netflowV9({}, templateV9(256, commonFields), dataSet(256, record, record)),
    netflowV9(
      {},
      optionsTemplateV9(
        300,
        [{ id: 1, length: 4 }],
        [
          { id: 48, length: 1 },
          { id: 50, length: 4 },
        ],
      ),
      dataSet(300, [u32(0), u8(4), u32(512)]),
    ),
  ],
  IPFIX: [
    ipfix({}, templateIpfix(256, commonFields), dataSet(256, record, record)),
    ipfix(
      {},
      templateIpfix(257, [
        { id: 96, length: 65_535 },
        { id: 1, length: 4 },
      ]),
      dataSet(257, [u8(2), Buffer.from('ab'), u32(1)]),
    ),
    ipfix(
      {},
      optionsTemplateIpfix(
        300,
        [{ id: 302, length: 4 }],
        [
          { id: 305, length: 4 },
          { id: 306, length: 4 },
        ],
      ),
      dataSet(300, [u32(9), u32(1), u32(9)]),
    ),
  ],
} as const;

/** mulberry32: the same mutations in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

const interesting = [0, 1, 2, 3, 4, 127, 128, 255, 256, 65_535];

/** A valid datagram with a few bytes or lengths changed, cut off or grown. */
function mutate(bytes: Buffer, next: () => number): Buffer {
  const changed = Buffer.from(bytes);
  for (let count = next() % 4; count >= 0; count -= 1) {
    const at = next() % (changed.length - 1);
    if (next() % 2 === 0) changed[at] = next() & 0xff;
    else changed.writeUInt16BE(interesting[next() % interesting.length]!, at);
  }
  const kind = next() % 6;
  if (kind === 0) return changed.subarray(0, next() % changed.length);
  if (kind === 1) return Buffer.concat([changed, changed.subarray(next() % changed.length)]);
  return changed;
}

describe.each(Object.entries(seeds))('%s', (_, datagrams) => {
  it('cut off at every byte is counted and never thrown', () => {
    for (const datagram of datagrams)
      for (let length = 0; length < datagram.length; length += 1) {
        const { send } = aCollector();
        expect(() => {
          send(datagram.subarray(0, length));
        }).not.toThrow();
      }
  });

  it('mutated in any way neither throws nor fills the memory', () => {
    const next = generator(datagrams.length);
    const collector = new Collector(knownTo(), [new RowSink(() => undefined)]);
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < MUTATIONS; count += 1)
      collector.receive(mutate(datagrams[next() % datagrams.length]!, next), '127.1.0.1', EXPORT_S * 1000);
    const exporter = collector.exporters.get('127.1.0.1');
    expect(exporter?.domains.size ?? 0).toBeLessThanOrEqual(64);
    for (const { domain } of exporter?.domains.values() ?? []) {
      expect(domain.templates.size).toBeLessThanOrEqual(256);
      expect(domain.pending.length).toBeLessThanOrEqual(64);
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 ** 2);
  }, 600_000);
});
