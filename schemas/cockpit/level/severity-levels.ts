import { z } from 'zod';
import type { Operator } from '../../alerting/alert.ts';
import { severities, type Severity } from '../../alerting/severity.ts';

/**
 * Thresholds at which a running alarm becomes more severe than it is when raised, in the unit of its KPI. Those of customers and
 * elements replace the first threshold only.
 */
export const SeverityLevels = z.strictObject({
  major: z.number().optional(),
  critical: z.number().optional(),
});
export type SeverityLevels = z.infer<typeof SeverityLevels>;

export interface SeverityLevel<Of extends Severity = Severity> {
  readonly severity: Of;
  readonly threshold: number;
}

interface LevelledAlarm {
  readonly severity: Severity;
  readonly threshold: number;
  readonly levels?: SeverityLevels | undefined;
}

/** Severities that an alarm can be raised to, the mildest first. */
export const raisedSeverities = ['major', 'critical'] as const;
export type RaisedSeverity = (typeof raisedSeverities)[number];

/** The levels above the severity with which an alarm is raised, the mildest first. */
export const severityLevelsOf = ({
  levels,
}: Pick<LevelledAlarm, 'levels'>): readonly SeverityLevel<RaisedSeverity>[] =>
  raisedSeverities.flatMap((severity) => {
    const threshold = levels?.[severity];
    return threshold === undefined ? [] : [{ severity, threshold }];
  });

/** Every severity of an alarm with its threshold, the mildest first. */
export const allLevelsOf = (alarm: LevelledAlarm): readonly SeverityLevel[] => [
  { severity: alarm.severity, threshold: alarm.threshold },
  ...severityLevelsOf(alarm),
];

/** The severities that an alarm may have above the one with which it is raised. */
export const severitiesAbove = (severity: Severity): readonly RaisedSeverity[] =>
  raisedSeverities.filter((one) => severities.indexOf(one) < severities.indexOf(severity));

/** Direction in which values get worse; 0 for equality, which knows no worse value. */
const directions: Record<Operator, 1 | 0 | -1> = { '>': 1, '>=': 1, '<': -1, '<=': -1, '=': 0, '!=': 0 };

export const worseDirection = (operator: Operator): 1 | 0 | -1 => directions[operator];

/** The levels as columns of the alarm; null: it has no such level. */
export const severityLevelsIn = (row: {
  readonly major_threshold: number | null;
  readonly critical_threshold: number | null;
}): SeverityLevels | undefined => {
  if (row.major_threshold === null && row.critical_threshold === null) return undefined;
  return {
    ...(row.major_threshold === null ? {} : { major: row.major_threshold }),
    ...(row.critical_threshold === null ? {} : { critical: row.critical_threshold }),
  };
};

/** Without levels that are not stated: absent and empty mean the same. */
export const statedLevels = (levels: SeverityLevels | undefined): { readonly levels?: SeverityLevels } => {
  const found = severityLevelsIn({
    major_threshold: levels?.major ?? null,
    critical_threshold: levels?.critical ?? null,
  });
  return found === undefined ? {} : { levels: found };
};

/** Far out of every counter and exact as a float. */
const largest = Number.MAX_SAFE_INTEGER;

/** Whether a value is a valid threshold. */
export const isThreshold = (value: number): boolean => Number.isFinite(value) && Math.abs(value) <= largest;

/** Returns why an alarm cannot have its levels. Each is more severe than the one before it, and lies further out. */
export function levelsRejection(
  alarm: LevelledAlarm & { readonly operator: Operator },
):
  | 'COCKPIT_LEVELS_OPERATOR'
  | 'COCKPIT_LEVELS_SEVERITY'
  | 'COCKPIT_LEVELS_ORDER'
  | 'THRESHOLD_INCORRECT'
  | undefined {
  const direction = worseDirection(alarm.operator);
  const [first, ...levels] = allLevelsOf(alarm);
  if (first === undefined || levels.length === 0) return undefined;
  if (direction === 0) return 'COCKPIT_LEVELS_OPERATOR';
  const above = severitiesAbove(alarm.severity);
  if (levels.some(({ severity }) => !above.some((one) => one === severity))) return 'COCKPIT_LEVELS_SEVERITY';
  if (levels.some(({ threshold }) => !isThreshold(threshold))) return 'THRESHOLD_INCORRECT';
  const isAscending = levels.every(
    ({ threshold }, index) => (threshold - ([first, ...levels][index]?.threshold ?? 0)) * direction > 0,
  );
  return isAscending ? undefined : 'COCKPIT_LEVELS_ORDER';
}
