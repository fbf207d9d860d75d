import type { Cell, TimedValue } from '../cell.ts';
import type { StatisticsProbe } from './probe-statistics.ts';

/** An inventory component with its objects on the device. */
export interface LearnedComponent {
  /** Element id. */
  readonly id: number;
  readonly oids: readonly string[];
  readonly read: (values: ReadonlyMap<string, TimedValue>) => readonly Cell[];
  /** Of a probe: the address that it sends to; empty or absent: the device does not say. */
  readonly target?: string;
  /** Set for a probe with hourly statistics on the device. */
  readonly statistics?: StatisticsProbe | undefined;
}

export interface ComponentResult {
  readonly componentId: number;
  readonly cells: readonly Cell[];
}
