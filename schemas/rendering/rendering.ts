import { z } from 'zod';
import { dataLimits } from '../limit/data.ts';
import { ReportKey } from '../report/item.ts';
import { ZoneName } from '../time/time-zone.ts';

export const outputFormats = ['pdf', 'xlsx', 'csv'] as const;
/** Format of the file of a report. */
export const OutputFormat = z.enum(outputFormats);
export type OutputFormat = z.infer<typeof OutputFormat>;

/** Media type of the file of a report. */
export const mediaOfFormat = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const satisfies Record<OutputFormat, string>;

/** Ids of elements by the id of a variable; none: all. */
export const VariableChoice = z.record(ReportKey, z.array(z.int().nonnegative()).max(dataLimits.maxValues));
export type VariableChoice = z.infer<typeof VariableChoice>;

/** Items of the report whose values a CSV contains, by their ids; empty: all. */
export const DashletChoice = z.array(ReportKey).max(100, 'SELECTION_TOO_LARGE');

/** What a report is rendered with. From and to are seconds since 1970. */
export const RenderParameters = z.strictObject({
  from: z.int(),
  to: z.int(),
  timeZone: ZoneName,
  language: z.enum(['en', 'fr']),
  variables: VariableChoice,
  dashlets: DashletChoice,
});
export type RenderParameters = z.infer<typeof RenderParameters>;

export const RenderingState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);
export type RenderingState = z.infer<typeof RenderingState>;

/** Pages that are rendered, of how many. */
export const RenderingProgress = z.strictObject({ done: z.int().min(0), total: z.int().min(0) });
export type RenderingProgress = z.infer<typeof RenderingProgress>;

/** `crashed`: its processes ended twice while they rendered it; `browser`: Chromium is missing; `disk`: a disk had no space, twice. */
export const RenderingFailure = z.enum([
  ...(['crashed', 'failed', 'report', 'right', 'variables', 'too-large', 'slow', 'browser', 'disk'] as const),
]);
export type RenderingFailure = z.infer<typeof RenderingFailure>;

/** Parts of a file in PostgreSQL. */
export const FILE_PART_BYTES = 1_024 * 1_024;
/** Largest file of a report. */
export const MAX_REPORT_BYTES = 100 * FILE_PART_BYTES;

/** Distinguishes the tokens of attempts from API tokens. */
export const RENDER_TOKEN_PREFIX = 'render-';
