import type { OccurrenceOrder } from '#schemas/alerting/occurrences.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { customerParams, inSitesSql, isOneOfSql, ofCustomerSql, type EventFilter } from '../event-filter.ts';
import { historyQueryLimits } from '../history-queries.ts';
import {
  eventCodeSql,
  isAcknowledgedSql,
  isSql,
  markEdges,
  rankOfSeverity,
  rankSql,
  timeSql,
  transitionEdges,
  withRankSql,
} from './event-code.ts';

/** An alarm on an element. */
export interface Instance {
  readonly alarm: number;
  readonly element: number;
}

/** Selects the occurrences of a period [from, to). `severity` is the worst one of an occurrence, `site` the last one. */
export interface OccurrenceFilter extends EventFilter {
  readonly from: number;
  readonly to: number;
  /** Only these, as their names match. Undefined: all. */
  readonly instances?: readonly Instance[] | undefined;
}

/** Lists of ids are part of the text, since parameters travel in the URL, which may be too short. */
const MAX_QUERY_BYTES = 16_000_000;
export const occurrenceSettings = { ...historyQueryLimits, max_query_size: String(MAX_QUERY_BYTES) } as const;

const instanceSql = 'toUInt64(alarm) * 4294967296 + element';
const idOf = ({ alarm, element }: Instance): string =>
  String(BigInt(alarm) * 4_294_967_296n + BigInt(element));
const listOf = (instances: readonly Instance[]): string => instances.map(idOf).join(', ');
export const isInstanceSql = (instances: readonly Instance[]): string =>
  instances.length === 0 ? 'false' : `${instanceSql} IN (${listOf(instances)})`;

/** Among several customers, each row says whose it is: a filter by `customer` would take an alias of this name for the column. */
const ownerSql = ({ customer }: Pick<OccurrenceFilter, 'customer'>, column = 'owner'): string =>
  typeof customer === 'number' ? '' : `, ${column}`;

function eventSql({
  customer,
  alarm,
  element,
  visible,
}: Pick<OccurrenceFilter, 'customer' | 'alarm' | 'element' | 'visible'>): string {
  return [
    ofCustomerSql({ customer }),
    `edge IN (${transitionEdges}, ${markEdges})`,
    ...(alarm === undefined ? [] : ['alarm IN {alarm:Array(UInt32)}']),
    ...(element === undefined ? [] : [isOneOfSql('element', element)]),
    ...(visible === undefined ? [] : [isOneOfSql('alarm', visible)]),
  ].join(' AND ');
}

/**
 * The alarms that ran when the period began, in one pass over the narrow columns of the history: the raise, with the severity of that
 * time, and its acknowledgement.
 */
export const ranSql = (
  filter: Pick<OccurrenceFilter, 'customer' | 'alarm' | 'element' | 'visible'>,
): string => `SELECT alarm, element, site, kpi${ownerSql(filter)}, 1 AS ran,
  if(mark > last, [${withRankSql('last', 'latest')}, mark], [${withRankSql('last', 'latest')}]) AS codes
FROM (
  SELECT alarm, element, any(site) AS site, any(kpi) AS kpi${ownerSql(filter, 'any(owner) AS owner')},
    maxIf(code, edge IN ('raise', 'clear')) AS last,
    maxIf(code, edge IN ('raise', 'change')) AS latest,
    maxIf(code, edge IN (${markEdges})) AS mark
  FROM (
    SELECT alarm, element, site, kpi${ownerSql(filter, 'customer AS owner')}, edge, ${eventCodeSql} AS code
    FROM alarm_events
    WHERE ${eventSql(filter)} AND at < toDateTime({from:UInt32}, 'UTC')
  )
  GROUP BY alarm, element
)
WHERE ${isSql('raise', 'last')}`;

/** The events of each alarm on each element in the period, each once and in order. */
const happenedSql = (
  filter: OccurrenceFilter,
): string => `SELECT alarm, element, any(site) AS site, any(kpi) AS kpi${ownerSql(filter, 'any(customer) AS owner')}, 0 AS ran,
  arraySort(groupUniqArray(${eventCodeSql})) AS codes
FROM alarm_events
WHERE ${eventSql(filter)} AND at >= toDateTime({from:UInt32}, 'UTC') AND at < toDateTime({to:UInt32}, 'UTC')
GROUP BY alarm, element`;

function havingSql({ site, sites }: OccurrenceFilter): string {
  if (sites !== undefined) return `HAVING ${inSitesSql(sites, 'owner')}`;
  return site === undefined ? '' : 'HAVING site IN {site:Array(UInt32)}';
}

