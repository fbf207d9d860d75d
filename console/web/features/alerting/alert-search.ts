import { z } from 'zod';
import { Severity } from '#schemas/alerting/severity.ts';
import { historySpans } from '#schemas/time/history.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** Everything the screen of a customer's alerts shows is in its address. Parameters at their default are left out. */
export const AlertSearch = z.object({
  customer: searchValue.id(),
  /** Chosen severities; none means all. */
  severity: searchValue.list(Severity.options),
  q: searchValue.text(),
  /** Sites chosen on the map: alerting mode 2. */
  site: searchValue.ids(),
  /** Past time that is shown, seconds since 1970, and the period of its timeline: alerting mode 1. Live without it. */
  at: searchValue.id(),
  span: z.enum(historySpans).catch('3d'),
  /** Opened alarm, `<alarm>:<element>`. */
  open: searchValue.text(),
  /** Acknowledged and silenced alarms are shown. */
  acknowledged: searchValue.flag(true),
  silenced: searchValue.flag(true),
  map: searchValue.flag(true),
  link: searchValue.flag(false),
  /** Column, with `-` in front for descending. */
  sort: searchValue.text(),
  /** Hidden columns. */
  hide: z
    .preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(z.string()))
    .catch([]),
  /** Centre and zoom of the map. */
  view: searchValue.numbers(3),
});
export type AlertSearch = z.output<typeof AlertSearch>;

export const alertSearch = versionedSearch(AlertSearch, []);

/** Left out of the address when they say what they say by default. */
export const alertDefaults = {
  acknowledged: true,
  silenced: true,
  map: true,
  link: false,
  span: '3d',
} as const;

/** Back from the past. A change of the mode clears what was chosen on the map. */
export const live = { at: undefined, span: '3d', site: [] as number[] } as const;
