import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  commonFields,
  dataSet,
  netflowV9,
  templateV9,
  ip,
  u8,
  u16,
  u32,
  u64,
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
  ...[ip(source), ip('10.12.0.9'), u16(50_000), u16(443), u8(6), u8(0), u8(0)],
  ...[u32(inIndex), u32(outIndex), u64(bytes), u64(1), u32(3_590_000), u32(3_595_000), u8(direction)],
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
  it('become the rows that they become in sets of their own', () => {
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

  it('go on in the next message when they do not fit into the one that is being filled', () => {
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

  it('are opened with the cells of their exporter alone, whatever stood in the buffer before', () => {
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
