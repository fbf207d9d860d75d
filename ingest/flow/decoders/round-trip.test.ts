import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  ipfix,
  netflowV9,
  templateIpfix,
  templateV9,
  type FieldSpec,
} from '#tests/fixtures/flow/packet-builder.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

/** A number of any length, as reduced-size encoding writes it (RFC 7011 §6.2). */
function numberOf(value: bigint, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = length - 1, remaining = value; at >= 0; at -= 1, remaining >>= 8n)
    bytes[at] = Number(remaining & 0xffn);
  return bytes;
}

interface Part {
  readonly field: FieldSpec;
  readonly bytes: Buffer;
  /** Column of the row and its expected value; undefined for elements that are not read. */
  readonly column: string | undefined;
  readonly value: number | bigint;
}

/** An element that is a number, in any of the lengths that it may have. */
const numeric = (id: number, column: string, [least, most]: readonly [number, number], isBig = false) =>
  fc.integer({ min: least, max: most }).chain((length) =>
    fc.bigInt({ min: 1n, max: (1n << BigInt(Math.min(8 * length, 48))) - 1n }).map((value): Part => ({
      field: { id, length },
      bytes: numberOf(value, length),
      column,
      value: isBig ? value : Number(value),
    })),
  );

const known: readonly fc.Arbitrary<Part>[] = [
  numeric(1, 'bytes', [1, 8], true),
  numeric(2, 'packets', [1, 8], true),
  numeric(7, 'source_port', [1, 2]),
  numeric(11, 'destination_port', [1, 2]),
  numeric(4, 'protocol', [1, 1]),
  numeric(6, 'tcp_flags', [1, 2]),
  numeric(10, 'in_index', [1, 4]),
  numeric(14, 'out_index', [1, 4]),
  numeric(16, 'source_as', [1, 4]),
  numeric(17, 'destination_as', [1, 4]),
  numeric(234, 'vpn', [1, 4]),
];

const content = (most: number) =>
  fc.uint8Array({ minLength: 1, maxLength: most }).map((bytes) => Buffer.from(bytes));
/** Fixed-length elements that are not read. */
const unread = fc
  .tuple(fc.integer({ min: 900, max: 999 }), content(20))
  .map(([id, bytes]): Part => ({ field: { id, length: bytes.length }, bytes, column: undefined, value: 0 }));
/** Elements of enterprises and of variable length: IPFIX alone. */
const ofIpfix = fc
  .tuple(fc.integer({ min: 1, max: 32_000 }), content(300), fc.boolean())
  .map(([id, bytes, long]): Part => {
    const size =
      long || bytes.length > 254
        ? Buffer.from([255, bytes.length >> 8, bytes.length & 255])
        : Buffer.from([bytes.length]);
    return {
      field: { id, length: 65_535, enterprise: 99_999 },
      bytes: Buffer.concat([size, bytes]),
      column: undefined,
      value: 0,
    };
  });

const recordOf = (others: fc.Arbitrary<Part>) =>
  fc
    .tuple(fc.shuffledSubarray([...known], { minLength: 1 }), fc.array(others, { maxLength: 4 }))
    .chain(([chosen, extra]) => fc.tuple(fc.tuple(...chosen), fc.constant(extra)))
    .chain(([read, extra]) =>
      fc.shuffledSubarray([...read, ...extra], { minLength: read.length + extra.length }),
    );

const expectRow = (parts: readonly Part[], row: Readonly<Record<string, unknown>> | undefined): void => {
  for (const { column, value } of parts)
    if (column !== undefined) expect([column, row?.[column]]).toEqual([column, value]);
};

describe('a template with any elements, order and lengths', () => {
  it('round-trips in NetFlow v9', () => {
    fc.assert(
      fc.property(recordOf(unread), (parts) => {
        const { send, rows } = aCollector();
        const bytes = parts.map((part) => part.bytes);
        send(
          netflowV9(
            {},
            templateV9(
              300,
              parts.map(({ field }) => field),
            ),
            dataSet(300, bytes, bytes),
          ),
        );
        const found = rows();
        // Records shorter than the padding of a set are indistinguishable from it.
        expect(found.length).toBeGreaterThanOrEqual(2);
        for (const row of found.slice(0, 2)) expectRow(parts, row);
      }),
      { numRuns: rounds(300) },
    );
  });

  it('round-trips in IPFIX, skipping enterprise and variable-length elements', () => {
    fc.assert(
      fc.property(recordOf(fc.oneof(unread, ofIpfix)), (parts) => {
        const { send, rows } = aCollector();
        const bytes = parts.map((part) => part.bytes);
        send(
          ipfix(
            {},
            templateIpfix(
              300,
              parts.map(({ field }) => field),
            ),
            dataSet(300, bytes, bytes),
          ),
        );
        expectRow(parts, rows()[0]);
        expectRow(parts, rows()[1]);
      }),
      { numRuns: rounds(300) },
    );
  });
});

describe('a truncated set with variable-length fields', () => {
  it('keeps the records before the cut and counts one error', () => {
    const { send, rows, entry } = aCollector();
    const fields = [
      { id: 1, length: 4 },
      { id: 82, length: 65_535 },
    ];
    const record = (bytes: bigint) => [numberOf(bytes, 4), Buffer.from([3]), Buffer.from('eth')];
    const cut = [numberOf(9n, 4), Buffer.from([200]), Buffer.from('eth0')];
    send(ipfix({}, templateIpfix(300, fields), dataSet(300, record(1n), record(2n), cut)));
    expect(rows().map(({ bytes }) => bytes)).toEqual([1n, 2n]);
    expect(entry('10.7')?.traffic).toMatchObject({ records: 2, errors: new Map([['record truncated', 1]]) });
  });
});
