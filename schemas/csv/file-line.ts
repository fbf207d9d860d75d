import { z } from 'zod';
import { WORKBOOK_ROWS } from './table-file.ts';

const FileCell = z.union([z.string(), z.number(), z.null()]);

const FileColumn = z.union([
  z.strictObject({ is: z.literal('value'), name: z.string() }),
  z.strictObject({ is: z.enum(['time', 'day']), name: z.string(), timeZone: z.string() }),
]);

/**
 * A line of the reply of an export whose file the console writes: first the columns, then rows in pieces, at last whether there are more rows than were
 * requested. A reply without its end is incomplete. Times and days are milliseconds since 1970.
 */
export const ExportLine = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('columns'), columns: z.array(FileColumn) }),
  z.strictObject({ is: z.literal('rows'), rows: z.array(z.array(FileCell)) }),
  z.strictObject({ is: z.literal('end'), isCut: z.boolean() }),
]);
export type ExportLine = z.infer<typeof ExportLine>;

/** At most as many rows; those behind them are cut. */
export const FileRowLimit = z.coerce.number().int().min(1).max(WORKBOOK_ROWS).default(WORKBOOK_ROWS);
