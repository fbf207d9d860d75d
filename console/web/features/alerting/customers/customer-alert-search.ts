import { z } from 'zod';
import { Severity } from '#schemas/alerting/severity.ts';
import { historySpans } from '#schemas/time/history.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { eventRanges } from '../occurrences/event-period.ts';

const CustomerAlertSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  /** Past time, seconds since 1970, and the period of its timeline. Live without them. */
  at: searchValue.seconds(),
  span: z.enum(historySpans).catch('3d'),
  /** Period whose events are counted, instead of the state at a time; `from` and `to` of a custom one, seconds since 1970. */
  events: z.enum(eventRanges).optional().catch(undefined),
  from: searchValue.seconds(),
  to: searchValue.seconds(),
  /** Severities of these events; none selects all. */
  severity: searchValue.list(Severity.options),
  /** Column of the events, with `-` in front for descending. */
  order: searchValue.text(),
});

export const customerAlertSearch = versionedSearch(CustomerAlertSearch, []);

/** Defaults that the address leaves out. */
export const customerAlertDefaults = { span: '3d' } as const;

/** Reads and changes the address of the alerting across customers. */
export const useCustomerAlertSearch = searchHook<z.output<typeof CustomerAlertSearch>>('/shell/cc/alert');
