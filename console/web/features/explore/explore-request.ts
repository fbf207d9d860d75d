import type { z } from 'zod';
import type { ExploreRequest } from '#schemas/explore/explore.ts';
import { defaultSubnet } from '#schemas/explore/subnet.ts';
import type { ExploreSearch } from './explore-search.ts';

const MINUTE_S = 60;
const STEP_S = 300;
const DEFAULT_MINUTES = 1_440;
/** As many as there are colours: with more, rows share them. */
const DEFAULT_ROWS = 8;

/** Lengths of the last minutes that are offered. */
export const exploredMinutes = [60, 180, 720, DEFAULT_MINUTES, 2_880, 10_080, 43_200] as const;

interface ExplorePeriod {
  readonly from: number;
  readonly to: number;
}

/** The last minutes of an address; undefined: its own start and end. */
export const minutesOf = ({ last, from, to }: ExploreSearch): number | undefined =>
  from !== undefined && to !== undefined && from < to ? undefined : (last ?? DEFAULT_MINUTES);

/** The period of an address at a time in seconds; that of the last minutes moves with every five minutes. */
export function exploredPeriod(search: ExploreSearch, now: number): ExplorePeriod {
  const minutes = minutesOf(search);
  if (minutes === undefined) return { from: search.from ?? 0, to: search.to ?? now };
  const to = Math.floor(now / STEP_S) * STEP_S;
  return { from: to - minutes * MINUTE_S, to };
}

export const rowLimit = ({ rows = DEFAULT_ROWS }: ExploreSearch): number => rows;

/** What an address requests. */
export const exploreRequestOf = (search: ExploreSearch, now: number): z.input<typeof ExploreRequest> => ({
  ...exploredPeriod(search, now),
  dimensions: search.by.slice(0, 4),
  measure: search.measure ?? 'bps',
  filter: search.filter ?? '',
  step: search.step ?? 'auto',
  rows: rowLimit(search),
  bothWays: search.ways,
  compare: search.compare ?? null,
  raw: search.raw,
  subnet: { v4: search.v4 ?? defaultSubnet.v4, v6: search.v6 ?? defaultSubnet.v6 },
});

/** The period before or after one, of the same length. */
export const adjacentPeriod = ({ from, to }: ExplorePeriod, by: 1 | -1): ExplorePeriod => ({
  from: from + by * (to - from),
  to: to + by * (to - from),
});
