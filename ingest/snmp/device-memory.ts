import type { StatisticsReading } from './component/probe-statistics.ts';
import type { Extras } from './extras.ts';
import type { EngineMemory } from './net-snmp-agent.ts';
import type { Uptime } from './uptime.ts';
import type { Widened } from '../counter/widen.ts';

/** A port of the device that an interface of the inventory is. */
export interface LearnedPort {
  readonly index: number;
  /** The name by which the device knows the port; when its index answers with another one, the ports have moved. */
  readonly name: string;
  /** Ids of counters that this port has in 32 bit only. */
  readonly narrow: Set<number>;
}

/** What the poller remembers of a device from poll to poll. */
export interface DeviceMemory extends EngineMemory {
  /** Bindings asked for in one request; adapts to what the agent bears. */
  bindings: number;
  /** So many fit an answer of the agent, as far as it is known. */
  mostBindings: number;
  /** Rows asked for in one GETBULK. */
  repetitions: number;
  uptime: Uptime | undefined;
  /** ifTableLastChange at the last poll, undefined when the agent has none. */
  lastChange: number | undefined;
  /** By interface element; undefined until learned. */
  ports: ReadonlyMap<number, LearnedPort> | undefined;
  /** The column that names interfaces: ifName, or ifDescr where an agent has no ifXTable. */
  nameColumn: string;
  /** The names that were looked for when the indexes were learned. */
  learnedNames: string;
  pollsSinceLearned: number;
  /** Objects for which the agent refuses the request: not asked for until the indexes are learned again. */
  readonly refused: Set<string>;
  /** Counters of 32 bit that are kept as 64, by `<interface>.<counter>`. */
  readonly widened: Map<string, Widened>;
  /** What the device has beside its interfaces; undefined until it was looked for. */
  extras: Extras | undefined;
  pollsSinceExtras: number;
  /** The plan by which it was looked for. */
  extrasPlan: object | undefined;
  /** The components of the inventory for which it was looked. */
  extrasComponents: string;
  /** What the hourly statistics of probes told at the last poll, by element. */
  readonly statistics: Map<number, StatisticsReading>;
  /** Polls without an answer since the last one with. */
  silentPolls: number;
}

/** 40 counters take about 1,000 bytes of answer: below the MTU of every path. */
export const MOST_BINDINGS = 40;
export const MOST_REPETITIONS = 25;

export const newMemory = (nameColumn: string): DeviceMemory => ({
  engine: undefined,
  bindings: MOST_BINDINGS,
  mostBindings: MOST_BINDINGS,
  repetitions: MOST_REPETITIONS,
  uptime: undefined,
  lastChange: undefined,
  ports: undefined,
  nameColumn,
  learnedNames: '',
  pollsSinceLearned: 0,
  refused: new Set(),
  widened: new Map(),
  extras: undefined,
  pollsSinceExtras: 0,
  extrasPlan: undefined,
  extrasComponents: '',
  statistics: new Map(),
  silentPolls: 0,
});

const GROWTH = 2;

/** After a success: a little more the next time, up to what is known to be too much. */
export function grow(memory: DeviceMemory): void {
  memory.bindings = Math.min(memory.bindings + GROWTH, memory.mostBindings);
}

export function growRepetitions(memory: DeviceMemory): void {
  memory.repetitions = Math.min(memory.repetitions + GROWTH, MOST_REPETITIONS);
}

export const half = (size: number): number => Math.max(1, Math.floor(size / 2));

/** The device may be another one now, or have another software: what it bears is found out again. */
export function forgetLimits(memory: DeviceMemory): void {
  memory.mostBindings = MOST_BINDINGS;
  memory.refused.clear();
}
