import { z } from 'zod';

/** Severities of SD-WAN managers, the worst first: vendors' own ones are mapped to them. */
export const alarmSeverities = ['critical', 'major', 'minor', 'info'] as const;
export type SdwanSeverity = (typeof alarmSeverities)[number];

/** An event is reported once and has no end. */
export const sdwanAlarmStates = ['raised', 'cleared', 'event'] as const;

/** An alarm of an SD-WAN manager, in the words of the manager. */
export const SdwanAlarm = z.strictObject({
  id: z.int(),
  customer: z.int(),
  customerName: z.string(),
  type: z.string(),
  severity: z.enum(alarmSeverities),
  message: z.string(),
  /** As the manager names it; empty: the alarm is of no device. */
  device: z.string(),
  state: z.enum(sdwanAlarmStates),
  raisedAt: z.iso.datetime(),
  /** Null while it is raised. */
  clearedAt: z.iso.datetime().nullable(),
});
export type SdwanAlarm = z.infer<typeof SdwanAlarm>;

/** Alarms listed at a time, the newest; kept of a manager; and days that one which is over is retained. */
export const alarmLimits = { listed: 1_000, retained: 10_000, days: 30 } as const;
