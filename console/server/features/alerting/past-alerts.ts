import { Evidence } from '#schemas/alerting/alert.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { PastAlerts, PastEvent } from '#schemas/alerting/history.ts';
import type { MapSite } from '#schemas/alerting/routes.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import { elementLabel, elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { kpiOfId, kpis, measuredId } from '#schemas/kpi/library.ts';
import type { MeasureRow, PastEventRow, RunningRow } from './history-queries.ts';
import { countsOf, siteAlerts } from './public-view.ts';
import { boundsOf } from './snapshot.ts';

/** Names as they are now. */
export interface Names {
  readonly inventory: Inventory;
  readonly labels: ReadonlyMap<number, string>;
  /** KPIs that administrators defined, by number. */
  readonly defined: ReadonlyMap<number, Pick<KpiFacts, 'key' | 'element'>>;
}

/** A KPI that is gone shows its number. */
const kpiOf = (id: number, { defined }: Names): string => kpiOfId(id) ?? defined.get(id)?.key ?? String(id);

function kindOf(id: number, { defined }: Names): AlarmRow['elementKind'] {
  const key = kpiOfId(id);
  return key === undefined ? (defined.get(id)?.element ?? 'interface') : kpis[key].element;
}

function namesOf({ alarm, site, element }: PastEventRow, { inventory, labels }: Names) {
  return {
    name: labels.get(alarm) ?? '',
    siteName: inventory.sites.get(site)?.name ?? '',
    elementName: elementLabel(inventory, element),
  };
}

export const pastEvent = (row: PastEventRow, names: Names): PastEvent => ({
  ...row,
  ...namesOf(row, names),
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
export function windowsShown(rows: readonly RunningRow[], at: number): { from: number; to: number } {
  const spans = rows.map(({ length, evidence }) => {
    const { measures } = Evidence.parse(JSON.parse(evidence));
    const newest = windowAt(at, length);
    return { from: Math.max(0, newest - (measures - 1) * length), to: newest };
  });
  return {
    from: spans.reduce((least, { from }) => Math.min(least, from), at),
    to: spans.reduce((most, { to }) => Math.max(most, to), 0),
  };
}

/** The values up to the window of `at`; where none is kept any more, those that raised, with their own window. */
function recentOf(row: RunningRow, evidence: Evidence, { at, values }: { at: number; values: Values }) {
  const { length, kpi, element } = row;
  const window = windowAt(at, length);
  const recent = Array.from({ length: evidence.measures }, (_, index) => {
    const value = values.get(
      cell(measuredId(kpi), element, window - (evidence.measures - 1 - index) * length),
    );
    return value === undefined ? null : Number(value.toPrecision(DIGITS));
  });
  if (recent.some((value) => value !== null)) return { window, recent };
  return { window: row.at, recent: evidence.windows.map(({ value }) => value) };
}

function pastRow(row: RunningRow, names: Names, past: { at: number; values: Values }): AlarmRow {
  const evidence = Evidence.parse(JSON.parse(row.evidence));
  const { operator, threshold, thresholdFrom, outliers, measures } = evidence;
  return {
    id: `${String(row.alarm)}:${String(row.element)}`,
    alarm: row.alarm,
    ...namesOf(row, names),
    kpi: kpiOf(row.kpi, names),
    severity: Severity.parse(row.severity),
    site: row.site,
    element: row.element,
    elementKind: elementOf(names.inventory, row.element)?.kind ?? kindOf(row.kpi, names),
    operator,
    threshold,
    thresholdFrom,
    outliers,
    measures,
    ...recentOf(row, evidence, past),
    length: row.length,
    since: row.at,
  };
}

interface Past {
  readonly customer: number;
  readonly at: number;
  readonly raises: readonly RunningRow[];
  readonly measures: readonly MeasureRow[];
  /** Sites that the caller sees; undefined: all. */
  readonly sites?: readonly number[] | undefined;
}

/** Counts, map and table of a past time from the raises that were not cleared by then. */
export function pastAlerts({ customer, at, raises, measures, sites: seen }: Past, names: Names): PastAlerts {
  const values = new Map(measures.map((row) => [cell(row.kpi, row.element, row.at), row.value]));
  const alarms = raises.map((row) => pastRow(row, names, { at, values }));
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
