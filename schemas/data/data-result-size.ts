import { z } from 'zod';
import { quantityKinds, overs } from '../kpi/algebra/quantity.ts';
import { aggregations, strategies } from '../kpi/kpi.ts';
import { Problem } from '../problem/problem.ts';
import { granularities } from '../time/granularity.ts';
import { units } from '../unit/unit.ts';
import { keyAttributes } from './key-attribute.ts';
import { NumberList, ValueList } from './number-list.ts';

/** Part of the key of a row. */
export const KeyPart = z.strictObject({
  attribute: z.enum(keyAttributes),
  /** Id of the element; of flows the number of the application, the DSCP, or the site at the other end, 0 for outside. */
  id: z.number(),
  /** Null: unknown, or outside. */
  name: z.string().nullable(),
  /** Sites that the caller does not see, together. */
  hidden: z.literal(true).optional(),
  /** Whether it is no longer in the inventory: the name is its last one, null for all that are counted together. */
  deleted: z.literal(true).optional(),
});
export type KeyPart = z.infer<typeof KeyPart>;

export const DataRow = z.strictObject({
  /** In the order of the key attributes of the request, without `date`. */
  key: z.array(KeyPart),
  /** All keys together that did not rank. */
  others: z.literal(true).optional(),
  /** By series and step; one value per series without the key `date`. Null: no value. Dates are seconds since 1970. */
  values: z.array(ValueList),
  /** Values of the earlier period of a comparison, at the places of those that they are compared with. */
  earlier: z.array(ValueList).optional(),
});
export type DataRow = z.infer<typeof DataRow>;

/** How a result came about. */
export const DataExplanation = z.strictObject({
  /** The requests of a page may share a statement. */
  statements: z.array(
    z.strictObject({
      sql: z.string(),
      elapsedMs: z.number(),
      readRows: z.number(),
      readBytes: z.number(),
      sharedBy: z.number(),
    }),
  ),
  formulas: z.array(
    z.strictObject({
      kpi: z.string(),
      strategy: z.enum(strategies),
      formulas: z.array(z.strictObject({ scope: z.string(), formula: z.string() })),
    }),
  ),
  /** Time in the queue. */
  queuedMs: z.number(),
  /** Seconds between the end of the last closed window and the response. */
  dataAge: z.number(),
});
export type DataExplanation = z.infer<typeof DataExplanation>;

/** A series of a result, and how its values were computed. */
export const ResultSeries = z.strictObject({
  kpi: z.string(),
  unit: z.enum(units),
  kind: z.enum(quantityKinds),
  /** Over time. */
  aggregation: z.enum(aggregations),
  /** Level of the aggregation `percentile`. */
  percentile: z.number().optional(),
  /** Over elements; null: each value is that of one element, or of flows, whose formulas add up what they need. */
  over: z.enum(overs).nullable(),
  /** Granularity of the points that are aggregated over time. */
  working: z.enum(granularities),
  /** Whether `working` is coarser than the aggregation needs: finer values are not retained any more, or too many to read. */
  isCoarser: z.boolean(),
  /** Whether a percentile is estimated from stored quantiles. */
  fromQuantiles: z.boolean(),
  /** WAN accesses that were read, where values are those of accesses only. */
  accesses: z.number().optional(),
  /** The stored aggregations, over time or elements, that the kind does not have and that were replaced. */
  replaced: z.array(z.string()).optional(),
});
export type ResultSeries = z.infer<typeof ResultSeries>;

/** Something that a reader has to know of a result; times in seconds since 1970. */
export const DataNote = z.discriminatedUnion('code', [
  /** The time zone of the request or its document is unknown to the server. */
  z.strictObject({
    code: z.literal('TIMEZONE_FALLBACK'),
    params: z.strictObject({ name: z.string(), fallback: z.string() }),
  }),
  /** Hours before a time have expired: days of UTC take the place of those of the zone. */
  z.strictObject({
    code: z.literal('UTC_DAYS'),
    params: z.strictObject({ zone: z.string(), until: z.number() }),
  }),
  /**
   * The zone is half or quarter hours from UTC, and hours of the customer are stored uncut, before a time or, without one, always: each
   * counts for the step in which it begins.
   */
  z.strictObject({
    code: z.literal('UNCUT_HOURS'),
    params: z.strictObject({ zone: z.string(), until: z.number().nullable() }),
  }),
]);
export type DataNote = z.infer<typeof DataNote>;

export const DataResult = z.strictObject({
  series: z.array(ResultSeries),
  working: z.enum(granularities),
  display: z.enum(granularities),
  timeZone: z.string(),
  /** What is covered: full steps of the display granularity, with `since` the new ones. */
  from: z.number(),
  to: z.number(),
  /** Starts of the steps, also of those without values; null without the key `date`. */
  steps: NumberList.nullable(),
  rows: z.array(DataRow),
  /** Of a comparison. */
  earlier: z
    .strictObject({
      /** Starts of the steps that those of the result are compared with; null: there is none. */
      steps: ValueList,
      /** False: values of that time are no longer stored. */
      retained: z.boolean(),
    })
    .optional(),
  /** What a reader has to know of it; absent: nothing. */
  notes: z.array(DataNote).optional(),
  /** Rows before `lines` took some of them. */
  rowCount: z.number(),
  /** What the result was made from: it expires when a window of these sources closes that ends later than `version`. */
  sources: z.array(z.enum(['samples', 'flows'])),
  /** End of the last closed window, seconds since 1970. */
  version: z.number(),
  explanation: DataExplanation.optional(),
});
export type DataResult = z.infer<typeof DataResult>;

/** A line of the reply, in the order in which requests complete; the last one is `end`, without which the reply is incomplete. */
export const DataLine = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('running'), id: z.string() }),
  z.strictObject({ state: z.literal('ready'), id: z.string(), result: DataResult }),
  z.strictObject({ state: z.literal('error'), id: z.string(), problem: Problem }),
  z.strictObject({ state: z.literal('end') }),
]);
export type DataLine = z.infer<typeof DataLine>;
