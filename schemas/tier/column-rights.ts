import { addressCountries } from '../table/stream/address-countries.ts';
import { clickhouseTables } from '../table/clickhouse.ts';
import { tableOfStream } from '../bus/stream.ts';
import { rollupSteps } from '../table/stream/rollup-steps.ts';
import type { Tier } from './tier.ts';

/** ClickHouse privileges of an account; other tables are closed. */
export interface ColumnRights {
  readonly read?: readonly string[];
  readonly add?: readonly string[];
}

/** Least privileges per tier; other tiers do not use ClickHouse. Rollups are filled with the privileges of their creator. */
export const columnRights: Readonly<Partial<Record<Tier, ColumnRights>>> = {
  writer: { add: Object.values(tableOfStream) },
  // Backtests, and application names of exporters.
  engine: { read: ['measures', 'application_names'] },
  // Which customers have hours cut in two or four, and the countries of a file.
  server: { read: clickhouseTables.map(({ name }) => name), add: [rollupSteps.name, addressCountries.name] },
};
