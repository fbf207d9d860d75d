import { z } from 'zod';
import { Operator } from '../alerting/alert.ts';
import { Severity } from '../alerting/severity.ts';
import { elementKinds } from '../element/kind.ts';
import { KpiKeyText } from '../kpi/key.ts';
import { resourceFields } from '../resource/resource.ts';
import { clearingFields } from './clearing.ts';
import { CustomerBounds } from './customer-bounds.ts';
import { Runbook } from './runbook.ts';
import { SeverityLevels } from './level/severity-levels.ts';
import { Topology } from './topology.ts';
import { Line } from '../text/line.ts';

export const cockpitLimits = {
  nameMax: 120,
  descriptionMax: 500,
  labelMax: 120,
  /** The engine stores the outliers of this many windows, one bit each. */
  measuresMax: 32,
  alarmsMax: 200,
  groupNameMax: 80,
  membersMax: 1_000,
  /** Cockpits in "recently opened" per user. */
  recentMax: 8,
} as const;

const Id = z.int().positive();
/** A cockpit as a user enters it. */
export const CockpitDraft = z.strictObject({
  /** An empty name is rejected by `rules.ts`, which knows whether alarms depend on it. */
  name: Line.max(cockpitLimits.nameMax),
  description: Line.max(cockpitLimits.descriptionMax).default(''),
});
export type CockpitDraft = z.infer<typeof CockpitDraft>;

export const Visibility = z.enum(['everyone', 'RESTRICTED']);

/** An alarm as a user enters it. `rules.ts` validates its fields in combination. */
export const AlarmDraft = z.strictObject({
  label: Line.max(cockpitLimits.labelMax),
  /** Key of a library KPI or a defined KPI. */
  kpi: KpiKeyText,
  /** Kind of element it is evaluated on; absent: that of the KPI (`alarmTargetsOf`). */
  target: z.enum(elementKinds).optional(),
  operator: Operator,
  /** In the unit of the KPI. Elements and customers can override it. */
  threshold: z.number(),
  /** When raised. */
  severity: Severity,
  /** Absent: the severity does not change while the alarm runs. */
  levels: SeverityLevels.optional(),
  /** Raised when at least `outliers` of the last `measures` windows satisfy operator and threshold. */
  outliers: z.int().min(1).max(cockpitLimits.measuresMax),
  measures: z.int().min(1).max(cockpitLimits.measuresMax),
  ...clearingFields,
  /** Absent: customers do not set the threshold. */
  customerBounds: CustomerBounds.optional(),
  /** Address or text, with placeholders; absent: none. */
  runbook: Runbook.optional(),
  topology: Topology,
  snmpTrap: z.boolean(),
  enabled: z.boolean(),
  visibility: Visibility,
  /** Ids of the groups that may see a restricted alarm. */
  groups: z.array(Id).max(100),
});
export type AlarmDraft = z.infer<typeof AlarmDraft>;

/** Last change, milliseconds since 1970. A null author is the product itself or a deleted account. */
const Changed = {
  author: z.string().nullable(),
  updatedAt: z.number(),
  /** Optimistic lock: an update with a stale version is a CONFLICT. */
  version: z.number(),
};

export const Alarm = AlarmDraft.extend({
  ...Changed,
  id: z.number(),
  /** Number of threshold overrides. */
  ownThresholds: z.strictObject({ customers: z.number(), elements: z.number() }),
});
export type Alarm = z.infer<typeof Alarm>;

/** Created by the product at its first start (`starter/starter-cockpit.ts`). */
export const cockpitOrigin = { isStarter: z.literal(true).optional() };

export const Cockpit = CockpitDraft.extend({
  ...Changed,
  ...resourceFields,
  ...cockpitOrigin,
  id: z.number(),
  alarms: z.array(Alarm),
});
export type Cockpit = z.infer<typeof Cockpit>;

/** An entry of the cockpit library. */
export const CockpitSummary = CockpitDraft.extend({
  ...Changed,
  ...resourceFields,
  ...cockpitOrigin,
  id: z.number(),
  alarms: z.strictObject({ total: z.number(), enabled: z.number() }),
  /** When the caller last opened it, milliseconds since 1970; null: not recently. */
  openedAt: z.number().nullable(),
});
export type CockpitSummary = z.infer<typeof CockpitSummary>;

/** Scope of a threshold override: a customer or one element. */
export const ThresholdTarget = z.union([z.strictObject({ customer: Id }), z.strictObject({ element: Id })]);
export type ThresholdTarget = z.infer<typeof ThresholdTarget>;

export const OwnThreshold = z.strictObject({
  of: z.enum(['customer', 'element']),
  id: z.number(),
  name: z.string(),
  customer: z.strictObject({ id: z.number(), name: z.string() }),
  /** Parents of the element, nearest first; empty for a customer. */
  parents: z.array(z.string()),
  value: z.number(),
});
export type OwnThreshold = z.infer<typeof OwnThreshold>;

/** A threshold that a customer has set within the bounds of the alarm. */
export const CustomerThreshold = z.strictObject({
  customer: z.strictObject({ id: z.number(), name: z.string() }),
  /** As the customer has set it. */
  value: z.number(),
  /** The nearest value within the bounds of now; null: the alarm allows none any more. */
  inForce: z.number().nullable(),
  /** Frozen by the provider: the customer cannot change it. */
  frozen: z.boolean(),
  author: z.string().nullable(),
  updatedAt: z.number(),
});
export type CustomerThreshold = z.infer<typeof CustomerThreshold>;

/** An element that can override the threshold. */
export const ThresholdElement = z.strictObject({
  id: z.number(),
  name: z.string(),
  kind: z.enum(elementKinds),
  customer: z.strictObject({ id: z.number(), name: z.string() }),
  parents: z.array(z.string()),
});
export type ThresholdElement = z.infer<typeof ThresholdElement>;
