import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { clearingLimits, defaultClearing } from '#schemas/cockpit/clearing.ts';

/** How an alarm clears, in windows. */
export interface ClearingRule {
  /** Good measures in a row before it clears. */
  readonly clearAfter: number;
  /** Windows without data that keep its state. */
  readonly retainedWindows: number;
  /** Seconds after a clear in which another raise keeps the acknowledgement. */
  readonly acknowledgementSeconds: number;
  /** No hold time: fewer outliers clear it, whatever the newest measure is. */
  readonly isPlain: boolean;
}

type Definition = Pick<AlarmDefinition, 'clearAfter' | 'noDataMinutes' | 'acknowledgementMinutes'>;

/** The windows of this length (seconds) that begin within a time: a part of a window counts as a full one. */
const windowsWithin = (minutes: number, length: number): number => Math.ceil((minutes * 60) / length);

/** The clearing rule of a definition for windows of this length, seconds. */
export function clearingRule(definition: Definition, length: number): ClearingRule {
  const { clearAfter, noDataMinutes, acknowledgementMinutes } = { ...defaultClearing, ...definition };
  const retainedWindows = windowsWithin(noDataMinutes, length);
  return {
    clearAfter,
    retainedWindows,
    acknowledgementSeconds: acknowledgementMinutes * 60,
    isPlain: clearAfter === 1 && retainedWindows === 0,
  };
}

/** Good measures are counted up to this number. */
const MAX_GOOD = clearingLimits.clearAfterMax;

/**
 * Windows without data are counted up to this number. While an alarm runs it is that of the counter: the alarm of an element whose device
 * is unreachable keeps its state however long that lasts. Afterwards no more than these make a difference: no ring is longer than 32
 * windows and no hold time longer than 32 good measures.
 */
export const maxUnmeasured = ({ retainedWindows }: ClearingRule, isRunning: boolean): number =>
  isRunning ? 0xffff : retainedWindows + MAX_GOOD + 1;

/** Whether an alarm keeps its state after this many windows without data in a row. */
export const keepsState = ({ retainedWindows }: ClearingRule, unmeasured: number): boolean =>
  unmeasured > 0 && unmeasured <= retainedWindows;

/** Good measures in a row up to a window. A missing measure that does not keep the state counts as a good one. */
export function nextGood(good: number, outlier: 0 | 1, retained: boolean): number {
  if (outlier === 1) return 0;
  return retained || good >= MAX_GOOD ? good : good + 1;
}

/** A raise within this time after a clear continues a series of flaps, seconds. */
const FLAP_SECONDS = 3_600;
const MAX_FLAPS = 255;

/** Length of the series of flaps after a raise that follows the last clear. */
export const nextFlaps = (flaps: number, secondsSinceClear: number): number =>
  secondsSinceClear > FLAP_SECONDS ? 0 : Math.min(MAX_FLAPS, flaps + 1);

/**
 * Whether a running alarm with fewer outliers than required clears. `wasRetained`: its device was unreachable during the run, which pushed
 * outliers out of the ring: it needs a good measure, like an alarm with a hold time.
 */
export const clears = (
  rule: ClearingRule,
  good: number,
  { retained, wasRetained }: { readonly retained: boolean; readonly wasRetained: boolean },
): boolean => (rule.isPlain && !wasRetained) || (!retained && good >= rule.clearAfter);

/** The most windows that any of these alarms keeps its state without data. */
export const maxRetainedWindows = (alarms: readonly Definition[], length: number): number =>
  alarms.reduce((most, alarm) => Math.max(most, clearingRule(alarm, length).retainedWindows), 0);

/**
 * Windows that a backtest looks back at. Without a hold time earlier ones have no effect. With one they have an effect only if the
 * alarm is held in all of these windows.
 */
export function lookback(rule: Definition & Pick<AlarmDefinition, 'measures'>, length: number): number {
  const clearing = clearingRule(rule, length);
  return rule.measures + (clearing.isPlain ? 0 : clearing.clearAfter + clearing.retainedWindows);
}
