import { batchNumber, MAX_BATCHES, windowOfBatch } from '#engine/measure/rows-batch.ts';
import { DAY_S } from '#schemas/time/duration.ts';

/** A day of the past, with windows of one length; seconds since 1970. */
export interface HistoryChunk {
  readonly fromS: number;
  readonly untilS: number;
  readonly stepS: number;
  /** Start of the windows that are only computed, so that the state at `fromS` is that of the days before. */
  readonly warmFromS: number;
  /** When all alarms are cleared; undefined: they run on into the next chunk. */
  readonly clearAtS: number | undefined;
}

/** Windows of the last days, and those of the time before, which the rollups keep by hour and day. */
export const FINE_STEP_S = 300;
const FINE_DAYS = 3;
const COARSE_STEP_S = 1_800;
/** Longer than any rule of the demonstration looks back. */
const WARM_STEPS = 36;
const LEAST_STEPS = 12;

interface Part {
  readonly fromS: number;
  readonly untilS: number;
  readonly stepS: number;
}

/** The days of a part, newest first. Its oldest day has nothing before it that could be computed in the same steps. */
function daysOf({ fromS, untilS, stepS }: Part, clearAtS: number): readonly HistoryChunk[] {
  const chunks: HistoryChunk[] = [];
  for (let end = untilS; end > fromS;) {
    // A few windows are no day of their own.
    const start = end - DAY_S < fromS + LEAST_STEPS * stepS ? fromS : end - DAY_S;
    chunks.push({
      fromS: start,
      untilS: end,
      stepS,
      warmFromS: Math.max(fromS, start - WARM_STEPS * stepS),
      clearAtS: end === untilS ? clearAtS : undefined,
    });
    end = start;
  }
  return chunks;
}

/**
 * The days of a past, newest first: the last ones in windows of 5 minutes, those before in windows of 30. Where the length changes, and
 * at the end, all alarms are cleared: rules of other windows decide otherwise, and the live engine raises those that run again.
 */
export function chunksOf({ fromS, untilS }: Omit<Part, 'stepS'>): readonly HistoryChunk[] {
  const borderS = Math.floor((untilS - FINE_DAYS * DAY_S) / COARSE_STEP_S) * COARSE_STEP_S;
  if (fromS >= borderS) return daysOf({ fromS, untilS, stepS: FINE_STEP_S }, untilS);
  const earliestS = Math.floor(fromS / COARSE_STEP_S) * COARSE_STEP_S;
  return [
    ...daysOf({ fromS: borderS, untilS, stepS: FINE_STEP_S }, untilS),
    ...daysOf({ fromS: earliestS, untilS: borderS, stepS: COARSE_STEP_S }, borderS - 2 * COARSE_STEP_S),
  ];
}

/** Whether a window belongs to a chunk. What clears its alarms may lie behind its end. */
export const isWritten = ({ fromS, untilS, stepS }: HistoryChunk, windowS: number, lastS: number): boolean =>
  windowS >= fromS && (windowS < untilS || (untilS === lastS && windowS <= untilS + stepS));

/**
 * The number of a batch in the order in which it is published: it rises from message to message, and is the same on each run. Numbers of a
 * day lie behind those of all later days.
 */
export function publishedNumber(chunk: HistoryChunk, batch: number, lastS: number): number {
  const windowS = windowOfBatch(batch);
  // Twice the distance, since what clears alarms lies behind the end of a day.
  return batchNumber(lastS + 2 * (lastS - chunk.untilS) + (windowS - chunk.fromS), batch % MAX_BATCHES);
}
