import type { Cell, Measured } from '../cell.ts';
import type { StatisticsProbe } from './probe-statistics.ts';

/** A component of the inventory as the device has it now. */
export interface LearnedComponent {
  /** Element. */
  readonly id: number;
  readonly oids: readonly string[];
  readonly read: (values: ReadonlyMap<string, Measured>) => readonly Cell[];
  /** Of a probe whose operations the device adds up by the hour. */
  readonly statistics?: StatisticsProbe | undefined;
}

export interface ComponentResult {
  readonly componentId: number;
  readonly cells: readonly Cell[];
}
