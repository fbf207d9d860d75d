import { Bindings, type Bind } from '#schemas/kpi/bindings.ts';
import { countryCodeSql, countryNumber } from '#schemas/explore/country.ts';
import { exploreLimits, type ExploreMeasure, type ExploreTable } from '#schemas/explore/explore.ts';
import type { FieldType } from '#schemas/explore/field-type.ts';
import type { AsEditions } from '#schemas/explore/address-as.ts';
import { dimension, dimensionSql, type DimensionId } from '#schemas/explore/fields.ts';
import { filterSql, type FilterNames } from './filter-sql.ts';
import type { FilterTree } from '#schemas/explore/filter/tree.ts';
import { keyBindings, type CodedClass } from '#schemas/explore/key-bindings.ts';
import type { SubnetLengths } from '#schemas/explore/subnet.ts';
import { scopeSql, type Counted, type FlowScope } from './flow-scope.ts';
import { DAY_S, HOUR_S } from '#schemas/time/duration.ts';

/** Longer than a flow can end before its record arrives, and after: the collector corrects what is further apart (ingest/flow/template). */
const LATEST_S = DAY_S + 600;
const EARLIEST_S = 600;

/** Flows of a period, by keys: all that the statements of a request are made from. */
export interface ExploreQuery {
  readonly table: ExploreTable;
  readonly scope: FlowScope;
  readonly counted: Counted;
  readonly dimensions: readonly DimensionId[];
  readonly measure: ExploreMeasure;
  /** Also what left its site, apart. */
  readonly bothWays: boolean;
  readonly tree: FilterTree | undefined;
  readonly names: FilterNames;
  readonly classes: readonly CodedClass[];
  /** Sites whose names the reader sees; undefined: all. */
  readonly seen: readonly number[] | undefined;
  /** The stored file with the countries of addresses; undefined: there is none. */
  readonly countries?: string | undefined;
  /** The stored AS numbers of addresses; undefined: only those that exporters send. */
  readonly systems?: AsEditions | undefined;
  readonly subnet: SubnetLengths;
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

export interface ExploreStatement {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, string | number>>;
}

/** Bounds of each statement; names of its columns do not replace those of the table. */
const settings = {
  max_execution_time: exploreLimits.seconds,
  max_memory_usage: String(exploreLimits.memoryBytes),
  max_rows_to_read: String(exploreLimits.readRows),
  prefer_column_name_to_alias: 1,
} as const;

/** What is summed: rates are computed from the sums. */
const summedOf: Readonly<Record<ExploreMeasure, 'bytes' | 'packets' | 'flows'>> = {
  bytes: 'bytes',
  bps: 'bytes',
  packets: 'packets',
  pps: 'packets',
  flows: 'flows',
};

const SENT = 'source_site = site AND destination_site != site';

const timeOf = (table: ExploreTable): string => (table === 'flows' ? 'last' : 'at');

/** A flow belongs to the time of its last packet; raw ones are stored by the time of their arrival. */
function periodSql({ table, from, to }: ExploreQuery, bind: Bind): string {
  const bound = (name: string, at: number) =>
    table === 'flows'
      ? `toDateTime64(${bind(name, 'UInt32', at)}, 3, 'UTC')`
      : `toDateTime(${bind(name, 'UInt32', at)}, 'UTC')`;
  const time = timeOf(table);
  const own = `${time} >= ${bound('from', from)} AND ${time} < ${bound('to', to)}`;
  if (table !== 'flows') return own;
  // A hint: every flow of the period is within it, so that reading the column would decide nothing.
  return `indexHint(received >= ${bound('arrivedFrom', Math.max(0, from - EARLIEST_S))} AND received < ${bound('arrivedTo', to + LATEST_S)}) AND ${own}`;
}

/** How the values of a type are compared and returned. */
interface KeyForm {
  /** SQL by which keys are grouped and compared. */
  readonly own: (sql: string) => string;
  /** SQL of the text that is returned. */
  readonly text: (own: string) => string;
  readonly parameter: 'UInt64' | 'IPv6' | 'String';
  /** The parameter of a text. */
  readonly bound: (text: string) => number | string;
}

const numberForm: KeyForm = {
  own: (sql) => `toUInt64(${sql})`,
  text: (own) => `toString(${own})`,
  parameter: 'UInt64',
  bound: Number,
};
const textForm: KeyForm = {
  own: (sql) => sql,
  text: (own) => own,
  parameter: 'String',
  bound: (text) => text,
};
/** An address that was not exported is an empty text. IPv4 addresses are stored mapped. */
const addressForm: KeyForm = {
  own: (sql) => sql,
  text: (own) => `if(${own} = toIPv6('::'), '', replaceRegexpOne(toString(${own}), '^::ffff:', ''))`,
  parameter: 'IPv6',
  bound: (text) => (text === '' ? '::' : text.includes(':') ? text : `::ffff:${text}`),
};
const macForm: KeyForm = {
  ...textForm,
  own: (sql) => `if(${sql} = toFixedString('', 6), '', lower(hex(${sql})))`,
};
/** The code of the country; empty: none. */
const countryForm: KeyForm = {
  ...numberForm,
  text: countryCodeSql,
  bound: (text) => countryNumber(text) ?? 0,
};
const forms: Readonly<Partial<Record<FieldType, KeyForm>>> = {
  address: addressForm,
  subnet: addressForm,
  mac: macForm,
  country: countryForm,
  text: textForm,
};
const formOf = (id: DimensionId): KeyForm => forms[dimension(id).type] ?? numberForm;

const columnsOf = (prefix: string, { dimensions }: Pick<ExploreQuery, 'dimensions'>): readonly string[] =>
  dimensions.map((_, index) => `${prefix}${String(index)}`);

const sentSql = (isCounted: boolean, column: string): string =>
  isCounted ? `countIf(${SENT})` : `sumIf(${column}, ${SENT})`;

/** Parts of a statement that depend on what is requested. */
function partsOf(query: ExploreQuery, { params, bind } = new Bindings()) {
  const { table, measure, tree, names } = query;
  const bindings = { ...keyBindings({ bind, ...query }), bind, names };
  const column = summedOf[measure];
  const isCounted = table === 'flows' && column === 'flows';
  const conditions = [
    scopeSql(query.scope, query.counted, bind),
    periodSql(query, bind),
    ...(tree === undefined ? [] : [filterSql(tree, bindings)]),
  ];
  return {
    params,
    bind,
    keys: query.dimensions.map((id) => formOf(id).own(dimensionSql(id, bindings))),
    sum: isCounted ? 'count()' : `sum(${column})`,
    sent: query.bothWays ? sentSql(isCounted, column) : 'toUInt64(0)',
    where: conditions.join('\n  AND '),
  };
}

const textsOf = (query: ExploreQuery): readonly string[] =>
  query.dimensions.map((id, index) => `${formOf(id).text(`own_${String(index)}`)} AS key_${String(index)}`);

/** Types whose keys may not fit the memory of a statement. */
const wideTypes: ReadonlySet<FieldType> = new Set(['address', 'subnet', 'number', 'as', 'text', 'mac']);

/** Whether a request can have as many keys as flows. */
export const isWide = ({ table, dimensions }: Pick<ExploreQuery, 'table' | 'dimensions'>): boolean =>
  table === 'flows' && dimensions.some((id) => wideTypes.has(dimension(id).type));

/** Rows that the statements of a request read: column `value`. */
export function rowCountSql(query: ExploreQuery): ExploreStatement {
  const { params, bind } = new Bindings();
  const scope = scopeSql(query.scope, query.counted, bind);
  return {
    sql: `SELECT toFloat64(count()) AS value FROM ${query.table}\nWHERE ${scope}\n  AND ${periodSql(query, bind)}`,
    params,
    settings,
  };
}

/** Buckets of keys: their sums fit the caches of a processor, and each has few of the keys. */
const BUCKETS = 2 ** 20;
const bucketSql = (keys: readonly string[]): string => `cityHash64(${keys.join(', ')}) % ${String(BUCKETS)}`;

/** The heaviest buckets of keys by hash: columns `bucket`, `value`. No key is heavier than its bucket. */
export function rankBucketsSql(query: ExploreQuery, rows: number): ExploreStatement {
  const { params, bind, keys, sum, where } = partsOf(query);
  return {
    sql: `SELECT bucket, toFloat64(amount) AS value FROM (
SELECT ${bucketSql(keys)} AS bucket, ${sum} AS amount
FROM ${query.table}
WHERE ${where}
GROUP BY bucket
ORDER BY amount DESC LIMIT ${bind('buckets', 'UInt32', rows)})`,
    params,
    settings,
  };
}

/** Keys of some buckets only: those listed, or all that are at least as heavy as a value. */
export type BucketChoice = { readonly listed: readonly number[] } | { readonly least: number };

function inBucketsSql(query: ExploreQuery, choice: BucketChoice, parts: ReturnType<typeof partsOf>): string {
  const { bind, keys, sum, where } = parts;
  const bucket = bucketSql(keys);
  if ('listed' in choice) return `${bucket} IN ${bind('buckets', 'Array(UInt32)', choice.listed)}`;
  return `${bucket} IN (SELECT ${bucket} AS bucket FROM ${query.table}
WHERE ${where}
GROUP BY bucket HAVING ${sum} >= ${bind('least', 'Float64', choice.least)})`;
}

/** Complete hours of a period that are worth a part of their own. */
const MIN_HOURS = 2;

/**
 * Parts of a period that together have its flows. Keys are ranked without steps: complete hours are read from the rollup of hours, which has
 * fewer rows, and five minutes only before and after them.
 */
function rankedParts(query: ExploreQuery): readonly ExploreQuery[] {
  const { table, from, to } = query;
  const [start, end] = [Math.ceil(from / HOUR_S) * HOUR_S, Math.floor(to / HOUR_S) * HOUR_S];
  if (table !== 'flows_5m' || end - start < MIN_HOURS * HOUR_S) return [query];
  const parts: readonly ExploreQuery[] = [
    { ...query, to: start },
    { ...query, table: 'flows_1h', from: start, to: end },
    { ...query, from: end },
  ];
  return parts.filter((part) => part.from < part.to);
}

/** The heaviest keys: columns `key_0` and so on, `value`, `sent`. Equal values are in the order of their keys. */
export function rankKeysSql(query: ExploreQuery, rows: number, buckets?: BucketChoice): ExploreStatement {
  const bindings = new Bindings();
  const { params, bind } = bindings;
  const own = columnsOf('own_', query);
  const periods = rankedParts(query);
  // A statement prefers the columns of what it reads to its own.
  const prefix = periods.length > 1 ? 'period_' : '';
  const sumsOf = (part: ExploreQuery): string => {
    const parts = partsOf(part, bindings);
    const { keys, sum, sent, where } = parts;
    const within = buckets === undefined ? '' : `\n  AND ${inBucketsSql(part, buckets, parts)}`;
    const selected = keys.map((sql, index) => `${sql} AS ${own[index] ?? ''}`);
    return `SELECT ${[...selected, `${sum} AS ${prefix}amount`, `${sent} AS ${prefix}part`].join(', ')}
FROM ${part.table}
WHERE ${where}${within}
GROUP BY ${own.join(', ')}`;
  };
  const [sums = '', ...others] = periods.map(sumsOf);
  const all =
    others.length === 0
      ? sums
      : `SELECT ${[...own, 'sum(period_amount) AS amount', 'sum(period_part) AS part'].join(', ')} FROM (
${[sums, ...others].join('\nUNION ALL ')})
GROUP BY ${own.join(', ')}`;
  const order = ['amount DESC', ...own].join(', ');
  return {
    sql: `SELECT ${[...textsOf(query), 'toFloat64(amount) AS value', 'toFloat64(part) AS sent'].join(', ')} FROM (
${all}
ORDER BY ${order} LIMIT ${bind('rows', 'UInt32', rows)})
ORDER BY ${order}`,
    params,
    settings,
  };
}

/** Seconds of the step at which a flow is; days begin in the zone of the customer. */
function stepSql({ table, timeZone }: ExploreQuery, step: number, bind: Bind): string {
  const time = timeOf(table);
  if (step === DAY_S)
    return `toUnixTimestamp(toStartOfDay(toDateTime(${time}, ${bind('zone', 'String', timeZone)})))`;
  const at = table === 'flows' ? `toUnixTimestamp(toDateTime(${time}))` : `toUnixTimestamp(${time})`;
  return `intDiv(${at}, ${String(step)}) * ${String(step)}`;
}

/** Of which keys a statement has the values by step. */
interface SeriesOf {
  /** Seconds; null: one value for the period. */
  readonly step: number | null;
  /** Texts of the keys; undefined: all flows together, without a key. */
  readonly ranked: readonly (readonly string[])[] | undefined;
}

interface RankedKeys {
  readonly ranked: readonly (readonly string[])[];
  /** Columns of the keys. */
  readonly own: readonly string[];
}

/** SQL that a key is one of some. */
function rankedSql(query: ExploreQuery, { ranked, own }: RankedKeys, bind: Bind): string {
  const lists = query.dimensions.map((id, index) => {
    const { parameter, bound } = formOf(id);
    const values = ranked.map((key) => bound(key[index] ?? ''));
    return bind(`ranked_${String(index)}`, `Array(${parameter})`, values);
  });
  if (lists.length === 1) return `${own[0] ?? ''} IN ${lists[0] ?? ''}`;
  const pairs = lists.map((_, index) => `pair.${String(index + 1)}`).join(', ');
  return `(${own.join(', ')}) IN (SELECT ${pairs} FROM (SELECT arrayJoin(arrayZip(${lists.join(', ')})) AS pair))`;
}

/** Values by step: columns `key_0` and so on unless all flows are together, `at`, `value`, `sent`. */
export function seriesSql(query: ExploreQuery, { step, ranked }: SeriesOf): ExploreStatement {
  const { params, bind, keys, sum, sent, where } = partsOf(query);
  const own = ranked === undefined ? [] : columnsOf('own_', query);
  const selected = own.map((name, index) => `${keys[index] ?? ''} AS ${name}`);
  const at = step === null ? bind('from', 'UInt32', query.from) : stepSql(query, step, bind);
  const isRanked = ranked === undefined ? '' : `\n  AND ${rankedSql(query, { ranked, own }, bind)}`;
  const texts = ranked === undefined ? [] : textsOf(query);
  // Rollups have a column `at`, which would be what is grouped by.
  return {
    sql: `SELECT ${[...texts, 'step AS at', 'toFloat64(amount) AS value', 'toFloat64(part) AS sent'].join(', ')} FROM (
SELECT ${[...selected, `${at} AS step`, `${sum} AS amount`, `${sent} AS part`].join(', ')}
FROM ${query.table}
WHERE ${where}${isRanked}
GROUP BY ${[...own, 'step'].join(', ')})`,
    params,
    settings,
  };
}
