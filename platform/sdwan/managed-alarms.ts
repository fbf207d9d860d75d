import type { SdwanSeverity } from '#schemas/sdwan/alarm.ts';
import { looseText, type LooseFields } from './lenient.ts';

/** An alarm as its manager knows it. Times are those of the manager's clock. */
export interface ManagedAlarm {
  readonly tenant: string;
  /** Unique at the manager. */
  readonly key: string;
  readonly type: string;
  readonly severity: SdwanSeverity;
  readonly message: string;
  /** Name of the device, else its address; empty: the alarm is of no device. */
  readonly device: string;
  /** As that of a sample. */
  readonly address?: string | undefined;
  readonly raisedMs: number;
  /** Undefined while it is raised. */
  readonly clearedMs: number | undefined;
  /** It is reported once and has no end. */
  readonly isEvent: boolean;
}

/** What is read of alarms: those between two times of the manager's clock, and which are raised. */
export interface AlarmPeriod {
  readonly sinceMs: number;
  readonly endMs: number;
}

export interface ManagedAlarms {
  readonly alarms: readonly ManagedAlarm[];
  /** Every alarm until this time of the manager's clock was read: the next reading continues here. */
  readonly untilMs: number;
  /** Keys, with their tenant, of all alarms that are raised now; undefined: the manager does not say. */
  readonly raised: ReadonlySet<string> | undefined;
}

/** Where an alarm of a tenant is found again. */
export const alarmPlace = ({ tenant, key }: Pick<ManagedAlarm, 'tenant' | 'key'>): string =>
  `${tenant}\n${key}`;

const severities: readonly (readonly [RegExp, SdwanSeverity])[] = [
  [/^(?:critical|emergency|alert)/, 'critical'],
  [/^(?:major|high|error)/, 'major'],
  [/^(?:minor|medium|warning)/, 'minor'],
];

/** The severity that a vendor names; what is unknown is information. */
export function severityOf(row: LooseFields): SdwanSeverity {
  const name = looseText(row, 'severity').toLowerCase();
  return severities.find(([pattern]) => pattern.test(name))?.[1] ?? 'info';
}

const MAX_TEXT = 1_000;
/** A text of an alarm on one line of limited length. */
export const alarmText = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT);
