import { describe, expect, it } from 'vitest';
import { Sequence } from './sequence.ts';

const after = (numbers: readonly number[], step = 1) => {
  const sequence = new Sequence();
  for (const number of numbers) sequence.record(number, step);
  return sequence.drain();
};
const nothing = { lost: 0, duplicates: 0, restarts: 0 };

describe('the sequence of an exporter', () => {
  it.each([
    ['nothing missing', [5, 6, 7], nothing],
    ['two missing', [5, 8], { ...nothing, lost: 2 }],
    ['one overtaken by another', [5, 7, 6, 8], nothing],
    ['one that came twice', [5, 6, 6, 7], { ...nothing, duplicates: 1 }],
    ['one that came twice behind others', [5, 6, 7, 8, 6, 9], { ...nothing, duplicates: 1 }],
    ['one missing and another one twice', [5, 7, 7, 8], { ...nothing, lost: 1, duplicates: 1 }],
    ['one that was overtaken and came twice', [5, 7, 6, 6, 8], { ...nothing, duplicates: 1 }],
    ['across the end of 32 bits', [4_294_967_294, 4_294_967_295, 0, 1], nothing],
    ['one missing across the end of 32 bits', [4_294_967_295, 1], { ...nothing, lost: 1 }],
    ['a restart of the exporter', [900_000, 1, 2], { ...nothing, restarts: 1 }],
    ['a restart soon after the start', [40_000, 0, 1, 3], { ...nothing, restarts: 1, lost: 1 }],
    [
      'a restart behind a loss that was counted',
      [40_000, 40_010, 0, 1],
      { ...nothing, lost: 9, restarts: 1 },
    ],
    ['a jump far ahead', [5, 3_000_000], { ...nothing, restarts: 1 }],
  ] as const)('with %s', (_, numbers, expected) => {
    expect(after(numbers)).toEqual(expected);
  });

  it('counts by the records of each datagram where the protocol numbers records', () => {
    expect(after([0, 24, 72], 24)).toEqual({ ...nothing, lost: 24 });
    expect(after([0, 24, 24, 48], 24)).toEqual({ ...nothing, duplicates: 1 });
  });

  it('counts a long gap of records as lost if the exporter may have sent as many', () => {
    const sequence = new Sequence();
    sequence.record(0, 24, 1_000);
    sequence.record(150_024, 24, 1_010);
    expect(sequence.drain()).toEqual({ ...nothing, lost: 150_000 });
    // 100,000 records a second for a minute, then nothing for a minute.
    for (let count = 1; count <= 6_000; count += 1)
      sequence.record(149_048 + count * 1_000, 1_000, 1_010 + count * 10);
    expect(sequence.drain()).toMatchObject({ restarts: 0 });
    sequence.record(12_150_048, 1_000, 121_010);
    expect(sequence.drain()).toEqual({ ...nothing, lost: 6_000_000 });
    sequence.record(100_000_000, 1_000, 121_020);
    expect(sequence.drain()).toEqual({ ...nothing, restarts: 1 });
  });

  it('does not count template-only datagrams, which do not advance it, as duplicates', () => {
    const sequence = new Sequence();
    sequence.record(48, 24);
    for (let count = 0; count < 3; count += 1) sequence.record(72, 0);
    sequence.record(72, 24);
    sequence.record(96, 24);
    expect(sequence.drain()).toEqual(nothing);
  });

  it('restarts its counters after each report', () => {
    const sequence = new Sequence();
    for (const number of [1, 3, 3]) sequence.record(number, 1);
    expect(sequence.drain()).toEqual({ lost: 1, duplicates: 1, restarts: 0 });
    expect(sequence.drain()).toEqual(nothing);
  });
});
