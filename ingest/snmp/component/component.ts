import type { Cell, Measured } from '../cell.ts';

/** A component of the inventory as the device has it now. */
export interface LearnedComponent {
  /** Element. */
  readonly id: number;
  readonly oids: readonly string[];
  readonly read: (values: ReadonlyMap<string, Measured>) => readonly Cell[];
}

export interface ComponentResult {
  readonly componentId: number;
  readonly cells: readonly Cell[];
}
