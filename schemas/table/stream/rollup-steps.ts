import { seconds, u32, u8 } from '../column.ts';
import { table } from '../table.ts';

/**
 * Customers whose hourly rollups are cut at halves or quarters of the hour, as days of their time zone begin there
 * (docs/adr/0074-days-in-any-time-zone.md). The server adds them; the views of the rollups look a customer up in memory for each row.
 */
export const rollupSteps = table({
  name: 'rollup_steps',
  columns: {
    customer: u32,
    /** Rows of an hour: 2 or 4. A customer without a row has 1. */
    parts: u8,
    /** From this time on every hour is cut, seconds since 1970. */
    since: seconds,
  },
  engine: 'Join(ANY, LEFT, customer)',
  orderBy: [],
  // A second row of a customer replaces the first.
  settings: ['join_any_take_last_row = 1'],
});

/** SQL of the start of the row of an hourly rollup to which a time belongs, for the columns of a source table. */
export const hourlyStep = (at: string, customer: string): string =>
  `${at} - toUnixTimestamp(${at}) % intDiv(3600, greatest(1, joinGet('${rollupSteps.name}', 'parts', ${customer})))`;
