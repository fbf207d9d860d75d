import type { Parameters, Settings } from '#platform/clickhouse/clickhouse.ts';
import type { ChangeMeasure, ChangeWay } from '#schemas/explore/changed/choices.ts';
import { fieldsOfChange, type ChangeDimensionId } from '#schemas/explore/changed/dimensions.ts';
import type { ChangePeriod } from '#schemas/explore/changed/periods.ts';
import { dimension, dimensionSql, type DimensionId } from '#schemas/explore/fields.ts';
import { filterSql, type FilterBindings } from '../statement/filter-sql.ts';
import type { FilterTree } from '#schemas/explore/filter/tree.ts';
import { Bindings, type Bind } from '#schemas/kpi/bindings.ts';

export type ChangeSource = 'raw' | '5m' | '1h';

/** Which flows are compared. */
export interface ChangeScope {
  readonly customer: number;
  /** Undefined: all. */
  readonly sites: readonly number[] | undefined;
  /** One site: a flow that another site reports too counts there as well. */
  readonly isOneSite: boolean;
  /** Exporter; undefined: all. */
  readonly device: number | undefined;
  readonly port: { readonly id: number; readonly way: ChangeWay } | undefined;
  readonly filter: FilterTree | undefined;
}

export interface ChangeReading {
  readonly source: ChangeSource;
  readonly scope: ChangeScope;
  readonly measure: ChangeMeasure;
  /** The period first, then those of the baseline. They do not overlap. */
  readonly periods: readonly [ChangePeriod, ...ChangePeriod[]];
  /** What the SQL of dimensions and filters depends on. */
  readonly bindings: (bind: Bind) => FilterBindings;
}

export interface ChangeStatement {
  readonly sql: string;
  readonly params: Parameters;
  readonly settings: Settings;
}

const changeSettings = {
  max_execution_time: 20,
  max_memory_usage: '2000000000',
  max_result_rows: '200000',
} as const;

const tables: Readonly<Record<ChangeSource, { readonly table: string; readonly at: string }>> = {
  raw: { table: 'flows', at: 'last' },
  '5m': { table: 'flows_5m', at: 'at' },
  '1h': { table: 'flows_1h', at: 'at' },
};

/** Sum of the measure: of raw rows, each is one flow. */
const weightSql = (measure: ChangeMeasure, source: ChangeSource): string => {
  if (measure === 'bits') return 'bytes';
  if (measure === 'packets') return 'packets';
  return source === 'raw' ? 'toUInt64(1)' : 'flows';
};

/** What a unit of a sum is in the measure. */
export const perSum: Readonly<Record<ChangeMeasure, number>> = { bits: 8, packets: 1, flows: 1 };

/** Longer than a flow can end before its record arrives, and after: the collector corrects clocks that are further apart. Seconds. */
const LATE = 86_400 + 600;
const AHEAD = 600;

const timeSql = (source: ChangeSource, bind: Bind, at: number): string => {
  const second = bind('second', 'UInt32', at);
  return source === 'raw' ? `toDateTime64(${second}, 3, 'UTC')` : `toDateTime(${second}, 'UTC')`;
};

function withinSql({ from, to }: ChangePeriod, source: ChangeSource, bind: Bind): string {
  const { at } = tables[source];
  const within = `${at} >= ${timeSql(source, bind, from)} AND ${at} < ${timeSql(source, bind, to)}`;
  if (source !== 'raw') return `(${within})`;
  // A hint: every flow of the period is within it, so that reading the column would decide nothing.
  const received = `received >= ${timeSql(source, bind, Math.max(0, from - AHEAD))} AND received < ${timeSql(source, bind, to + LATE)}`;
  return `(indexHint(${received}) AND ${within})`;
}

/** Flows into a port are ingress rows with it as input, those out of it `outwards` rows with it as output. */
export type Outwards = 'egress' | 'ingress';

function portSql(port: NonNullable<ChangeScope['port']>, outwards: Outwards, bind: Bind): string {
  const id = bind('port', 'UInt32', port.id);
  const into = `(in_interface = ${id} AND direction = 0)`;
  const out = `(out_interface = ${id} AND direction = ${outwards === 'egress' ? '1' : '0'})`;
  if (port.way === 'both') return `(${into} OR ${out})`;
  return port.way === 'in' ? into : out;
}