/** Each alarm on each element once, with its events in order. Aggregating each part first keeps the second pass small. */
const codesSql = (
  filter: OccurrenceFilter,
): string => `SELECT alarm, element, any(site) AS site, any(kpi) AS kpi${ownerSql(filter, 'any(owner) AS owner')}, max(ran) AS hasRun,
  arraySort(groupArrayArray(codes)) AS all
FROM (
${ranSql(filter)}
UNION ALL
${happenedSql(filter)}
)
${filter.instances === undefined ? '' : `WHERE ${isInstanceSql(filter.instances)}\n`}GROUP BY alarm, element
${havingSql(filter)}`;

/**
 * Pairs raises and clears. A raise begins a run of its alarm on its element; what precedes the first raise belongs to a run whose raise
 * is not known (`raised` 0). `cleared` is 0 while it runs; a raise without a clear before it ends the earlier run. What follows the
 * clear of a run no longer concerns it.
 */
export const pairedSql = (
  filter: OccurrenceFilter,
): string => `SELECT alarm, element, site, kpi${ownerSql(filter)}, raises,
  if(${isSql('raise', 'run[1]')}, ${timeSql('run[1]')}, 0) AS raised,
  arrayFirst(c -> ${isSql('clear', 'c')}, run) AS clear,
  if(clear = 0, next, ${timeSql('clear')}) AS cleared,
  arrayMin(c -> if(${isSql('mark', 'c')}, 7, ${rankSql('c')}), run) AS rank,
  ${isAcknowledgedSql(`arrayLast(c -> ${isSql('mark', 'c')} AND (clear = 0 OR c < clear), run)`)} AS isAcknowledged,
  if(raised = 0, -1, toInt64(if(cleared = 0, {to:UInt32}, cleared)) - toInt64(raised)) AS duration, next = 0 AS isLast
FROM (
  SELECT alarm, element, site, kpi${ownerSql(filter)}, arrayCount(c -> ${isSql('raise', 'c')}, all) - hasRun AS raises,
    arraySplit(c -> ${isSql('raise', 'c')}, all) AS runs,
    arrayPushBack(arrayPopFront(arrayMap(r -> ${timeSql('r[1]')}, runs)), 0) AS nexts
  FROM (
${codesSql(filter)}
  )
)
ARRAY JOIN runs AS run, nexts AS next
WHERE rank < 7`;

export const paramsOf = ({ customer, from, to, alarm, site }: OccurrenceFilter) => ({
  ...customerParams({ customer }),
  from,
  to,
  ...(alarm === undefined ? {} : { alarm }),
  ...(site === undefined ? {} : { site }),
});

export const severitySql = ({ severity }: OccurrenceFilter): string =>
  severity === undefined
    ? 'true'
    : `rank IN (${severity.map((each) => String(rankOfSeverity(each))).join(', ')})`;

export interface SubjectRow extends Instance {
  readonly site: number;
  readonly kpi: number;
}

/** The alarms on elements that ran in the period. */
export const subjectsSql = (filter: OccurrenceFilter, limit: number) => ({
  sql: `SELECT alarm, element, site, kpi FROM (
${codesSql(filter)}
) LIMIT {limit:UInt32}`,
  params: { ...paramsOf(filter), limit },
  settings: occurrenceSettings,
});

/** Occurrences by severity. */
export type OccurrenceCounts = Readonly<Record<Severity, number>>;

export const countsSql = (over: string): string =>
  severities.map((each) => `countIf(rank = ${String(rankOfSeverity(each))})${over} AS ${each}`).join(', ');

export const occurrenceCountsSql = (filter: OccurrenceFilter) => ({
  sql: `SELECT ${countsSql('')}
FROM (
${pairedSql(filter)})`,
  params: paramsOf(filter),
  settings: occurrenceSettings,
});

export interface OccurrenceRow extends SubjectRow {
  readonly rank: number;
  readonly raised: number;
  readonly cleared: number;
  readonly isAcknowledged: number;
  readonly raises: number;
}

/** Keys in the store. What has no value is last in both directions. */
const keys = {
  severity: (direction: string) => `rank ${direction}`,
  raised: (direction: string) => `raised ${direction}`,
  cleared: (direction: string) => `if(cleared = 0, {to:UInt32} + 1, cleared) ${direction}`,
  duration: (direction: string) => `duration < 0, duration ${direction}`,
  raises: (direction: string) => `raises ${direction}`,
} as const;

type NamedColumn = Exclude<OccurrenceOrder, keyof typeof keys | `-${string}`>;
export const isNamed = (column: string): column is NamedColumn =>
  column === 'alarm' || column === 'site' || column === 'element';

