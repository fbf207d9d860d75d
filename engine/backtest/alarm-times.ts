import type { AlarmInstances, Transition, Unmeasured } from '../alarm/alarm-instances.ts';
import { windowsOf, type Period } from './period.ts';

/**
 * Values of one KPI of consecutive elements, window by window: value · slots + (slot − from). NaN if there is
 * none.
 */
export interface ValueGrid {
  /** Slot of the first element. */
  readonly from: number;
  readonly slots: number;
  readonly values: Float64Array;
}

/** One alarm from its raise to its clear, clipped to the period: seconds since 1970. */
export interface AlarmTime {
  readonly slot: number;
  readonly start: number;
  readonly end: number;
  /** False if it was already running when the period started, or still running when it ended. */
  readonly raised: boolean;
  readonly cleared: boolean;
  /** Which level it had from when on, oldest first, not clipped; empty for an alarm of one severity. */
  readonly steps: readonly LevelStep[];
}

interface LevelStep {
  readonly at: number;
  /** 0: as raised (`AlarmLevels`). */
  readonly level: number;
}

const oneLevel: readonly LevelStep[] = [];

/** Whether the device of an element was unreachable in the window that starts at `start`, seconds. */
type WasUnreachable = (slot: number, start: number) => boolean;

interface PastWindows {
  readonly grid: ValueGrid;
  readonly period: Period;
  readonly wasUnreachable: WasUnreachable;
}

/** Feeds the windows of the grid to the alarm, as the live engine does; the instances must be fresh. */
function* transitionsOf(
  instances: AlarmInstances,
  { grid, period, wasUnreachable }: PastWindows,
): Generator<[number, Transition]> {
  const { from, slots, values } = grid;
  const ones = new Float64Array(slots).fill(1);
  const decided: { edges: Transition[]; unmeasured: Unmeasured[] } = { edges: [], unmeasured: [] };
  for (let window = 0; window < windowsOf(period); window += 1) {
    const start = period.first + window * period.length;
    const value = values.subarray(window * slots, (window + 1) * slots);
    const block = { from, length: slots, value, numerator: value, denominator: ones };
    instances.decide(block, { start, length: period.length }, decided);
    for (const edge of decided.edges) yield [start, edge];
    for (const one of decided.unmeasured) {
      const edge = instances.settle(one, start, wasUnreachable(one.slot, start));
      if (edge !== undefined) yield [start, edge];
    }
    decided.edges.length = 0;
    decided.unmeasured.length = 0;
  }
}

/** Records the level that a window leads to, where there are several. */
function addStep(
  steps: Map<number, LevelStep[]>,
  { levels }: AlarmInstances,
  { slot, at }: { readonly slot: number; readonly at: number },
): void {
  if (levels.areSeveral)
    steps.set(slot, [...(steps.get(slot) ?? []), { at, level: levels.level[slot] ?? 0 }]);
}

/**
 * The times in alarm of the elements of a grid within the period, by element and time. `wasUnreachable`: by default no device was.
 */
export function alarmTimes(
  instances: AlarmInstances,
  { grid, period, wasUnreachable = () => false }: Omit<PastWindows, 'wasUnreachable'> & Partial<PastWindows>,
): AlarmTime[] {
  const { from, until } = period;
  const open = new Float64Array(grid.slots).fill(Number.NaN);
  const steps = new Map<number, LevelStep[]>();
  const times: AlarmTime[] = [];
  const end = (slot: number, at: number, cleared: boolean): void => {
    const raised = open[slot - grid.from] ?? 0;
    open[slot - grid.from] = Number.NaN;
    const [start, isRaised] = [Math.max(raised, from), raised >= from];
    if (at >= from)
      times.push({ slot, start, end: at, raised: isRaised, cleared, steps: steps.get(slot) ?? oneLevel });
    steps.delete(slot);
  };
  for (const [at, { slot, edge }] of transitionsOf(instances, { grid, period, wasUnreachable })) {
    if (edge === 'clear') {
      end(slot, at, true);
      continue;
    }
    if (edge === 'raise') open[slot - grid.from] = at;
    addStep(steps, instances, { slot, at });
  }
  for (let index = 0; index < grid.slots; index += 1)
    if (!Number.isNaN(open[index])) end(grid.from + index, until, false);
  return times.sort((a, b) => a.slot - b.slot || a.start - b.start);
}

/** The parts of a time in alarm, clipped as it is, each with its level. */
export function* levelTimes({
  start,
  end,
  steps,
}: AlarmTime): Generator<{ readonly level: number; readonly start: number; readonly end: number }> {
  for (const [index, { at, level }] of steps.entries()) {
    const part = { level, start: Math.max(start, at), end: Math.min(end, steps[index + 1]?.at ?? end) };
    if (part.start < part.end) yield part;
  }
}
