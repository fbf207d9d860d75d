import { z } from 'zod';

export const clearingLimits = {
  clearAfterMax: 32,
  noDataMinutesMax: 720,
  acknowledgementMinutesMax: 60,
} as const;

const { clearAfterMax, noDataMinutesMax, acknowledgementMinutesMax } = clearingLimits;

/** How an alarm clears. The defaults follow the rule alone: it clears when fewer than n of the last m measures are outliers. */
export const clearingFields = {
  /** It does not clear before this many good measures in a row. A good measure is not an outlier. */
  clearAfter: z.int().min(1).max(clearAfterMax).default(1),
  /**
   * For this long without data an alarm keeps its state, minutes: missing measures neither clear it nor count as good. After that a
   * missing measure counts as a good one.
   */
  noDataMinutes: z.int().min(0).max(noDataMinutesMax).default(0),
  /** An alarm raised again within this time after its clear keeps its acknowledgement, minutes. */
  acknowledgementMinutes: z.int().min(0).max(acknowledgementMinutesMax).default(0),
};

/** Of an update: a field that is left out is rejected instead of reset. */
export const statedClearing = {
  clearAfter: clearingFields.clearAfter.unwrap(),
  noDataMinutes: clearingFields.noDataMinutes.unwrap(),
  acknowledgementMinutes: clearingFields.acknowledgementMinutes.unwrap(),
};

export const Clearing = z.strictObject(clearingFields);
export type Clearing = z.infer<typeof Clearing>;

export const defaultClearing: Clearing = { clearAfter: 1, noDataMinutes: 0, acknowledgementMinutes: 0 };
