import type { KeyAttribute } from '#schemas/data/key-attribute.ts';
import { kindRules } from '#schemas/kpi/algebra/kind-rules.ts';
import type { Over } from '#schemas/kpi/algebra/quantity.ts';
import type { Aggregation, Kpi } from '#schemas/kpi/kpi.ts';
import { kpis, type KpiKey } from '#schemas/kpi/library.ts';
import { defaultRetentionDays } from '#schemas/limit/retention.ts';
import { granularities, type Granularity } from '#schemas/time/granularity.ts';
import { aggregated, hourOf, type Algebra } from './aggregate.ts';
import { computedKpi, type NaiveRow } from './measured-rows.ts';
import { isCutByZone, startOfNext, naiveStepStart } from './steps.ts';

/** Elements that a query is about. */
export interface ChosenKeys {
  readonly kind: 'area' | 'site' | 'device' | 'interface';
  readonly id: number;
}

/** What is requested of one KPI of elements. */
export interface Query {
  readonly customer: number;
  readonly kpi: KpiKey;
  readonly aggregation: Aggregation;
  /** Percent. */
  readonly percentile: number;
  readonly over: Over;
  /** Undefined: everything together. */
  readonly by: Exclude<KeyAttribute, 'date'> | undefined;
  readonly isOverTime: boolean;
  readonly working: Granularity | undefined;
  readonly display: Granularity;
  readonly zone: string;
  readonly from: number;
  readonly to: number;
  readonly chosen: ChosenKeys | undefined;
}

/** What is true of the network. */
export interface NaiveFacts {
  readonly nowMs: number;
  readonly rows: ReadonlyMap<KpiKey, readonly NaiveRow[]>;
  readonly accesses: ReadonlySet<number>;
  readonly sitesOfArea: (area: number) => readonly number[];
  readonly deviceOf: (element: number) => number;
  /** Customers whose hours are stored in halves. */
  readonly halvedHours: ReadonlySet<number>;
  /** Of a device, now. */
  readonly referenceSite: (device: number) => number;
}

/** The aggregation over elements that a KPI has by itself. */
export function ownOver(key: KpiKey): Over {
  const kpi: Kpi = kpis[key];
  const { kind, over } = computedKpi(key);
  return kpi.over ?? over ?? kindRules[kind].over[0];
}

export const naiveMeasuredKey = (key: KpiKey): KpiKey => {
  const kpi: Kpi = kpis[key];
  return 'of' in kpi ? (kpi.of as KpiKey) : key;
};

const isOfElements = ({ kpi, by }: Query): boolean => by === computedKpi(kpi).element;

/** Whether only WAN accesses count: of KPIs that are about nothing else, and for places in those of utilisation. */
function isOfAccesses({ kpi, by, chosen }: Query): boolean {
  const own: Kpi = kpis[kpi];
  if ('of' in own && own.onlyAccesses === true) return true;
  const isPlace = by === undefined || by === 'site';
  return computedKpi(kpi).isOfAccesses === true && isPlace && chosen?.kind !== 'interface';
}

/** A filter on elements of another kind leaves what is at the same device, of sites the same site. */
function isChosen(
  row: NaiveRow,
  { chosen, kpi }: Query,
  { sitesOfArea, deviceOf, referenceSite }: NaiveFacts,
): boolean {
  if (chosen === undefined) return true;
  const { kind, id } = chosen;
  if (kind === 'area') return sitesOfArea(id).includes(row.site);
  if (kind === 'site') return row.site === id;
  const { element } = computedKpi(kpi);
  if (kind === element) return row.element === id;
  const device = kind === 'device' ? id : deviceOf(id);
  return element === 'site' ? row.site === referenceSite(device) : row.device === device;
}

/** The period in full steps. */
export const fullPeriod = ({
  from,
  to,
  display,
  zone,
}: Pick<Query, 'from' | 'to' | 'display' | 'zone'>): { readonly from: number; readonly to: number } => ({
  from: naiveStepStart(from, display, zone),
  to: startOfNext(to - 1, display, zone),
});

/**
 * Whether a query in a zone of half hours is read from hours of UTC, each of which counts for the step in which it begins: before the windows of five minutes
 * that are retained, of a customer whose hours are not stored in halves.
 */
