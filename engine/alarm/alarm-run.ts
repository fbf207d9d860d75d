import type { InstanceRef } from './alarm-instances.ts';
import { clearingRule } from './clearing.ts';

/** The newest window decided by its number, and the window length in seconds. */
export interface DecisionTime {
  readonly number: number;
  readonly length: number;
}

/** A run of an instance from its raise to its clear. */
export interface AlarmRun extends InstanceRef {
  /** Start of the window that raised it, seconds. */
  readonly since: number;
  /** Start of the window that cleared it, seconds; null: it runs. */
  readonly clearedAt: number | null;
}

/** The current run and, if acknowledgements survive, the one before it. */
function* runsOf({ instances, slot }: InstanceRef): Generator<AlarmRun> {
  const since = instances.since[slot] ?? 0;
  if (since !== 0) yield { instances, slot, since, clearedAt: null };
  const previous = instances.previousSince[slot] ?? 0;
  if (previous !== 0)
    yield { instances, slot, since: previous, clearedAt: instances.clearedAt[slot] ?? null };
}

/** Returns the run that has not cleared, or undefined. */
const currentRun = (instance: InstanceRef): AlarmRun | undefined =>
  runsOf(instance).find(({ clearedAt }) => clearedAt === null);

/** Returns the run that was raised at this time, seconds. */
export const runSince = (instance: InstanceRef, since: number): AlarmRun | undefined =>
  runsOf(instance).find((run) => run.since === since);

/** Returns the run after the window that starts at this time, seconds. */
export const runAt = (instance: InstanceRef, window: number): AlarmRun | undefined =>
  runsOf(instance).find(({ since, clearedAt }) => since <= window && window < (clearedAt ?? Infinity));

/** The run that keeps the marks of one that cleared, if it was raised in time; otherwise whether one still may be. */
export function nextRun(
  ended: AlarmRun & { readonly clearedAt: number },
  { number, length }: DecisionTime,
): AlarmRun | 'may come' | 'too late' {
  const next = currentRun(ended);
  const { acknowledgementSeconds } = clearingRule(ended.instances.alarm, length);
  const after = (next?.since ?? number * length) - ended.clearedAt;
  if (after > acknowledgementSeconds) return 'too late';
  return next ?? 'may come';
}
