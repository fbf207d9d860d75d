import { z } from 'zod';
import { Operator } from '#schemas/alerting/alert.ts';
import { elementKinds } from '#schemas/element/kind.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

export const editorTabs = ['definition', 'thresholds', 'backtest'] as const;

/** Periods that end now, and a custom range. */
export const backtestPeriods = ['1d', '7d', '14d', '30d', 'range'] as const;
export type BacktestPeriod = (typeof backtestPeriods)[number];

/** The library, or the cockpit `cockpit` with the editor of `alarm`. The cockpit of an alarm without one is looked up, as for links from running alarms. */
const CockpitSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  cockpit: searchValue.id(),
  alarm: z
    .union([z.literal('new'), z.coerce.number().int().positive()])
    .optional()
    .catch(undefined),
  /** What a new alarm starts with, as by the explorer or a chart. */
  kpi: searchValue.text(),
  target: z.enum(elementKinds).optional().catch(undefined),
  operator: Operator.optional().catch(undefined),
  threshold: searchValue.text(),
  tab: z.enum(editorTabs).catch('definition'),
  /** The backtest: its period, the local times of a custom range, the customer, and whether it runs. */
  period: z.enum(backtestPeriods).catch('7d'),
  from: searchValue.text(),
  to: searchValue.text(),
  for: searchValue.id(),
  run: searchValue.flag(false),
  /** The versions of the cockpit, and the selected one. */
  versions: searchValue.flag(false),
  version: searchValue.id(),
});

export const cockpitDefaults = { tab: 'definition', period: '7d', run: false, versions: false } as const;
export const cockpitSearch = versionedSearch(CockpitSearch, []);

const useCockpitAddress = searchHook<z.output<typeof CockpitSearch>>('/shell/mt/cockpit', 'push');

/** Reads and changes the address of the cockpit library. */
export function useCockpitSearch() {
  const { search, change, navigate } = useCockpitAddress();
  return {
    search,
    change,
    /** Opens another cockpit or the library and closes everything else. */
    open: (cockpit: number | undefined) => void navigate({ search: { cockpit } } as never),
  };
}
