import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time/duration.ts';

/** Limits of rendered reports. */
export const renderingLimits = {
  /** Reports of a user that wait or are rendered. */
  maxUnfinished: 5,
  /** Files of a user that are retained; the oldest are deleted first. */
  maxFiles: 20,
  maxFileBytes: 200 * 1_024 * 1_024,
  retainMs: DAY_MS,
  /** Longest time in which the pages of a report must be complete. */
  maxReadyMs: 5 * MINUTE_MS,
  /** Longest time in which complete pages must be printed. */
  maxPrintMs: 5 * MINUTE_MS,
  /** How long the token of an attempt is valid: it ends sooner, with the attempt. */
  tokenMs: 15 * MINUTE_MS,
  /** Between two heartbeats of an attempt: a cancelled report ends with the next one. */
  beatMs: 2 * SECOND_MS,
  /** Rows of a spreadsheet: what Excel opens (ECMA-376 has 1,048,576), less what memory allows. */
  maxSheetRows: 200_000,
} as const;
