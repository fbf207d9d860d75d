import type { RetentionDays } from '#schemas/limit/retention.ts';
import type { Granularity } from '#schemas/time/granularity.ts';

const suffix = { '5m': '', '1h': '_1h', '1d': '_1d' } as const satisfies Record<keyof RetentionDays, string>;

/** What of a request decides which table has its values. */
interface Zoned {
  readonly timeZone: string;
  /** Whether hours and longer steps are merged from values of 5 minutes, as the time zone cuts the stored hours in two. */
  readonly isFromMinutes?: boolean | undefined;
}

/**
 * The granularity of the coarsest table that has the values of a granularity. Rollups hold hours, or their halves or quarters, and days of
 * UTC: days of another zone are merged from hours, and from 5 minutes where it cuts these. Where 5 minutes are not stored any more,
 * each hour counts for the step in which it begins.
 */
export function tableGranularity(
  granularity: Granularity,
  { timeZone, isFromMinutes = false }: Zoned,
): keyof RetentionDays {
  if (isFromMinutes || granularity === '5m') return '5m';
  return timeZone === 'UTC' && granularity !== '1h' ? '1d' : '1h';
}

/** The granularity of the table that has to reach back to the start of a period: days of UTC take the place of hours that expired. */
export function neededGranularity(granularity: Granularity, zoned: Zoned): keyof RetentionDays {
  const read = tableGranularity(granularity, zoned);
  return read === '1h' && granularity !== '1h' ? '1d' : read;
}

/** The coarsest table that has the values of a granularity. */
export const rollupTable = (table: string, granularity: Granularity, zoned: Zoned): string =>
  `${table}${suffix[tableGranularity(granularity, zoned)]}`;
