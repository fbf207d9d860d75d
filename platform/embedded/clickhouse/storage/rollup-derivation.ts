import type { RowsOf } from './part-check.ts';

type Period = readonly [fromSeconds: number, toSeconds: number];

const HOUR = 3_600;
const DAY = 86_400;

/** How a column of a rollup is merged; `key`: it is part of the key. */
type Merge = 'key' | 'sum' | 'extreme';

/** A rollup whose rows are sums and extremes of the rows of its source: what it lacks can be added. */
export interface DerivedRollup {
  readonly database: string;
  readonly table: string;
  readonly source: string;
  /** SELECT of its view. */
  readonly select: string;
  readonly columns: readonly { readonly name: string; readonly merge: Merge }[];
}

function mergeOf(type: string, isKey: boolean, engine: string): Merge | undefined {
  if (isKey) return 'key';
  if (/^SimpleAggregateFunction\(sum, UInt64\)$/.test(type)) return 'sum';
  if (/^SimpleAggregateFunction\((?:max|min), /.test(type)) return 'extreme';
  return engine === 'SummingMergeTree' && type === 'UInt64' ? 'sum' : undefined;
}

/** Returns the rollup of a name, or undefined for a table whose rows cannot be added a second time: no rollup, or one of floating sums and sketches. */
export async function derivedRollup(
  rows: RowsOf,
  { database, table }: { readonly database: string; readonly table: string },
): Promise<DerivedRollup | undefined> {
  const [view] = await rows(
    `SELECT v.as_select AS select, t.engine AS engine FROM system.tables AS v INNER JOIN system.tables AS t ON t.database = v.database
      WHERE v.database = '${database}' AND v.name = '${table}_view' AND v.engine = 'MaterializedView' AND t.name = '${table}'`,
  );
  if (view === undefined) return undefined;
  const select = String(view['select']);
  const [, source] = /\bFROM (?:\w+\.)?(\w+)/.exec(select) ?? [];
  const listed = await rows(
    `SELECT name, type, is_in_sorting_key AS key FROM system.columns WHERE database = '${database}' AND table = '${table}' ORDER BY position`,
  );
  const columns = listed.flatMap(({ name, type, key }) => {
    const merge = mergeOf(String(type), Number(key) === 1, String(view['engine']));
    return merge === undefined ? [] : [{ name: String(name), merge }];
  });
  const isComplete =
    columns.length === listed.length &&
    ['customer', 'at'].every((key) => columns.some(({ name, merge }) => name === key && merge === 'key')) &&
    columns.some(({ merge }) => merge === 'sum');
  return source === undefined || !isComplete ? undefined : { database, table, source, select, columns };
}

/** Times of a partition `YYYYMM` or `YYYYMMDD`, from its first second to that of the next. */
function periodOf(partition: string): Period | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})?$/.exec(partition) ?? [];
  if (year === undefined) return undefined;
  const at = (months: number, days: number): number =>
    Date.UTC(Number(year), Number(month) - 1 + months, Number(day ?? 1) + days) / 1_000;
  return day === undefined ? [at(0, 0), at(1, 0)] : [at(0, 0), at(0, 1)];
}

/** The hours of a day, or the days of a month, that have something of a period. */
export function slicesOf(partition: string, covered: Period | undefined): readonly Period[] {
  const period = periodOf(partition);
  if (period === undefined) return [];
  const step = partition.length === 'YYYYMMDD'.length ? HOUR : DAY;
  const [from, to] = period;
  const starts = Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => from + at * step);
  return starts
    .filter((start) => covered === undefined || (start + step > covered[0] && start <= covered[1]))
    .map((start) => [start, start + step]);
}

const listOf = (parts: readonly string[]): string => parts.join(', ');

/**
 * Selects, for a period, what the rows of the source sum up to and the rollup lacks: whole rows of keys that it lacks, and the difference of
 * those of which it has less. Nothing where the source has less: a part of the source may be lost, or expired.
 */
function missingRows({ database, table, select, columns }: DerivedRollup, [from, to]: Period): string {
  const keys = columns.filter(({ merge }) => merge === 'key').map(({ name }) => name);
  const values = columns.filter(({ merge }) => merge !== 'key');
  const sums = values.filter(({ merge }) => merge === 'sum').map(({ name }) => name);
  const period = `at >= toDateTime(${String(from)}, 'UTC') AND at < toDateTime(${String(to)}, 'UTC')`;
  // The hours of a customer were cut in another way before.
  const cut = select.includes('rollup_steps')
    ? ` AND toUnixTimestamp(joinGet('${database}.rollup_steps', 'since', customer)) <= ${String(from)}`
    : '';
  const both = listOf(values.map(({ name }) => `${name} AS is_${name}, toUInt64(0) AS was_${name}`));
  const stored = listOf(values.map(({ name }) => `0 AS is_${name}, toUInt64(${name}) AS was_${name}`));
  const totals = listOf(
    values.map(({ name, merge }) =>
      merge === 'sum'
        ? `sum(is_${name}) AS now_${name}, sum(was_${name}) AS had_${name}`
        : `anyIf(is_${name}, has) AS now_${name}`,
    ),
  );
  const added = listOf(
    columns.map(({ name, merge }) => {
      if (merge === 'key') return name;
      return merge === 'sum'
        ? `if(now_${name} > had_${name}, now_${name} - had_${name}, 0) AS ${name}`
        : `now_${name} AS ${name}`;
    }),
  );
  return `SELECT ${added} FROM (
    SELECT ${listOf(keys)}, ${totals} FROM (
      SELECT ${listOf(keys)}, ${both}, 1 AS has FROM (${select}) WHERE ${period}${cut}
      UNION ALL SELECT ${listOf(keys)}, ${stored}, 0 AS has FROM ${database}.${table} WHERE ${period}
    ) GROUP BY ${listOf(keys)}
  ) WHERE ${sums.map((name) => `now_${name} > had_${name}`).join(' OR ')}`;
}

/**
 * Adds to a rollup, for a period of one partition, what its source has outside it, and returns the number of rows. While no insert runs. The rows
 * come into the table as parts, in one step: an insert would be summed up into the rollups of this one, which have them. A second time it adds nothing.
 */
export async function addMissingRows(
  rows: RowsOf,
  rollup: DerivedRollup,
  { partition, period }: { readonly partition: string; readonly period: Period },
): Promise<number> {
  const { database, table, columns } = rollup;
  const apart = `${database}.${table}_missing`;
  await rows(`DROP TABLE IF EXISTS ${apart} SYNC`);
  await rows(`CREATE TABLE ${apart} AS ${database}.${table}`);
  await rows(
    `INSERT INTO ${apart} (${listOf(columns.map(({ name }) => name))}) ${missingRows(rollup, period)} SETTINGS insert_deduplicate = 0`,
  );
  const [found] = await rows(`SELECT count() AS rows FROM ${apart}`);
  const added = Number(found?.['rows']);
  if (added > 0)
    await rows(`ALTER TABLE ${database}.${table} ATTACH PARTITION ID '${partition}' FROM ${apart}`);
  await rows(`DROP TABLE ${apart} SYNC`);
  return added;
}