interface Conditions {
  readonly outwards: Outwards;
  readonly bind: Bind;
}

function whereSql(
  { source, scope, periods, bindings }: ChangeReading,
  { outwards, bind }: Conditions,
): string {
  const { customer, sites, device, port, filter, isOneSite } = scope;
  const within = periods.map((period) => withinSql(period, source, bind));
  // Rows of an interface are those of one exporter, and its direction has each flow once.
  const once = isOneSite ? 'duplicate < 2' : 'duplicate = 0';
  return [
    `customer = ${bind('customer', 'UInt32', customer)}`,
    `(${within.join(' OR ')})`,
    ...(sites === undefined ? [] : [`site IN ${bind('sites', 'Array(UInt32)', sites)}`]),
    ...(device === undefined ? [] : [`exporter = ${bind('device', 'UInt32', device)}`]),
    port === undefined ? once : portSql(port, outwards, bind),
    ...(filter === undefined ? [] : [filterSql(filter, bindings(bind))]),
  ].join('\n  AND ');
}

/** Whether a row is one of the period. */
const isNowSql = ({ source, periods: [now] }: ChangeReading, bind: Bind): string => {
  const { at } = tables[source];
  return `${at} >= ${timeSql(source, bind, now.from)} AND ${at} < ${timeSql(source, bind, now.to)}`;
};

/** Whether the exporter of a port reports what it sends: else what it forwards takes its place. Column `egress`. */
export function outwardsStatement(reading: ChangeReading): ChangeStatement {
  const { bind, params } = new Bindings();
  const { port } = reading.scope;
  const within = whereSql(
    { ...reading, scope: { ...reading.scope, port: undefined } },
    { outwards: 'egress', bind },
  );
  return {
    sql: `SELECT count() > 0 AS egress FROM (SELECT 1 FROM ${tables[reading.source].table}
WHERE ${within} AND out_interface = ${bind('port', 'UInt32', port?.id ?? 0)} AND direction = 1 LIMIT 1)`,
    params,
    settings: changeSettings,
  };
}

/** The number of flows in the rollup of five minutes. Column `flows`. */
export function flowCountStatement(reading: ChangeReading, outwards: Outwards): ChangeStatement {
  const { bind, params } = new Bindings();
  const five = { ...reading, source: '5m' as const, scope: { ...reading.scope, filter: undefined } };
  return {
    sql: `SELECT toFloat64(sum(flows)) AS flows FROM flows_5m WHERE ${whereSql(five, { outwards, bind })}`,
    params,
    settings: changeSettings,
  };
}

/** A row of `changeValuesStatement`: `grouped` has a bit for each field that is not part of its dimension. */
export interface ValueRow {
  readonly grouped: number;
  readonly values: readonly string[];
  readonly now: number;
  readonly before: number;
}

/** Values read of each dimension: those with the largest contributions. */
const MOST_VALUES = 50;

/** The fields of some dimensions, each once. */
export const fieldsOfAll = (dimensions: readonly ChangeDimensionId[]): readonly DimensionId[] => [
  ...new Set(dimensions.flatMap((id) => [...fieldsOfChange(id)])),
];

/** The bits of a dimension as `grouping` returns them: the first field is the highest bit. */
export function groupedOf(fields: readonly DimensionId[], dimension: ChangeDimensionId): number {
  const own = fieldsOfChange(dimension);
  return fields.reduce((bits, field) => bits * 2 + (own.includes(field) ? 0 : 1), 0);
}

/**
 * Sums of the values of all dimensions in the period and in the baseline in one pass: a set per dimension. The values with the largest
 * contributions of each, by rate, as a baseline may be longer than the period.
 */
