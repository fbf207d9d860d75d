import { Bindings } from '../kpi/bindings.ts';
import type { Bind } from '../kpi/bindings.ts';
import { flowValuesSql } from '../kpi/flow-series-sql.ts';
import { elementValuesSql } from '../kpi/series-sql.ts';
import { dataLimits } from '../limit/data.ts';
import { keptWidth } from './period-parts.ts';
import type { StatementPart } from './statement-part.ts';

export interface DataStatement {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, string | number>>;
}

const settings = {
  max_execution_time: dataLimits.seconds,
  max_result_rows: String(dataLimits.resultRows),
  max_rows_to_read: String(dataLimits.readRows),
  max_memory_usage: String(dataLimits.memoryBytes),
} as const;

/** Ids of the key of a part: all parts of a statement have as many. */
const keyNames = ([part]: readonly StatementPart[]): readonly string[] =>
  part?.of === 'flows' ? part.values.keys.map((_, index) => `key_${String(index)}`) : ['key_0'];

function partSql(part: StatementPart, bind: Bind): { readonly sql: string; readonly keys: string } {
  if (part.of === 'elements')
    return {
      sql: elementValuesSql(part.values, { ...part, aggregates: part.results }, bind),
      keys: 'id AS key_0',
    };
  return { sql: flowValuesSql(part.values, part, bind), keys: keyNames([part]).join(', ') };
}

const widthOf = (part: StatementPart): number =>
  part.isPartial === true ? keptWidth(part) : part.results.length;

/** Columns `part`, `key_0` and so on (ids), `at` (start of the step in seconds), `value_0` and so on. */
function rowsSql(parts: readonly StatementPart[], bind: Bind): string {
  const width = Math.max(...parts.map(widthOf));
  return parts
    .map((part, number) => {
      const { sql, keys } = partSql(part, bind);
      const columns = Array.from({ length: width }, (_, index) =>
        index < widthOf(part) ? `toNullable(result_${String(index)})` : 'CAST(NULL AS Nullable(Float64))',
      ).map((column, index) => `${column} AS value_${String(index)}`);
      return `SELECT toUInt16(${String(number)}) AS part, ${keys}, toUnixTimestamp(step) AS at, ${columns.join(', ')} FROM (${sql})`;
    })
    .join('\nUNION ALL\n');
}

/** One statement for all parts, which are in the same time zone. */
export function valuesStatement(parts: readonly StatementPart[], timeZone: string): DataStatement {
  const { params, bind } = new Bindings();
  bind('zone', 'String', timeZone);
  return {
    sql: `SELECT * FROM (${rowsSql(parts, bind)}) ORDER BY part, ${keyNames(parts).join(', ')}, at`,
    params,
    settings,
  };
}

/** One statement for what is kept of the steps of all parts, up to a limit of rows. */
export function stepsStatement(
  parts: readonly StatementPart[],
  timeZone: string,
  rows: number,
): DataStatement {
  const { params, bind } = new Bindings();
  bind('zone', 'String', timeZone);
  return {
    sql: `SELECT * FROM (${rowsSql(parts, bind)}) LIMIT ${bind('rows', 'UInt32', rows)}`,
    params,
    settings,
  };
}

/** The keys with the highest or lowest values of a part with one result, ties in the order of their ids. */
export function rankStatement(
  part: StatementPart,
  timeZone: string,
  { order, count }: { readonly order: 'highest' | 'lowest'; readonly count: number },
): DataStatement {
  const { params, bind } = new Bindings();
  bind('zone', 'String', timeZone);
  const direction = order === 'highest' ? 'DESC' : 'ASC';
  const limit = bind('count', 'UInt16', count);
  const keys = keyNames([part]).join(', ');
  return {
    sql: `SELECT ${keys} FROM (${rowsSql([part], bind)}) WHERE isFinite(value_0) ORDER BY value_0 ${direction}, ${keys} LIMIT ${limit}`,
    params,
    settings,
  };
}
