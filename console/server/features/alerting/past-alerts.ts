import { Severity } from '#schemas/alerting/severity.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { PastAlerts, PastEvent } from '#schemas/alerting/history.ts';
import type { MapSite } from '#schemas/alerting/routes.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { kpiOfId, kpis, measuredId } from '#schemas/kpi/library.ts';
import type { MeasureRow, PastEventRow } from './history-queries.ts';
import type { PastMarks } from './past-marks.ts';
import type { NamesThen } from './past-names.ts';
import { countsOf, siteAlerts } from './public-view.ts';
import type { RunningAlarm } from './running-alarm.ts';
import { boundsOf } from './snapshot.ts';

export interface Names {
  readonly inventory: Inventory;
  /** Of alarms and elements, as they were. */
  readonly then: NamesThen;
  /** KPIs that administrators defined, by number. */
  readonly defined: ReadonlyMap<number, Pick<KpiFacts, 'key' | 'element'>>;
}

/** A KPI that is gone shows its number. */
const kpiOf = (id: number, { defined }: Names): string => kpiOfId(id) ?? defined.get(id)?.key ?? String(id);

function kindOf(id: number, { defined }: Names): AlarmRow['elementKind'] {
  const key = kpiOfId(id);
  return key === undefined ? (defined.get(id)?.element ?? 'interface') : kpis[key].element;
}

function namesOf({ alarm, site, element }: PastEventRow, { then }: Names, at: number) {
  return {
    name: then.alarm(alarm, at),
    siteName: then.site(site, at),
    elementName: then.element(element, at),
  };
}

function topologyOf(row: PastEventRow, { then }: Names, at: number): Pick<AlarmRow, 'topology'> {
  const named = then.topology(row, at);
  return named.length === 0 ? {} : { topology: [...named] };
}

export const pastEvent = (row: PastEventRow, names: Names): PastEvent => ({
  ...row,
  // It was decided at the end of its window.
  ...namesOf(row, names, row.at + row.length),
  kpi: kpiOf(row.kpi, names),
  severity: Severity.parse(row.severity),
});

/** Digits of a value, as in a live row. */
const DIGITS = 6;

type Values = ReadonlyMap<string, number>;
const cell = (kpi: number, element: number, at: number): string => [kpi, element, at].join(':');

/** Start of the window that a time lies in. */
const windowAt = (at: number, length: number): number => Math.floor(at / length) * length;

/** First and last window whose values the rows of these alarms show. */
export function windowsShown(alarms: readonly RunningAlarm[], at: number): { from: number; to: number } {
  const spans = alarms.map(({ raise: { length }, rule: { measures } }) => {
    const newest = windowAt(at, length);
    return { from: Math.max(0, newest - (measures - 1) * length), to: newest };
  });
  return {
    from: spans.reduce((least, { from }) => Math.min(least, from), at),
    to: spans.reduce((most, { to }) => Math.max(most, to), 0),
  };
}

/** The values up to the window of `at`; where none is kept any more, those that raised, with their own window. */
function recentOf({ raise, raised, rule }: RunningAlarm, { at, values }: PastValues) {
  const { length, kpi, element } = raise;
  const window = windowAt(at, length);
  const recent = Array.from({ length: rule.measures }, (_, index) => {
    const value = values.get(cell(measuredId(kpi), element, window - (rule.measures - 1 - index) * length));
    return value === undefined ? null : Number(value.toPrecision(DIGITS));
  });
  if (recent.some((value) => value !== null)) return { window, recent };
  return { window: raise.at, recent: raised.windows.map(({ value }) => value) };
}

interface PastValues {
  readonly at: number;
  readonly values: Values;
  readonly marks: (alarm: RunningAlarm) => PastMarks;
}

function pastRow(alarm: RunningAlarm, names: Names, past: PastValues): AlarmRow {
  const { raise: row, severity, rule } = alarm;
  const { operator, threshold, thresholdFrom, outliers, measures } = rule;
  return {
    id: `${String(row.alarm)}:${String(row.element)}`,
    alarm: row.alarm,
    ...namesOf(row, names, past.at),
    kpi: kpiOf(row.kpi, names),
    severity,
    site: row.site,
    element: row.element,
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
  readonly raises: readonly RunningAlarm[];
  readonly measures: readonly MeasureRow[];
  readonly marks: PastValues['marks'];
  /** Sites that the caller sees; undefined: all. */
  readonly sites?: readonly number[] | undefined;
}

/** Counts, map and table of a past time from the raises that were not cleared by then. */
export function pastAlerts(
  { customer, at, raises, measures, marks, sites: seen }: Past,
  names: Names,
): PastAlerts {
  const values = new Map(measures.map((row) => [cell(row.kpi, row.element, row.at), row.value]));
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
  return { at, counts: countsOf(alarms), sites, bounds: boundsOf(sites), alarms };
}
