import { Bindings, type Bind } from '#schemas/kpi/bindings.ts';
import { flowValuesSql } from './flow-series-sql.ts';
import { elementValuesSql } from './series-sql.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { cachedWidth } from './period-parts.ts';
import type { StatementPart } from './statement-part.ts';

/** What a statement returns: the rows of all steps, as many of them as a limit, or the keys that rank first. */
export type StatementForm =
  | { readonly is: 'values' }
  | { readonly is: 'steps'; readonly rows: number }
  | { readonly is: 'rank'; readonly order: 'highest' | 'lowest'; readonly count: number };

/** What a statement is made from. All parts are in the same time zone. */
export interface StatementSource {
  readonly form: StatementForm;
  readonly parts: readonly StatementPart[];
  readonly timeZone: string;
}

export interface DataStatement {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly source: StatementSource;
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
  part.isPartial === true ? cachedWidth(part) : part.results.length;

function rowsSql(parts: readonly StatementPart[], request: string, bind: Bind): string {
  const width = Math.max(...parts.map(widthOf));
  return parts
    .map((part, number) => {
      const { sql, keys } = partSql(part, bind);
      const columns = Array.from({ length: width }, (_, index) =>
        index < widthOf(part) ? `toNullable(result_${String(index)})` : 'CAST(NULL AS Nullable(Float64))',
      ).map((column, index) => `${column} AS value_${String(index)}`);
      return `SELECT ${request}toUInt16(${String(number)}) AS part, ${keys}, toUnixTimestamp(step) AS at, ${columns.join(', ')} FROM (${sql})`;
    })
    .join('\nUNION ALL\n');
}

const isBatch = (parts: readonly StatementPart[]): boolean =>
  parts.some((part) => part.of === 'elements' && part.values.batch !== undefined);

/**
 * Columns `part`, `key_0` and so on (ids), `at` (start of the step in seconds), `value_0` and so on; of a batch `request` before them, in
 * whose order the rows are.
 */
export function statementOf(source: StatementSource): DataStatement {
  const { form, parts, timeZone } = source;
  const { params, bind } = new Bindings();
  bind('zone', 'String', timeZone);
  const request = isBatch(parts) ? 'request, ' : '';
  const perRequest = isBatch(parts) ? ' BY request' : '';
  const rows = rowsSql(parts, request, bind);
  const keys = keyNames(parts).join(', ');
  const sqlOf = (): string => {
    if (form.is === 'values') return `SELECT * FROM (${rows}) ORDER BY ${request}part, ${keys}, at`;
    if (form.is === 'steps') {
      const order = isBatch(parts) ? ' ORDER BY request' : '';
      return `SELECT * FROM (${rows})${order} LIMIT ${bind('rows', 'UInt32', form.rows)}${perRequest}`;
    }
    const direction = form.order === 'highest' ? 'DESC' : 'ASC';
    const limit = bind('count', 'UInt16', form.count);
    return `SELECT ${request}${keys} FROM (${rows}) WHERE isFinite(value_0) ORDER BY ${request}value_0 ${direction}, ${keys} LIMIT ${limit}${perRequest}`;
  };
  return { sql: sqlOf(), params, settings, source };
}

/** One statement for all parts. */
export const valuesStatement = (parts: readonly StatementPart[], timeZone: string): DataStatement =>
  statementOf({ form: { is: 'values' }, parts, timeZone });

/** One statement for what is retained of the steps of all parts, up to a limit of rows. */
export const stepsStatement = (
  parts: readonly StatementPart[],
  timeZone: string,
  rows: number,
): DataStatement => statementOf({ form: { is: 'steps', rows }, parts, timeZone });

/** The keys with the highest or lowest values of a part with one result, ties in the order of their ids. */
export const rankStatement = (
  part: StatementPart,
  timeZone: string,
  { order, count }: { readonly order: 'highest' | 'lowest'; readonly count: number },
): DataStatement => statementOf({ form: { is: 'rank', order, count }, parts: [part], timeZone });
