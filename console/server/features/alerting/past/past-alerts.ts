import { alertCountsOf } from '#schemas/alerting/counts.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { PastEvent } from '#schemas/alerting/history.ts';
import type { PastAlerts } from '#schemas/alerting/past-routes.ts';
import type { MapSite } from '#schemas/alerting/routes.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { kpiOfId, kpis, measuredId } from '#schemas/kpi/library.ts';
import type { PastMeasureRow, PastEventRow } from '../history-queries.ts';
import type { PastMarks } from './past-marks.ts';
import type { PastNames } from './past-names.ts';
import { siteAlerts } from '../audience-view.ts';
import type { PastRunningAlarm } from './past-running-alarm.ts';
import { boundsOf } from '../alert-snapshot.ts';

export interface PastNameLookup {
  readonly inventory: Inventory;
  /** Names of alarms and elements at that time. */
  readonly then: PastNames;
  /** Defined KPIs by number. */
  readonly defined: ReadonlyMap<number, Pick<KpiFacts, 'key' | 'element'>>;
}

/** A deleted KPI is shown by its number. */
export const pastKpiKey = (id: number, { defined }: Pick<PastNameLookup, 'defined'>): string =>
  kpiOfId(id) ?? defined.get(id)?.key ?? String(id);

function kindOf(id: number, { defined }: PastNameLookup): AlarmRow['elementKind'] {
  const key = kpiOfId(id);
  return key === undefined ? (defined.get(id)?.element ?? 'interface') : kpis[key].element;
}

function namesOf({ alarm, site, element }: PastEventRow, { then }: PastNameLookup, at: number) {
  return {
    name: then.alarm(alarm, at),
    siteName: then.site(site, at),
    elementName: then.element(element, at),
  };
}

function deviceOf(
  { element }: PastEventRow,
  { then }: PastNameLookup,
  at: number,
): Pick<AlarmRow, 'deviceName'> {
  const deviceName = then.device(element, at);
  return deviceName === '' ? {} : { deviceName };
}

function topologyOf(row: PastEventRow, { then }: PastNameLookup, at: number): Pick<AlarmRow, 'topology'> {
  const named = then.topology(row, at);
  return named.length === 0 ? {} : { topology: [...named] };
}

export const pastEvent = ({ by = '', ...row }: PastEventRow, names: PastNameLookup): PastEvent => ({
  ...row,
  ...(by === '' ? {} : { by }),
  // Decided at the end of the window.
  ...namesOf(row, names, row.at + row.length),
  kpi: pastKpiKey(row.kpi, names),
  severity: Severity.parse(row.severity),
});

/** Significant digits of a value, as in a live row. */
const SIGNIFICANT_DIGITS = 7;

type Values = ReadonlyMap<string, number>;
const measureKey = (kpi: number, element: number, at: number): string => [kpi, element, at].join(':');

/** Start of the window of a time. */
const windowAt = (at: number, length: number): number => Math.floor(at / length) * length;

/** The first and last window whose values the rows of these alarms show. */
export function shownWindows(alarms: readonly PastRunningAlarm[], at: number): { from: number; to: number } {
  const spans = alarms.map(({ raise: { length }, rule: { measures } }) => {
    const newest = windowAt(at, length);
    return { from: Math.max(0, newest - (measures - 1) * length), to: newest };
  });
  return {
    from: spans.reduce((least, { from }) => Math.min(least, from), at),
    to: spans.reduce((most, { to }) => Math.max(most, to), 0),
  };
}

/** Since when a row has no data, by the number of windows without a value up to the newest. */
const noDataOf = (
  missing: number,
  { window, length }: { readonly window: number; readonly length: number },
): Pick<AlarmRow, 'noDataSince'> => (missing === 0 ? {} : { noDataSince: window - (missing - 1) * length });

/** The values up to the window of `at`. When none are stored any more: the values that raised the alarm, and their window. */
function recentOf({ raise, raised, rule }: PastRunningAlarm, { at, values }: PastValues) {
  const { length, kpi, element } = raise;
  const window = windowAt(at, length);
  const recent = Array.from({ length: rule.measures }, (_, index) => {
    const value = values.get(
      measureKey(measuredId(kpi), element, window - (rule.measures - 1 - index) * length),
    );
    return value === undefined ? null : Number(value.toPrecision(SIGNIFICANT_DIGITS));
  });
  const newest = recent.findLastIndex((value) => value !== null);
  if (newest >= 0) return { window, recent, ...noDataOf(recent.length - 1 - newest, { window, length }) };
  return { window: raise.at, recent: raised.windows.map(({ value }) => value) };
}

interface PastValues {
  readonly at: number;
  readonly values: Values;
  readonly marks: (alarm: PastRunningAlarm) => PastMarks;
}

function pastRow(alarm: PastRunningAlarm, names: PastNameLookup, past: PastValues): AlarmRow {
  const { raise: row, severity, rule } = alarm;
  const { operator, threshold, thresholdFrom, outliers, measures } = rule;
  return {
    id: `${String(row.alarm)}:${String(row.element)}`,
    alarm: row.alarm,
    ...namesOf(row, names, past.at),
    kpi: pastKpiKey(row.kpi, names),
    severity,
    site: row.site,
    element: row.element,
    ...deviceOf(row, names, past.at),
    elementKind: names.then.kind(row.element, past.at) ?? kindOf(row.kpi, names),
    ...topologyOf(row, names, past.at),
    operator,
    threshold,
    thresholdFrom,
    outliers,
    measures,
    ...recentOf(alarm, past),
    length: row.length,
    since: row.at,
    ...past.marks(alarm),
  };
}

interface Past {
  readonly customer: number;
  readonly at: number;
  readonly raises: readonly PastRunningAlarm[];
  readonly measures: readonly PastMeasureRow[];
  readonly marks: PastValues['marks'];
  /** Sites that the caller sees. Undefined: all. */
  readonly sites?: readonly number[] | undefined;
}

/** Counts, map and table of a past time, from the alarms that were running then. */
export function pastAlerts(
  { customer, at, raises, measures, marks, sites: seen }: Past,
  names: PastNameLookup,
): PastAlerts {
  const values = new Map(measures.map((row) => [measureKey(row.kpi, row.element, row.at), row.value]));
  const alarms = raises.map((row) => pastRow(row, names, { at, values, marks }));
  const own = [...names.inventory.sites.values()].filter(
    (site) => site.customer === customer && seen?.includes(site.id) !== false,
  );
  const alerts = siteAlerts(
    own.map(({ id }) => id),
    alarms,
  );
  const sites = own.map(({ id, name, city, latitude, longitude }): MapSite => ({
    ...(alerts.get(id) ?? { site: id, severity: null, alarms: 0 }),
    name,
    city,
    latitude,
    longitude,
  }));
  return { at, counts: alertCountsOf(alarms), sites, bounds: boundsOf(sites), alarms };
}
