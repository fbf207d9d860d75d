import { z } from 'zod';
import { occurrenceGroupings } from '#schemas/alerting/occurrence-grouping.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import { historySpans } from '#schemas/time/history.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { assigneeFilters } from './assignment/assignee.ts';
import { groupings } from './list/group-alarms.ts';
import { eventRanges } from './occurrences/event-period.ts';

/** The address holds the whole state of a customer's alerts page. Parameters at their default are left out. */
export const AlertSearch = z.object({
  customer: searchValue.id(),
  /** Selected severities; none selects all. */
  severity: searchValue.list(Severity.options),
  q: searchValue.text(),
  /** Sites selected on the map: alerting mode 2. */
  site: searchValue.ids(),
  /** Selected alarm definitions: alerting mode 2. */
  alarm: searchValue.ids(),
  /** Past time, seconds since 1970, and the period of its timeline: alerting mode 1. Live without them. */
  at: searchValue.seconds(),
  span: z.enum(historySpans).catch('3d'),
  /** Period whose events are listed, instead of the state at a time; `from` and `to` of a custom one, seconds since 1970. */
  events: z.enum(eventRanges).optional().catch(undefined),
  from: searchValue.seconds(),
  to: searchValue.seconds(),
  /** What the events are grouped by. */
  by: z.enum(occurrenceGroupings).optional().catch(undefined),
  /** Column of the events, with `-` in front for descending. */
  order: searchValue.text(),
  /** Opened alarm, `<alarm>:<element>`. */
  open: searchValue.text(),
  /** Whether acknowledged and silenced alarms are shown. */
  acknowledged: searchValue.flag(true),
  silenced: searchValue.flag(true),
  /** Whose alarms are shown; without it, those of every assignee and of none. */
  assigned: z.enum(assigneeFilters).optional().catch(undefined),
  map: searchValue.flag(true),
  link: searchValue.flag(false),
  /** What the alarms are grouped by. */
  group: z.enum(groupings).optional().catch(undefined),
  /** Column, with `-` in front for descending. */
  sort: searchValue.text(),
  /** Centre and zoom of the map. */
  view: searchValue.numbers(3),
});
export type AlertSearch = z.output<typeof AlertSearch>;

export const alertSearch = versionedSearch(AlertSearch, []);

/** Defaults that the address leaves out. */
export const alertDefaults = {
  acknowledged: true,
  silenced: true,
  map: true,
  link: false,
  span: '3d',
} as const;

/** Back to live. A change of the mode clears the selected sites and alarms. */
export const live = {
  at: undefined,
  events: undefined,
  from: undefined,
  to: undefined,
  order: undefined,
  by: undefined,
  span: '3d',
  site: [] as number[],
  alarm: [] as number[],
} as const;

const useAlertAddress = searchHook<AlertSearch>('/shell/alert', 'push');

/** Reads and changes the address. Typing and panning replace the history entry, choices add one. */
export function useAlertSearch() {
  const { search, change } = useAlertAddress();
  const toggleSeverity = (severity: Severity) => {
    const chosen = search.severity.includes(severity)
      ? search.severity.filter((each) => each !== severity)
      : [...search.severity, severity];
    change({ severity: chosen });
  };
  return { search, change, toggleSeverity };
}
