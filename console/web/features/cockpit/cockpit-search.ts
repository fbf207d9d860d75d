import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

export const editorTabs = ['definition', 'thresholds', 'backtest'] as const;

/** Periods up to now, and one that is given. */
export const backtestPeriods = ['1d', '7d', '14d', '30d', 'range'] as const;
export type BacktestPeriod = (typeof backtestPeriods)[number];

/**
 * The library; with `cockpit`, that one; with `alarm`, the editor beside it. An alarm without its cockpit is looked up: the way
 * from an alarm that runs.
 */
const CockpitSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  cockpit: searchValue.id(),
  alarm: z
    .union([z.literal('new'), z.coerce.number().int().positive()])
    .optional()
    .catch(undefined),
  tab: z.enum(editorTabs).catch('definition'),
  /** Of a backtest: the period, local times of a given one, the customer, and whether it was begun. */
  period: z.enum(backtestPeriods).catch('7d'),
  from: searchValue.text(),
  to: searchValue.text(),
  for: searchValue.id(),
  run: searchValue.flag(false),
});

export const cockpitDefaults = { tab: 'definition', period: '7d', run: false } as const;
export const cockpitSearch = versionedSearch(CockpitSearch, []);
export type CockpitSearchValue = z.output<typeof CockpitSearch>;
