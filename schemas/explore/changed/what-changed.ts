import { z } from 'zod';
import { alarmInstanceParams } from '../../alerting/routes.ts';
import { LONGEST_FILTER } from '../filter/parse.ts';
import { LAST_SECOND } from '../../kpi/series.ts';
import { API, route } from '../../route.ts';
import { baselineKinds, changeDepths, changeMeasures, changeWays } from './choices.ts';
import type { ChangePeriod } from './periods.ts';
import { changeDimensionIds } from './dimensions.ts';
import { changeStates } from './ranking.ts';

/** Longest period, seconds. */
const LONGEST_CHANGE = 31 * 86_400;
const SHORTEST_CHANGE = 60;
const WEEK = 7 * 86_400;

/** Values that are listed of each dimension; all others are one. */
export const LISTED_VALUES = 8;
/** Findings that are listed. */
export const LISTED_FINDINGS = 12;

const Id = z.number().int().positive();

/** Seconds since 1970; `to` is exclusive. */
const PeriodOfChange = z
  .strictObject({
    from: z.number().int().min(0).max(LAST_SECOND),
    to: z.number().int().min(0).max(LAST_SECOND),
  })
  .refine(({ from, to }) => to - from >= SHORTEST_CHANGE, { error: 'START_AFTER_END', path: ['from'] })
  .refine(({ from, to }) => to - from <= LONGEST_CHANGE, { error: 'CHANGE_PERIOD_TOO_LONG', path: ['to'] });

const settings = {
  baseline: z.enum(baselineKinds).default('before'),
  measure: z.enum(changeMeasures).default('bits'),
  /** `quick`: rollups where comparing single flows would take longer than a reader waits. */
  depth: z.enum(changeDepths).default('full'),
};

/** Former weeks would overlap the period. */
const fitsBaseline = ({
  period,
  baseline,
}: {
  readonly period: ChangePeriod;
  readonly baseline: string;
}): boolean => baseline !== 'weeks' || period.to - period.from <= WEEK;

const ChangeRequest = z
  .strictObject({
    period: PeriodOfChange,
    ...settings,
    /** A site, or an interface or device of it; absent: all that the caller sees of the customer. */
    element: Id.optional(),
    /** Of an interface. */
    way: z.enum(changeWays).default('both'),
    /** In the filter language of the explorer. */
    filter: z.string().max(LONGEST_FILTER).default(''),
  })
  .refine(fitsBaseline, { error: 'CHANGE_PERIOD_TOO_LONG', path: ['period'] });

const rates = {
  /** Per second in the period and in the baseline. */
  now: z.number(),
  before: z.number(),
};

/** Value of a dimension; a pair has two texts. */
const Value = z.strictObject({
  dimension: z.enum(changeDimensionIds),
  /** As stored: a number, an address, a text. */
  values: z.array(z.string()).min(1).max(2),
  /** What they are called; null where only a screen names it: outside of every site, a site that the caller may not see. */
  names: z.array(z.string().nullable()).min(1).max(2),
  ...rates,
  state: z.enum(changeStates),
  /** Flows with it, in the filter language, the filter of the request not included. */
  filter: z.string(),
});
export type ChangeValue = z.infer<typeof Value>;

const Series = z.strictObject({
  now: z.array(z.number()),
  /** Of former weeks the average; null in a step without a baseline. */
  before: z.array(z.number().nullable()),
});

const Finding = Value.extend({
  /** The same flows by other dimensions, then values that some of them have; `contribution` within the finding. */
  parts: z.array(Value.extend({ relation: z.enum(['same', 'within']), contribution: z.number() })),
  series: Series,
});
export type ChangeFinding = z.infer<typeof Finding>;

export const ChangeReply = z.strictObject({
  /** As compared: in full steps of the rows that were read. */
  period: z.strictObject({ from: z.number(), to: z.number() }),
  /** The periods compared with, the latest first. `counts`: there were flows, without which a week is left out. */
  baseline: z.array(z.strictObject({ from: z.number(), to: z.number(), counts: z.boolean() })),
  /** The zone of former weeks. */
  timeZone: z.string(),
  context: z.strictObject({
    site: z.strictObject({ id: z.number(), name: z.string() }).nullable(),
    element: z
      .strictObject({ id: z.number(), name: z.string(), kind: z.enum(['site', 'device', 'interface']) })
      .nullable(),
    way: z.enum(changeWays),
    filter: z.string(),
  }),
  measure: z.enum(changeMeasures),
  /** Rows that were read: flows, or their rollups, which have no addresses, ports, AS and users. */
  source: z.enum(['raw', '5m', '1h']),
  /** Why rollups were read: flows are not retained for so long, there are too many of them, or `quick` was requested and they take a while. */
  reason: z.enum(['expired', 'many', 'quick']).nullable(),
  /** Single flows of the periods; null where they are not retained. */
  flows: z.number().int().nullable(),
  total: z.strictObject(rates),
  stepSeconds: z.number(),
  series: Series,
  /** Those that moved most first. Empty where nothing moved. */
  findings: z.array(Finding),
  /** Largest contributions of each dimension, and all other values as one: together the total. */
  dimensions: z.array(
    z.strictObject({
      dimension: z.enum(changeDimensionIds),
      values: z.array(Value),
      others: z.strictObject(rates),
    }),
  ),
});
export type ChangeReply = z.infer<typeof ChangeReply>;

const problems = [
  ...(['NOT_FOUND', 'SERIES_NOT_RETAINED', 'TOO_MUCH_DATA'] as const),
  ...(['FILTER_TOO_LONG', 'FILTER_TOO_DEEP', 'FILTER_TOO_MANY_TESTS', 'FILTER_UNCLOSED_TEXT'] as const),
  ...(['FILTER_FIELD_EXPECTED', 'FILTER_UNKNOWN_FIELD', 'FILTER_OPERATOR_EXPECTED'] as const),
  ...(['FILTER_VALUE_EXPECTED', 'FILTER_BAD_VALUE', 'FILTER_PARENTHESIS_EXPECTED'] as const),
  ...(['FILTER_END_EXPECTED', 'FILTER_UNKNOWN_NAME'] as const),
] as const;

/**
 * Values of all dimensions of flows whose part moved most between a baseline and a period, ranked by their part in the difference. Flows
 * count as in dashboards: those of one site once per site, those of a customer once.
 */
export const readWhatChanged = route({
  method: 'POST',
  path: `${API}/customers/:customerId/what-changed`,
  scope: 'customer',
  needs: 'FLOWMAP.read',
  summary: 'What changed in the traffic of a period against a baseline, over all dimensions of flows',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  body: ChangeRequest,
  reply: ChangeReply,
  noChange: 'query',
  problems,
});

/**
 * What changed when an alarm on an element began: from the first measure that raised it, for an hour at most, in the traffic of its
 * interface, device or site. An alarm that cleared for less than an hour in between began with its first raise.
 */
export const readChangeOfAlarm = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/:alarm/:element/what-changed`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'What changed in the traffic of the element of an alarm when the alarm began',
  params: alarmInstanceParams,
  body: z.strictObject({
    /** A time of the run, seconds since 1970; default: the last run. */
    since: z.number().int().min(0).max(LAST_SECOND).optional(),
    ...settings,
  }),
  reply: ChangeReply,
  noChange: 'query',
  problems: ['NOT_FOUND', 'SERIES_NOT_RETAINED', 'TOO_MUCH_DATA'],
});
