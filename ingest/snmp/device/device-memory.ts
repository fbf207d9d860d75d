import { MAX_BINDINGS, MAX_REPETITIONS } from '#schemas/polling/cost.ts';
import type { StatisticsReading } from '../component/probe-statistics.ts';
import type { Extras } from './extras.ts';
import type { EngineMemory } from '../agent/open-agent.ts';
import type { Uptime } from '../uptime.ts';
import type { WideCounter } from '../../counter/widen.ts';
import type { LineState } from '../line/line-state.ts';

/** A device port that matches an inventory interface. */
export interface LearnedPort {
  readonly index: number;
  /** Unique name on the device. */
  readonly name: string;
  /** What the device calls it. If its index returns another text, the ports have moved. */
  readonly text: string;
  /** Column that holds the name; ifType for a port named by its index. */
  readonly nameColumn: string;
  /** Ids of counters this port has only in 32 bits. */
  readonly narrow: Set<number>;
  /** Another port has the same text: only the index distinguishes them between two learnings. */
  readonly isShared?: boolean;
}

/** State of a device between polls. */
export interface DeviceMemory extends EngineMemory {
  /** Bindings per request; adapts to what the agent handles. */
  bindings: number;
  /** Largest number known to fit a response. */
  maxBindings: number;
  /** Rows per GETBULK. */
  repetitions: number;
  uptime: Uptime | undefined;
  /** ifTableLastChange at the last poll, undefined if the agent has none. */
  lastChange: number | undefined;
  /** By interface element; undefined until learned. */
  ports: ReadonlyMap<number, LearnedPort> | undefined;
  /** Inventory names at the last learning. */
  learnedNames: string;
  pollsSinceLearned: number;
  /** Objects that fail a request: skipped until indexes are learned again. */
  readonly rejected: Set<string>;
  /** 32-bit counters extended to 64, by `<interface>.<counter>`. */
  readonly widened: Map<string, WideCounter>;
  /** What the counters of each interface say of its line. */
  readonly lines: Map<number, LineState>;
  /** ifPhysAddress of interfaces that share their name with others, by interface. */
  readonly addresses: Map<number, string>;
  /** What the device has beyond interfaces; undefined until learned. */
  extras: Extras | undefined;
  pollsSinceExtras: number;
  /** Plan at the last learning. */
  extrasPlan: object | undefined;
  /** Inventory components at the last learning. */
  extrasComponents: string;
  /** Values of administrator-defined pollers by poller: of the running poll, and of the last one that ended. */
  definedValues: Map<number, number>;
  lastDefinedValues: ReadonlyMap<number, number>;
  /** Hourly probe statistics at the last poll, by element. */
  readonly statistics: Map<number, StatisticsReading>;
  /** Consecutive polls without a response. */
  missedPolls: number;
}

export const newMemory = (): DeviceMemory => ({
  engine: undefined,
  bindings: MAX_BINDINGS,
  maxBindings: MAX_BINDINGS,
  repetitions: MAX_REPETITIONS,
  uptime: undefined,
  lastChange: undefined,
  ports: undefined,
  learnedNames: '',
  pollsSinceLearned: 0,
  rejected: new Set(),
  widened: new Map(),
  lines: new Map(),
  addresses: new Map(),
  extras: undefined,
  pollsSinceExtras: 0,
  extrasPlan: undefined,
  extrasComponents: '',
  definedValues: new Map(),
  lastDefinedValues: new Map(),
  statistics: new Map(),
  missedPolls: 0,
});

/** Counts a value of an administrator-defined poller. */
export function countDefinedValue({ definedValues }: DeviceMemory, poller: number): void {
  definedValues.set(poller, (definedValues.get(poller) ?? 0) + 1);
}

const GROWTH = 2;

/** Grows the batch after a success, up to the known maximum. */
export function growBindings(memory: DeviceMemory): void {
  memory.bindings = Math.min(memory.bindings + GROWTH, memory.maxBindings);
}

export function growRepetitions(memory: DeviceMemory): void {
  memory.repetitions = Math.min(memory.repetitions + GROWTH, MAX_REPETITIONS);
}

export const halve = (size: number): number => Math.max(1, Math.floor(size / 2));

/** The device or its software may have been replaced: limits are learned again. */
export function resetLimits(memory: DeviceMemory): void {
  memory.maxBindings = MAX_BINDINGS;
  memory.rejected.clear();
}
