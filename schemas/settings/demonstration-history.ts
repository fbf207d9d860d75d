import { z } from 'zod';

/** Setting under which the generator of the demonstration's past keeps its progress. */
export const HISTORY_SETTING = 'demonstration.history';

/** Seconds since 1970. It is written from the newest day to the oldest. */
export const HistoryProgress = z.strictObject({
  fromS: z.int(),
  untilS: z.int(),
  /** From when on everything is written; absent: nothing is. */
  writtenFromS: z.int().optional(),
  done: z.boolean(),
});
export type HistoryProgress = z.infer<typeof HistoryProgress>;

/** How much is written, in whole percent below 100; undefined: all of it. */
export function writtenPercent({
  fromS,
  untilS,
  writtenFromS = untilS,
  done,
}: HistoryProgress): number | undefined {
  if (done || untilS <= fromS) return undefined;
  return Math.min(99, Math.max(0, Math.floor((100 * (untilS - writtenFromS)) / (untilS - fromS))));
}
