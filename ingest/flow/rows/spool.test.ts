import { describe, expect, it } from 'vitest';
import { frameMargin } from '#platform/bus/frame.ts';
import { Spool } from './spool.ts';
import type { RowsMessage } from './rows-message.ts';

const BUFFER_BYTES = 10_000;
const MARGINS = frameMargin.before + frameMargin.behind;

/** Rows in a buffer of a sink, which counts its releases. */
function fromSink(length: number): RowsMessage & { readonly released: () => number } {
  let released = 0;
  const buffer = new Uint8Array(frameMargin.before + BUFFER_BYTES + frameMargin.behind).fill(7);
  return {
    bytes: buffer.subarray(frameMargin.before, frameMargin.before + length),
    rows: 1,
    firstMs: 1,
    lastMs: 2,
    inPlace: true,
    release: () => {
      released += 1;
    },
    released: () => released,
  };
}

describe('rows that wait for their stream', () => {
  it('count with the whole buffer that they occupy', () => {
    const spool = new Spool(3 * (BUFFER_BYTES + MARGINS));
    const taken = [1, 2, 3, 4].map(() => spool.take(fromSink(BUFFER_BYTES - 1)));
    expect(taken.map((one) => one !== undefined)).toEqual([true, true, true, false]);
    spool.free(taken[0]!);
    expect(spool.take(fromSink(BUFFER_BYTES))).toBeDefined();
  });

  it('leave a buffer that they hardly fill, with the same margins around them', () => {
    const spool = new Spool();
    const message = fromSink(100);
    const { bytes, release, rows } = spool.take(message)!;
    expect([message.released(), release, rows]).toEqual([1, undefined, 1]);
    expect([...bytes]).toEqual([...message.bytes]);
    expect([bytes.byteOffset, bytes.buffer.byteLength]).toEqual([frameMargin.before, 100 + MARGINS]);
  });

  it('release their buffer once, whether they are stored or dropped', () => {
    const spool = new Spool(BUFFER_BYTES + MARGINS);
    const [stored, dropped] = [fromSink(BUFFER_BYTES), fromSink(BUFFER_BYTES)];
    const taken = spool.take(stored)!;
    expect(spool.take(dropped)).toBeUndefined();
    expect([stored.released(), dropped.released()]).toEqual([0, 1]);
    spool.free(taken);
    expect([stored.released(), dropped.released()]).toEqual([1, 1]);
  });
});