export function changeValuesStatement(
  reading: ChangeReading,
  {
    outwards,
    dimensions,
    seconds,
  }: {
    readonly outwards: Outwards;
    readonly dimensions: readonly ChangeDimensionId[];
    readonly seconds: { readonly now: number; readonly before: number };
  },
): ChangeStatement {
  const { bind, params } = new Bindings();
  const { source, measure, bindings } = reading;
  const fields = fieldsOfAll(dimensions);
  const own = bindings(bind);
  const columns = fields.map((field, place) => `${dimensionSql(field, own)} AS d${String(place)}`);
  const names = fields.map((_, place) => `d${String(place)}`);
  const sets = dimensions.map(
    (id) =>
      `(${fieldsOfChange(id)
        .map((field) => `d${String(fields.indexOf(field))}`)
        .join(', ')})`,
  );
  const rate = `now / ${bind('now', 'Float64', seconds.now)} - before / ${bind('before', 'Float64', Math.max(1, seconds.before))}`;
  return {
    sql: `SELECT grouped, [${names.map((name) => `toString(${name})`).join(', ')}] AS values, toFloat64(now) AS now, toFloat64(before) AS before
FROM (
  SELECT ${names.join(', ')}, grouping(${names.join(', ')}) AS grouped, sumIf(weight, is_now) AS now, sumIf(weight, NOT is_now) AS before
  FROM (SELECT ${[...columns, `${weightSql(measure, source)} AS weight`, `${isNowSql(reading, bind)} AS is_now`].join(', ')}
    FROM ${tables[source].table} WHERE ${whereSql(reading, { outwards, bind })})
  GROUP BY GROUPING SETS (${sets.join(', ')})
)
ORDER BY abs(${rate}) DESC LIMIT ${String(MOST_VALUES)} BY grouped`,
    params,
    settings: { ...changeSettings, prefer_column_name_to_alias: 1 },
  };
}

/** A value of a dimension, as text. */
interface Candidate {
  readonly dimension: ChangeDimensionId;
  readonly values: readonly string[];
}

/** Sums by step of the flows with the same candidates, see `Atom`. `place` is that of the period. */
export interface AtomRow {
  readonly mask: number;
  readonly place: number;
  readonly step: number;
  readonly amount: number;
}

/** A value as its field is stored, which is compared faster than texts. */
function storedSql(field: DimensionId, text: string, bind: Bind): string {
  const { type } = dimension(field);
  if (type === 'address') return `toIPv6(${bind('address', 'String', text)})`;
  return type === 'text' ? bind('text', 'String', text) : bind('number', 'UInt64', text);
}

/** Rows of the heaviest masks: what hundreds of small ones add says nothing about findings, and would keep the server busy. */
const MOST_ATOM_ROWS = 30_000;

/** One condition for each candidate is a bit of the mask; without candidates the rows are the totals by step. */
export function atomsStatement(
  reading: ChangeReading,
  {
    outwards,
    candidates,
    stepSeconds,
  }: {
    readonly outwards: Outwards;
    readonly candidates: readonly Candidate[];
    readonly stepSeconds: number;
  },
): ChangeStatement {
  const { bind, params } = new Bindings();
  const { source, measure, periods, bindings } = reading;
  const { at } = tables[source];
  const own = bindings(bind);
  const bits = candidates.map(({ dimension, values }, place) => {
    const tests = fieldsOfChange(dimension).map(
      (field, index) => `${dimensionSql(field, own)} = ${storedSql(field, values[index] ?? '', bind)}`,
    );
    return `bitShiftLeft(toUInt32(${tests.join(' AND ')}), ${String(place)})`;
  });
  const second = `toUnixTimestamp(${source === 'raw' ? `toDateTime(${at})` : at})`;
  const places = periods.map(
    ({ from, to }, place) =>
      `${second} >= ${bind('second', 'UInt32', from)} AND ${second} < ${bind('second', 'UInt32', to)}, ${String(place)}`,
  );
  const starts = bind(
    'starts',
    'Array(UInt32)',
    periods.map(({ from }) => from),
  );
  return {
    sql: `SELECT mask, place, step, amount FROM (SELECT mask, place, intDiv(second - arrayElement(${starts}, place + 1), ${bind('step', 'UInt32', stepSeconds)}) AS step,
  toFloat64(sum(weight)) AS amount
FROM (
  SELECT ${bits.length === 0 ? 'toUInt32(0)' : bits.join(' + ')} AS mask, multiIf(${places.join(', ')}, 0) AS place,
    ${second} AS second, ${weightSql(measure, source)} AS weight
  FROM ${tables[source].table} WHERE ${whereSql(reading, { outwards, bind })}
)
GROUP BY mask, place, step)
ORDER BY sum(amount) OVER (PARTITION BY mask) DESC, mask LIMIT ${String(MOST_ATOM_ROWS)}`,
    params,
    settings: { ...changeSettings, prefer_column_name_to_alias: 1 },
  };
}
