import { HOUR_S } from '#schemas/time/duration.ts';

/** What of a request decides which table is read. */
interface Reading {
  readonly from: number;
  readonly to: number;
  readonly elements: readonly number[] | undefined;
  readonly sites: readonly number[] | undefined;
  readonly recentSince?: number | undefined;
}

/** Few elements of a period are found faster where they are together, unless their sites are few and named. */
const FEW = 20;

/** The table to read: the last hours of many elements, or of few sites, from the one in the order of time, if there is one. */
export function tableFor(table: string, { from, to, elements, sites, recentSince }: Reading): string {
  const isWide =
    elements === undefined || elements.length > FEW || (sites !== undefined && sites.length <= FEW);
  const isShort = to - from <= 3 * HOUR_S && isWide;
  const isThere = table !== 'measures_1d' && recentSince !== undefined && from >= recentSince;
  return isShort && isThere ? `recent_${table}` : table;
}
