import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import type { Status } from '#web/ui/severity/severity.ts';

const worstFirst: readonly Severity[] = ['critical', 'major', 'minor'];

/** The worst severity of alarms; undefined: there are none. */
export const worstOf = (alarms: readonly Pick<AlarmRow, 'severity'>[]): Severity | undefined =>
  worstFirst.find((severity) => alarms.some((alarm) => alarm.severity === severity));

/** Counts of alarms by severity, the worst first, without those that are none. */
export const countsOf = (
  alarms: readonly Pick<AlarmRow, 'severity'>[],
): readonly { readonly severity: Severity; readonly count: number }[] =>
  worstFirst.flatMap((severity) => {
    const { length: count } = alarms.filter((alarm) => alarm.severity === severity);
    return count === 0 ? [] : [{ severity, count }];
  });

interface Known {
  readonly alarms: readonly Pick<AlarmRow, 'severity' | 'silenced'>[];
  /** Nothing would be noticed. */
  readonly isUnmonitored: boolean;
}

/** The state of an element: that of its worst alarm that is not silenced. */
export function elementStateOf({ alarms, isUnmonitored }: Known): Status {
  const heard = alarms.filter(({ silenced }) => silenced === undefined);
  return worstOf(heard) ?? (alarms.length > 0 ? 'silenced' : isUnmonitored ? 'unknown' : 'ok');
}