export interface OccurrencePage {
  readonly by: keyof typeof keys | { readonly ranked: readonly Instance[] };
  readonly isDescending: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Only these runs. */
  readonly runs?: readonly OccurrenceRun[];
}

/** `since`: when it was raised. */
interface OccurrenceRun extends Instance {
  readonly since: number;
}

const runSql = ({ alarm, element, since }: OccurrenceRun): string =>
  `(${[alarm, element, since].join(', ')})`;

/** The place of each alarm on an element in a list that is ordered by name. */
const placeSql = (ranked: readonly Instance[]): string =>
  ranked.length === 0
    ? '0'
    : `transform(${instanceSql}, [${listOf(ranked)}], range(1, ${String(ranked.length + 1)}), 0)`;

const orderSql = ({ by, isDescending }: OccurrencePage): string => {
  const direction = isDescending ? 'DESC' : 'ASC';
  return typeof by === 'string' ? keys[by](direction) : `${placeSql(by.ranked)} ${direction}`;
};

const rowSql = 'alarm, element, site, kpi, rank, raised, cleared, isAcknowledged, raises';

/** A page, each row with the counts of all that match every filter but the severity. */
export function occurrencePageSql(filter: OccurrenceFilter, page: OccurrencePage) {
  const { offset, limit, runs } = page;
  const only = runs === undefined ? '' : ` AND (alarm, element, raised) IN (${runs.map(runSql).join(', ')})`;
  return {
    sql: `SELECT ${rowSql}, critical, major, minor
FROM (
SELECT *, ${countsSql(' OVER ()')}
FROM (
${pairedSql(filter)}))
WHERE ${severitySql(filter)}${only}
ORDER BY ${orderSql(page)}, raised DESC, alarm, element
LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    params: { ...paramsOf(filter), limit, offset },
    settings: occurrenceSettings,
  };
}

/** The occurrences in no order, up to a limit. */
export const occurrenceRowsSql = (filter: OccurrenceFilter, limit: number) => ({
  sql: `SELECT ${rowSql}
FROM (
${pairedSql(filter)})
LIMIT {limit:UInt32}`,
  params: { ...paramsOf(filter), limit },
  settings: occurrenceSettings,
});

/** How many occurrences there are, and when the first of them was raised; 0 without any. */
export interface OccurrenceExtent {
  readonly alarms: number;
  readonly first: number;
}

/** As `occurrenceRowsSql` would count them. */
export const occurrenceExtentSql = (filter: OccurrenceFilter) => ({
  sql: `SELECT count() AS alarms, min(if(raised = 0, {from:UInt32}, raised)) AS first
FROM (
${pairedSql(filter)})`,
  params: paramsOf(filter),
  settings: occurrenceSettings,
});

export const unhandledSql = 'cleared = 0 AND NOT isAcknowledged';

/** A row of a summary, with the counts of all that match and its place in each list from 1, or 0. */
export interface HandoverRow extends OccurrenceRow, OccurrenceCounts {
  readonly unhandled: number;
  readonly unhandledPlace: number;
  readonly longestPlace: number;
  readonly frequentPlace: number;
}

/** The rows of a summary: the worst that run unacknowledged, the longest, and those raised most often, each alarm on an element once. */
export function handoverRowsSql(
  filter: OccurrenceFilter,
  { running, ranked }: { readonly running: number; readonly ranked: number },
) {
  const place = (order: string): string =>
    `row_number() OVER (ORDER BY ${order}, raised DESC, alarm, element)`;
  return {
    sql: `SELECT ${rowSql}, critical, major, minor, unhandled, unhandledPlace, longestPlace, frequentPlace
FROM (
SELECT *, ${countsSql(' OVER ()')}, countIf(${unhandledSql}) OVER () AS unhandled,
  if(${unhandledSql}, ${place(`${unhandledSql} DESC, rank`)}, 0) AS unhandledPlace,
  if(duration > 0, ${place('duration DESC')}, 0) AS longestPlace,
  if(isLast AND raises > 1, ${place('isLast DESC, raises DESC')}, 0) AS frequentPlace
FROM (
${pairedSql(filter)})
WHERE ${severitySql(filter)})
WHERE unhandledPlace BETWEEN 1 AND {running:UInt8} OR longestPlace BETWEEN 1 AND {ranked:UInt8}
  OR frequentPlace BETWEEN 1 AND {ranked:UInt8}`,
    params: { ...paramsOf(filter), running, ranked },
    settings: occurrenceSettings,
  };
}
