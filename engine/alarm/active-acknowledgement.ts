import { isWorse, type AlarmLevel } from '#schemas/alerting/acknowledgement.ts';
import type { Evidence } from '#schemas/alerting/alert.ts';
import type { Acknowledged } from '#schemas/alerting/mark.ts';
import type { AlarmRun, DecisionTime } from './alarm-run.ts';
import { recentWindows } from './recent-windows.ts';

/** An acknowledgement in force. */
export interface ActiveAcknowledgement {
  readonly alarm: number;
  readonly element: number;
  /** Start of the window that raised the acknowledged alarm, seconds. */
  readonly since: number;
  readonly seq: number;
  readonly acknowledged: Acknowledged;
  readonly worse: AlarmLevel | null;
  /** Start of the window after which it applies, seconds. */
  readonly window: number;
}

/** The windows to check: those that start at `from` (seconds) or later. */
export interface SearchRange {
  readonly decided: DecisionTime;
  readonly from: number;
}

export interface RunRange extends SearchRange {
  /** Start of the last window in which the alarm ran, seconds. */
  readonly last: number;
}

export const instanceKey = ({
  alarm,
  element,
}: {
  readonly alarm: number;
  readonly element: number;
}): string => `${String(alarm)}:${String(element)}`;

/** Returns the window of the range in which an acknowledgement expires, or undefined. */
export function expiryWindow(
  { acknowledged, window }: ActiveAcknowledgement,
  { decided: { length }, last }: RunRange,
): number | undefined {
  if (acknowledged.until === null) return undefined;
  const due = (Math.ceil(acknowledged.until / (length * 1_000)) - 1) * length;
  const at = Math.max(due, window + length);
  return at > last ? undefined : at;
}

/**
 * Returns the first window of the range in which the alarm is worse, or undefined. An acknowledgement that expired before has
 * already ended.
 */
export function worseWindow(
  { worse, acknowledged }: ActiveAcknowledgement,
  { instances, slot }: AlarmRun,
  { decided, from, last }: RunRange,
): Evidence['windows'][number] | undefined {
  if (worse === null) return undefined;
  const { operator } = instances.alarm;
  const rule = { operator, threshold: instances.threshold(slot).value };
  const found = recentWindows(instances, slot, decided).find(
    ({ at, value }) =>
      at >= from &&
      at <= last &&
      isWorse(rule, { severity: instances.levels.severityAt(slot, at), value }, worse),
  );
  const endsAt = found === undefined ? 0 : (found.at + decided.length) * 1_000;
  return (acknowledged.until ?? Infinity) <= endsAt ? undefined : found;
}
