import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  commonFields,
  dataSet,
  netflowV9,
  templateV9,
  ip,
  encodeU8,
  encodeU16,
  encodeU32,
  encodeU64,
} from '#tests/fixtures/flow/packet-builder.ts';
import { ROW_BYTES, RowSink } from '../rows/row-sink.ts';
import type { RowsMessage } from '../rows/rows-message.ts';

interface Flow {
  readonly source: string;
  readonly inIndex: number;
  readonly outIndex: number;
  readonly bytes: number;
  readonly direction: number;
}

const record = ({ source, inIndex, outIndex, bytes, direction }: Flow): readonly Buffer[] => [
  ip(source),
  ip('10.12.0.9'),
  encodeU16(50_000),
  encodeU16(443),
  encodeU8(6),
  encodeU8(0),
  encodeU8(0),
  encodeU32(inIndex),
  encodeU32(outIndex),
  encodeU64(bytes),
  encodeU64(1),
  encodeU32(3_590_000),
  encodeU32(3_595_000),
  encodeU8(direction),
];
const template = templateV9(256, commonFields);

const flow = fc.record<Flow>({
  source: fc.constantFrom('10.11.0.5', '10.12.0.5', '10.11.200.1', '192.0.2.1'),
  // Two that the inventory knows, and others.
  inIndex: fc.constantFrom(0, 1, 2, 3, 4_294_967_295),
  outIndex: fc.constantFrom(0, 1, 2, 3),
  bytes: fc.integer({ min: 0, max: 2 ** 40 }),
  direction: fc.constantFrom(0, 1),
});

describe('records of one set', () => {
  it('decode to the same rows as records in separate sets', () => {
    fc.assert(
      fc.property(fc.array(flow, { minLength: 1, maxLength: 40 }), (flows) => {
        const together = aCollector();
        const apart = aCollector();
        together.send(netflowV9({}, template, dataSet(256, ...flows.map(record))));
        apart.send(netflowV9({}, template, ...flows.map((one) => dataSet(256, record(one)))));
        expect(together.rows()).toEqual(apart.rows());
        expect(together.rows()).toHaveLength(flows.length);
      }),
    );
  });

  it('continue in the next message when the current one is full', () => {
    const { send, rows } = aCollector();
    const each = 30;
    const sets = 120;
    for (let set = 0; set < sets; set += 1) {
      const numbers = Array.from({ length: each }, (_, at) => set * each + at);
      const records = numbers.map((bytes) =>
        record({ source: '10.11.0.5', inIndex: 1, outIndex: 2, bytes, direction: 0 }),
      );
      send(netflowV9({}, template, dataSet(256, ...records)));
    }
    expect(rows().map(({ bytes }) => Number(bytes))).toEqual(
      Array.from({ length: sets * each }, (_, at) => at),
    );
  });

  it('contain only the constant cells of their exporter in a reused buffer', () => {
    const messages: RowsMessage[] = [];
    const sink = new RowSink((message) => messages.push(message));
    for (const value of [1, 2, 3, 4]) {
      const at = sink.reserve(new Uint8Array(ROW_BYTES).fill(value), 7);
      const opened = new Uint8Array(sink.view.buffer, at, 7 * ROW_BYTES);
      expect(opened.every((byte) => byte === value)).toBe(true);
      sink.commit(value, 7);
      sink.flush();
      messages.at(-1)?.release?.();
    }
    expect(messages.map(({ rows }) => rows)).toEqual([7, 7, 7, 7]);
  });
});
