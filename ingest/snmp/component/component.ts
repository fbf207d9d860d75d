import type { Cell, TimedValue } from '../cell.ts';
import type { StatisticsProbe } from './probe-statistics.ts';

/** An inventory component with its objects on the device. */
export interface LearnedComponent {
  /** Element id. */
  readonly id: number;
  readonly oids: readonly string[];
  readonly read: (values: ReadonlyMap<string, TimedValue>) => readonly Cell[];
  /** Set for a probe with hourly statistics on the device. */
  readonly statistics?: StatisticsProbe | undefined;
}

export interface ComponentResult {
  readonly componentId: number;
  readonly cells: readonly Cell[];
}
