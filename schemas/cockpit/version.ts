import { z } from 'zod';
import { AlarmDraft, CockpitDraft, ThresholdTarget } from './cockpit.ts';

/** Versions kept per cockpit; older ones are deleted. */
export const MAX_COCKPIT_VERSIONS = 100;

const Count = z.int().positive();

/** A threshold that the provider has set for a customer or an element. */
const DocumentThreshold = z.strictObject({ target: ThresholdTarget, value: z.number() });
export type DocumentThreshold = z.infer<typeof DocumentThreshold>;

/** An alarm in a version. The id is that of running instances, silences and history: a deleted alarm is restored under it. */
const DocumentAlarm = AlarmDraft.extend({
  id: Count,
  /** Of the alarm when the version was retained. */
  version: Count,
  thresholds: z.array(DocumentThreshold),
});
export type DocumentAlarm = z.infer<typeof DocumentAlarm>;

/**
 * What a version keeps of a cockpit. Sharing, owner and activation are not part of it, nor are the thresholds that customers have set
 * themselves.
 */
export const CockpitDocument = CockpitDraft.extend({ alarms: z.array(DocumentAlarm) });
export type CockpitDocument = z.infer<typeof CockpitDocument>;

export const CockpitVersion = z.strictObject({
  /** Counts from 1 in each cockpit. */
  number: z.number(),
  /** Null: the product itself, or a deleted account. */
  author: z.string().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The version that was restored. Null: the cockpit was changed. */
  restored: z.number().nullable(),
});
export type CockpitVersion = z.infer<typeof CockpitVersion>;

/** Parts of an alarm that are compared and shown together. */
export const alarmParts = [
  'label',
  'kpi',
  'condition',
  'severity',
  'levels',
  'clearing',
  'customerBounds',
  'topology',
  'runbook',
  'snmpTrap',
  'enabled',
  'visibility',
] as const;
export type AlarmPart = (typeof alarmParts)[number];

const ComparedAlarm = AlarmDraft.extend({ id: z.number() });

/** A difference between two versions. `before` null: added; `after` null: removed. */
const AlarmDifference = z.strictObject({
  before: ComparedAlarm.nullable(),
  after: ComparedAlarm.nullable(),
  /** Parts that differ; empty for an alarm added or removed. */
  parts: z.array(z.enum(alarmParts)),
  thresholds: z.array(
    z.strictObject({
      of: z.enum(['customer', 'element']),
      name: z.string(),
      before: z.number().nullable(),
      after: z.number().nullable(),
    }),
  ),
});
export type AlarmDifference = z.infer<typeof AlarmDifference>;

const TextDifference = z.strictObject({ before: z.string(), after: z.string() });

export const CockpitDifference = z.strictObject({
  name: TextDifference.optional(),
  description: TextDifference.optional(),
  alarms: z.array(AlarmDifference),
});
export type CockpitDifference = z.infer<typeof CockpitDifference>;
