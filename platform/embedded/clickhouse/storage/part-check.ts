import { ClickHouseFailure } from '../failure.ts';

/** Runs a statement in the engine and returns its rows. */
export type RowsOf = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const NO_SUCH_DATA_PART = 232;

const literal = (name: string): string => `'${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const identifier = (name: string): string => `\`${name.replaceAll('`', '\\`')}\``;

/** Reads all of an active part and compares it with its checksums. */
export async function isPartComplete(
  rows: RowsOf,
  { database, table, part }: { readonly database: string; readonly table: string; readonly part: string },
): Promise<boolean> {
  try {
    const [result] = await rows(
      `CHECK TABLE ${identifier(database)}.${identifier(table)} PART ${literal(part)} SETTINGS check_query_single_value_result = 0`,
    );
    return Number(result?.['is_passed'] ?? 1) === 1;
  } catch (error) {
    // Merged since it was listed: the merge has read it.
    if (error instanceof ClickHouseFailure && error.code === NO_SUCH_DATA_PART) return true;
    throw error;
  }
}