export const isOfUncutHours = (
  query: Pick<Query, 'customer' | 'zone' | 'display' | 'from' | 'to'>,
  { nowMs, halvedHours }: Pick<NaiveFacts, 'nowMs' | 'halvedHours'>,
): boolean => {
  const { from, to } = fullPeriod(query);
  const isCut = isCutByZone(query.zone, { from, to }) && !halvedHours.has(query.customer);
  return isCut && query.display !== '5m' && !isWithinMinutes(from, nowMs);
};

/** The rows that a query is about, in the order of time. */
export function naiveRows(query: Query, facts: NaiveFacts): readonly NaiveRow[] {
  const { from, to } = fullPeriod(query);
  const placeOf = isOfUncutHours(query, facts) ? hourOf : (at: number): number => at;
  const isOfAll = !isOfAccesses(query);
  return (facts.rows.get(naiveMeasuredKey(query.kpi)) ?? [])
    .filter(
      (row) =>
        row.customer === query.customer &&
        placeOf(row.at) >= from &&
        placeOf(row.at) < to &&
        (isOfAll || facts.accesses.has(row.element)) &&
        isChosen(row, query, facts),
    )
    .toSorted((a, b) => a.at - b.at);
}

const extremes: Partial<Record<Aggregation, Over>> = {
  maximum: 'maximum',
  'maximum date': 'maximum',
  minimum: 'minimum',
  'minimum date': 'minimum',
};

/** Whether rollups of elements hold what is needed, so that values are exact over years. */
function isExact(query: Query): boolean {
  const { aggregation, over } = query;
  if (aggregation === 'percentile') return false;
  if (isOfElements(query) || extremes[aggregation] === over) return true;
  if (aggregation === 'sum') return over === 'sum';
  if (aggregation !== 'average') return false;
  return over === 'weighted' || over === 'average';
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const isRetained = (from: number, table: keyof typeof defaultRetentionDays, { nowMs }: NaiveFacts): boolean =>
  from * 1_000 >= nowMs - defaultRetentionDays[table] * DAY_MS - HOUR_MS;

/** Whether the windows of five minutes since a time are retained. */
export const isWithinMinutes = (from: number, nowMs: number): boolean =>
  from * 1_000 >= nowMs - defaultRetentionDays['5m'] * DAY_MS - HOUR_MS;

/** The granularity of the points that a query aggregates over time; `estimated`: a percentile of stored quantiles. */
export function naiveWorking(query: Query, facts: NaiveFacts): Granularity | 'estimated' {
  const { aggregation, working, display } = query;
  const { from } = fullPeriod(query);
  if (working !== undefined && working !== '5m') return working;
  if (isRetained(from, '5m', facts) || isExact(query)) return '5m';
  const isStored = isOfElements(query) && aggregation === 'percentile';
  if (isStored && display !== '5m') return 'estimated';
  return isRetained(from, '1h', facts) ? '1h' : '1d';
}

/** The key of a row: the element, site or device by which values are requested. */
export const naiveKey =
  (query: Query) =>
  (row: NaiveRow): string => {
    const { by } = query;
    if (by === undefined) return 'all';
    if (isOfElements(query)) return String(row.element);
    return String(by === 'site' ? row.site : row.device);
  };

/** The values by key and step that are right, with the granularity of their points. `keyOf`: of rows with several key attributes, each key at one place. */
export function expectedOf(query: Query, facts: NaiveFacts, keyOf = naiveKey(query)) {
  const working = naiveWorking(query, facts);
  const { kpi, aggregation, percentile, over, isOverTime, display, zone } = query;
  const algebra: Algebra = {
    kpi: computedKpi(kpi),
    aggregation,
    level: percentile / 100,
    over,
    zone,
    working: working === 'estimated' ? '5m' : working,
    display: isOverTime ? display : undefined,
    isOfElements: isOfElements(query),
    isOfUncutHours: isOfUncutHours(query, facts),
  };
  return { working, values: aggregated(naiveRows(query, facts), algebra, keyOf) };
}

/** The granularities that a period may be shown at, without more points than a request may have. */
export const displaysOf = (seconds: number): readonly Granularity[] =>
  granularities.filter(
    (display) => (display !== '5m' || seconds <= 2 * 86_400) && (display !== '1h' || seconds <= 24 * 86_400),
  );
