import { z } from 'zod';
import { allowedThreshold } from '../cockpit/customer-bounds.ts';
import type { AlarmPart, DocumentAlarm } from '../cockpit/version.ts';
import { differingParts, thresholdTargetKey } from '../cockpit/version-difference.ts';
import { SeriesPeriod } from '../kpi/series.ts';
import { API, route } from '../route.ts';
import { SECOND_MS } from '../time/duration.ts';

/** Parts of a definition that decide when it raises and clears; `formula` is that of its KPI. */
export const decidingParts = ['kpi', 'condition', 'severity', 'levels', 'clearing', 'enabled'] as const;
export type DecidingPart = (typeof decidingParts)[number];

export const DefinitionChange = z.strictObject({
  /** Milliseconds since 1970; engines apply a change from the next window on. */
  at: z.number(),
  /** Empty: only the threshold of the customer or the element changed. */
  parts: z.array(z.enum([...decidingParts, 'formula'])),
  /** The threshold in force for the element; absent: the same, or the alarm did not exist. */
  threshold: z.strictObject({ before: z.number(), after: z.number() }).optional(),
});
export type DefinitionChange = z.infer<typeof DefinitionChange>;

/**
 * From the versions of the cockpit, of which the newest 100 are retained, and the audit trail. Limited as `readAlarmSeries`; says nothing of
 * thresholds of other customers and elements.
 */
export const listDefinitionChanges = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/:alarm/:element/changes`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Changes of the definition of an alarm in a period, as they apply to one element, oldest first',
  params: z.strictObject({
    customerId: z.coerce.number().int().positive(),
    alarm: z.coerce.number().int().positive(),
    element: z.coerce.number().int().positive(),
  }),
  query: SeriesPeriod,
  reply: z.strictObject({ changes: z.array(DefinitionChange) }),
  problems: ['NOT_FOUND'],
});

/** An alarm from a time on, in milliseconds; undefined: not part of its cockpit. */
export interface AlarmVersion {
  readonly at: number;
  readonly alarm: DocumentAlarm | undefined;
}

/** A change of the threshold that the customer sets itself; undefined: none. */
export interface OwnThresholdChange {
  readonly at: number;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

export interface DefinitionHistory {
  readonly customer: number;
  readonly element: number;
  /** Oldest first, the first one from before the period where it is retained. */
  readonly versions: readonly AlarmVersion[];
  /** Of the period, oldest first. */
  readonly own: readonly OwnThresholdChange[];
  /** The customer's threshold now. */
  readonly ownNow: number | undefined;
  /** Times at which the formula of the KPI changed. */
  readonly formula: readonly number[];
}

function thresholdIn(
  { customer, element }: DefinitionHistory,
  alarm: DocumentAlarm,
  own: number | undefined,
) {
  const valueOf = (target: Parameters<typeof thresholdTargetKey>[0]) =>
    alarm.thresholds.find((each) => thresholdTargetKey(each.target) === thresholdTargetKey(target))?.value;
  const ofCustomer = allowedThreshold(own, alarm.customerBounds) ?? valueOf({ customer });
  return valueOf({ element }) ?? ofCustomer ?? alarm.threshold;
}

const isDeciding = (part: AlarmPart): part is DecidingPart & AlarmPart =>
  decidingParts.some((each) => each === part);

/** The changes of a period, in seconds, that decide about one element; oldest first. */
export function definitionChanges(
  history: DefinitionHistory,
  { from, to }: SeriesPeriod,
): DefinitionChange[] {
  const { versions, own, ownNow, formula } = history;
  const alarmAt = (index: number) => versions[index]?.alarm;
  const ownAt = (at: number): number | undefined => {
    const next = own.find((change) => change.at > at);
    return next === undefined ? ownNow : next.before;
  };
  const versionAt = (at: number) => versions.findLastIndex((version) => version.at <= at);
  const times = [...new Set([...versions.slice(1), ...own].map(({ at }) => at).concat(formula))];
  return times
    .filter((at) => at >= from * SECOND_MS && at < to * SECOND_MS)
    .sort((one, other) => one - other)
    .flatMap((at): DefinitionChange[] => {
      const index = versionAt(at);
      const earlier = versionAt(at - 1);
      // Nothing is known of the time before the first version: it was the same.
      const [before, after] = [alarmAt(Math.max(0, earlier)), alarmAt(Math.max(0, index))];
      const parts = before && after ? differingParts(before, after).filter(isDeciding) : [];
      const found = [...parts, ...(formula.includes(at) ? (['formula'] as const) : [])];
      if (before === undefined || after === undefined)
        return found.length === 0 ? [] : [{ at, parts: found }];
      const values = {
        before: thresholdIn(history, before, ownAt(at - 1)),
        after: thresholdIn(history, after, ownAt(at)),
      };
      if (values.before !== values.after) return [{ at, parts: found, threshold: values }];
      return found.length === 0 ? [] : [{ at, parts: found }];
    });
}
