import { z } from 'zod';
import { fingerprintOf, type Table } from '../table/table.ts';

/** Headers of a message that carries table rows. Times are milliseconds since 1970. */
export const headerNames = {
  table: 'Telltale-Table',
  /** Fingerprint of the column list (`fingerprintOf`). */
  schema: 'Telltale-Schema',
  rows: 'Telltale-Rows',
  /** Event times of the oldest and the newest row. */
  first: 'Telltale-First',
  last: 'Telltale-Last',
  /** Engine output only: increases per subject, so that a replay does not publish twice. */
  batch: 'Telltale-Batch',
  /** Batch of the flow pipeline. A message carries the batches of both pipelines, so that the newest one of a subject has both. */
  flowBatch: 'Telltale-Flow-Batch',
  /** Polls only: poll interval, milliseconds. */
  interval: 'Telltale-Interval',
  /** Heartbeats only: idle time of the publisher, milliseconds. */
  idle: 'Telltale-Idle',
  /** Dead letters only: why the message cannot be processed, and its origin (`<subject>:<sequence>`). */
  cause: 'Telltale-Cause',
  source: 'Telltale-Source',
  /** Sampled traces only (W3C Trace Context). */
  trace: 'traceparent',
} as const;

const count = z.coerce.number().int().nonnegative();

const RowsHeader = z.object({
  table: z.string().min(1),
  schema: z.string().regex(/^[0-9a-f]{8}$/),
  rows: count,
  first: count,
  last: count,
  batch: count.optional(),
  flowBatch: count.optional(),
  interval: count.optional(),
  idle: count.optional(),
});
export type RowsHeader = z.infer<typeof RowsHeader>;

/** Headers of a message with `rows` rows of a table. */
export const headerOf = (
  table: Table,
  {
    rows,
    first,
    last,
    batch,
    flowBatch,
    interval,
  }: { rows: number; first: number; last: number; batch?: number; flowBatch?: number; interval?: number },
): Record<string, string> => ({
  // Literal names: computed ones would double the cost of a message.
  'Telltale-Table': table.name,
  'Telltale-Schema': fingerprintOf(table),
  'Telltale-Rows': String(rows),
  'Telltale-First': String(first),
  'Telltale-Last': String(last),
  ...(batch === undefined ? {} : { [headerNames.batch]: String(batch) }),
  ...(flowBatch === undefined ? {} : { [headerNames.flowBatch]: String(flowBatch) }),
  ...(interval === undefined ? {} : { [headerNames.interval]: String(interval) }),
});

/** Headers of a heartbeat, a message without rows: its publisher was idle for `idleMs` and expects no more rows dated before `until`. */
export const heartbeatHeaderOf = (
  table: Table,
  { until, idleMs }: { readonly until: number; readonly idleMs: number },
): Record<string, string> => ({
  ...headerOf(table, { rows: 0, first: until, last: until }),
  [headerNames.idle]: String(idleMs),
});

type ReadHeader =
  | { readonly ok: true; readonly value: RowsHeader; readonly layout: Table }
  | { readonly ok: false; readonly cause: string };

/**
 * Returns the header of a message with rows of `expected`, in its layout or in one of `others`, or the cause of a dead
 * letter.
 */
export function readHeader(
  get: (name: string) => string | undefined,
  expected: Table,
  ...others: readonly Table[]
): ReadHeader {
  const entries = Object.entries(headerNames).map(([key, name]) => [key, get(name) || undefined]);
  const parsed = RowsHeader.safeParse(Object.fromEntries(entries));
  if (!parsed.success)
    return {
      ok: false,
      cause: `header ${parsed.error.issues[0]?.path.join('.') ?? ''} is missing or malformed`,
    };
  const { table, schema } = parsed.data;
  if (table !== expected.name)
    return { ok: false, cause: `rows of table ${table} where ${expected.name} is expected` };
  const layout = [expected, ...others].find((known) => schema === fingerprintOf(known));
  if (layout === undefined) return { ok: false, cause: `unknown schema ${schema} of table ${table}` };
  return { ok: true, value: parsed.data, layout };
}
