import type { Collected } from '../get-objects.ts';
import type { Cell } from '../interface-rows.ts';

/** A component of the inventory as the device has it now. */
export interface LearnedComponent {
  /** Element. */
  readonly id: number;
  readonly oids: readonly string[];
  readonly read: (values: Collected['values']) => readonly Cell[];
}

export interface ComponentResult {
  readonly componentId: number;
  readonly cells: readonly Cell[];
}
