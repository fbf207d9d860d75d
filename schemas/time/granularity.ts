import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from './duration.ts';

/** From finest to coarsest. */
export const granularities = ['5m', '1h', '1d', '1w', '1mo'] as const;
export type Granularity = (typeof granularities)[number];

/** Undefined where the length varies: a month has 28 to 31 days. */
export const granularityMs: Readonly<Record<Granularity, number | undefined>> = {
  '5m': 5 * MINUTE_MS,
  '1h': HOUR_MS,
  '1d': DAY_MS,
  '1w': WEEK_MS,
  '1mo': undefined,
};

export const granularityLabels = {
  '5m': { en: '5 minutes', fr: '5 minutes' },
  '1h': { en: '1 hour', fr: '1 heure' },
  '1d': { en: '1 day', fr: '1 jour' },
  '1w': { en: '1 week', fr: '1 semaine' },
  '1mo': { en: '1 month', fr: '1 mois' },
} as const satisfies Record<Granularity, { en: string; fr: string }>;

/** Points of a range by default: 2 days of 5 minutes or 24 days of 1 hour, inclusive. */
export const RETENTION_POINTS = 577;

/** Maximum ranges drawn at 5 minutes and at 1 hour (specification, section 9). */
export const FIVE_MINUTES_UP_TO_MS = 2 * DAY_MS;
export const ONE_HOUR_UP_TO_MS = 24 * DAY_MS;

/** Returns the automatic granularity of a range. */
export function automaticGranularity(rangeMs: number): Granularity {
  if (rangeMs <= FIVE_MINUTES_UP_TO_MS) return '5m';
  return rangeMs <= ONE_HOUR_UP_TO_MS ? '1h' : '1d';
}

/** The display granularity must be at least the working granularity. */
export const mayDisplay = (working: Granularity, display: Granularity): boolean =>
  granularities.indexOf(display) >= granularities.indexOf(working);

/** Returns the display granularities available for a working granularity. */
export const displayGranularities = (working: Granularity): readonly Granularity[] =>
  granularities.filter((display) => mayDisplay(working, display));
