import { clickhouseTables } from '../table/clickhouse.ts';
import { tableOfStream } from '../bus/stream.ts';
import type { Tier } from './tier.ts';

/** What an account may do with tables of ClickHouse; a table that is not named is closed to it. */
export interface ColumnRights {
  readonly read?: readonly string[];
  readonly add?: readonly string[];
}

/** The least that each tier works with; the others do not speak to ClickHouse. Rollups are filled with the rights of who made them. */
export const columnRights: Readonly<Partial<Record<Tier, ColumnRights>>> = {
  writer: { add: Object.values(tableOfStream) },
  // Backtests, and what exporters call applications.
  engine: { read: ['measures', 'application_names'] },
  server: { read: clickhouseTables.map(({ name }) => name) },
};
