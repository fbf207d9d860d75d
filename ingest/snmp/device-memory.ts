import type { Uptime } from './uptime.ts';

/** What the poller remembers of a device from poll to poll. */
export interface DeviceMemory {
  /** Bindings asked for in one request; adapts to what the agent bears. */
  bindings: number;
  /** Rows asked for in one GETBULK. */
  repetitions: number;
  uptime: Uptime | undefined;
  /** ifTableLastChange at the last poll, undefined when the agent has none. */
  lastChange: number | undefined;
  /** ifIndex by interface element; undefined until learned. */
  indexes: ReadonlyMap<number, number> | undefined;
  /** The column that names interfaces: ifName, or ifDescr where an agent has no ifXTable. */
  nameColumn: string;
  /** The names that were looked for when the indexes were learned. */
  learnedNames: string;
  pollsSinceLearned: number;
}

/** 40 counters take about 1,000 bytes of answer: below the MTU of every path. */
export const MOST_BINDINGS = 40;
export const MOST_REPETITIONS = 25;

export const newMemory = (nameColumn: string): DeviceMemory => ({
  bindings: MOST_BINDINGS,
  repetitions: MOST_REPETITIONS,
  uptime: undefined,
  lastChange: undefined,
  indexes: undefined,
  nameColumn,
  learnedNames: '',
  pollsSinceLearned: 0,
});

const GROWTH = 2;

export function grow(memory: DeviceMemory): void {
  memory.bindings = Math.min(memory.bindings + GROWTH, MOST_BINDINGS);
}

export const half = (size: number): number => Math.max(1, Math.floor(size / 2));
