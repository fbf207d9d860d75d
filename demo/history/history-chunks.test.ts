import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchNumber } from '#engine/measure/rows-batch.ts';
import { chunksOf, isWritten, publishedNumber } from './history-chunks.ts';
import { DAY_S } from '#schemas/time/duration.ts';

const UNTIL_S = 1_795_000_200;
const pastOf = (days: number, untilS = UNTIL_S) => ({ fromS: untilS - days * DAY_S, untilS });

describe('the days of the past', () => {
  it('are written from the newest to the oldest, the last three in windows of 5 minutes', () => {
    const chunks = chunksOf(pastOf(30));
    expect(chunks[0]).toMatchObject({ fromS: UNTIL_S - DAY_S, untilS: UNTIL_S, stepS: 300 });
    expect(chunks.map(({ stepS }) => stepS)).toEqual([300, 300, 300, ...Array<number>(27).fill(1_800)]);
    expect(chunks.map(({ clearAtS }) => clearAtS !== undefined)).toEqual(
      chunks.map(({ untilS, stepS }, index) => untilS === UNTIL_S || stepS !== chunks[index - 1]?.stepS),
    );
  });

  it('follow each other without a gap and without overlap, each from windows that warm it up', () => {
    const ends = fc.integer({ min: 5_000_000, max: 6_000_000 }).map((steps) => steps * 300);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), ends, (days, untilS) => {
        const past = pastOf(days, untilS);
        const chunks = chunksOf(past);
        expect(chunks[0]?.untilS).toBe(untilS);
        expect(chunks.at(-1)?.fromS).toBeLessThanOrEqual(past.fromS);
        for (const [index, { fromS, untilS: end, warmFromS, stepS }] of chunks.entries()) {
          expect([fromS % stepS, end % stepS, warmFromS % stepS]).toEqual([0, 0, 0]);
          expect([warmFromS <= fromS, fromS < end]).toEqual([true, true]);
          if (index > 0) expect(end).toBe(chunks[index - 1]?.fromS);
        }
      }),
    );
  });

  it('have batches whose numbers rise as they are published, none of which is of two days', () => {
    const chunks = chunksOf(pastOf(5));
    const windows = chunks.flatMap((chunk) =>
      Array.from({ length: (chunk.untilS - chunk.warmFromS) / chunk.stepS + 3 }, (_, index) => ({
        chunk,
        at: chunk.warmFromS + index * chunk.stepS,
      })).filter(({ at }) => isWritten(chunk, at, UNTIL_S)),
    );
    const numbers = windows.flatMap(({ chunk, at }) =>
      [0, 1].map((index) => publishedNumber(chunk, batchNumber(at, index), UNTIL_S)),
    );
    for (const [index, number] of numbers.entries())
      if (index > 0) expect(number).toBeGreaterThan(numbers[index - 1] ?? 0);
    const times = windows.map(({ at }) => at);
    expect(new Set(times).size).toBe(times.length);
    expect(Number.isSafeInteger(numbers.at(-1))).toBe(true);
  });
});
