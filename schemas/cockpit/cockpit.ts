import { z } from 'zod';
import { Operator } from '../alerting/alert.ts';
import { Severity } from '../alerting/severity.ts';
import { elementKinds } from '../element/kind.ts';
import { KpiKeyText } from '../kpi/key.ts';
import { resourceFields } from '../resource/resource.ts';
import { Topology } from './topology.ts';

export const cockpitLimits = {
  nameMax: 120,
  descriptionMax: 500,
  labelMax: 120,
  /** The engine keeps the outliers of so many windows, one bit each. */
  measuresMax: 32,
  alarmsMax: 200,
  groupNameMax: 80,
  membersMax: 1_000,
  /** Cockpits that "recently opened" keeps for a user. */
  recentMax: 8,
} as const;

const Id = z.int().positive();
/** On one line; a zero character in particular is nothing that PostgreSQL stores. */
export const Line = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u, 'control characters are not allowed');

/** What a user writes of a cockpit. */
export const CockpitDraft = z.strictObject({
  /** Empty is refused by the rules (`rules.ts`), which know whether alarms depend on it. */
  name: Line.max(cockpitLimits.nameMax),
  description: Line.max(cockpitLimits.descriptionMax).default(''),
});
export type CockpitDraft = z.infer<typeof CockpitDraft>;

export const Visibility = z.enum(['everyone', 'RESTRICTED']);

/** What a user writes of an alarm. What its fields must be together is in `rules.ts`. */
export const AlarmDraft = z.strictObject({
  label: Line.max(cockpitLimits.labelMax),
  /** Of the library, or one that an administrator defined. */
  kpi: KpiKeyText,
  /** On which kind of element it is decided; left out: that of the KPI (`targetsOf` says which there are). */
  target: z.enum(elementKinds).optional(),
  operator: Operator,
  /** In the unit of the KPI. Elements and customers can have one of their own in its place. */
  threshold: z.number(),
  severity: Severity,
  /** Raised when at least `outliers` of the last `measures` windows satisfy operator and threshold. */
  outliers: z.int().min(1).max(cockpitLimits.measuresMax),
  measures: z.int().min(1).max(cockpitLimits.measuresMax),
  topology: Topology,
  snmpTrap: z.boolean(),
  enabled: z.boolean(),
  visibility: Visibility,
  /** Ids of the groups that see a restricted alarm. */
  groups: z.array(Id).max(100),
});
export type AlarmDraft = z.infer<typeof AlarmDraft>;

/** Who changed something last, and when in milliseconds since 1970. Null: the product itself, or an account that is gone. */
const Changed = {
  author: z.string().nullable(),
  updatedAt: z.number(),
  /** Counts the changes: a change names the version it was made from, another one meanwhile is a conflict. */
  version: z.number(),
};

export const Alarm = AlarmDraft.extend({
  ...Changed,
  id: z.number(),
  /** Thresholds in place of the alarm's own. */
  ownThresholds: z.strictObject({ customers: z.number(), elements: z.number() }),
});
export type Alarm = z.infer<typeof Alarm>;

export const Cockpit = CockpitDraft.extend({
  ...Changed,
  ...resourceFields,
  id: z.number(),
  alarms: z.array(Alarm),
});
export type Cockpit = z.infer<typeof Cockpit>;

/** A line of the library. */
export const CockpitSummary = CockpitDraft.extend({
  ...Changed,
  ...resourceFields,
  id: z.number(),
  alarms: z.strictObject({ total: z.number(), enabled: z.number() }),
  /** When the caller opened it last, milliseconds since 1970; null: not among those he opened recently. */
  openedAt: z.number().nullable(),
});
export type CockpitSummary = z.infer<typeof CockpitSummary>;

/** Whose threshold: of a customer, or of one element. */
export const ThresholdTarget = z.union([z.strictObject({ customer: Id }), z.strictObject({ element: Id })]);
export type ThresholdTarget = z.infer<typeof ThresholdTarget>;

export const OwnThreshold = z.strictObject({
  of: z.enum(['customer', 'element']),
  id: z.number(),
  name: z.string(),
  customer: z.strictObject({ id: z.number(), name: z.string() }),
  /** The elements above an element, nearest first; empty for a customer. */
  parents: z.array(z.string()),
  value: z.number(),
});
export type OwnThreshold = z.infer<typeof OwnThreshold>;

/** An element that can have a threshold of its own. */
export const ThresholdElement = z.strictObject({
  id: z.number(),
  name: z.string(),
  kind: z.enum(elementKinds),
  customer: z.strictObject({ id: z.number(), name: z.string() }),
  parents: z.array(z.string()),
});
export type ThresholdElement = z.infer<typeof ThresholdElement>;
