import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { PartitionOutput } from './partition-output.ts';

/** What a partition is made of, of samples or of flows. */
export interface PartitionOptions {
  readonly windowSeconds: number;
  readonly latenessMs: number;
  readonly inventory: Inventory;
  readonly alarms: readonly AlarmDefinition[];
  readonly definitions?: KpiDefinitions | undefined;
  readonly output: PartitionOutput;
  /** Which customers are this partition's; without it, all. */
  readonly belongs?: (customer: number) => boolean;
}

/** After this many windows without anything read nothing is left that a further one could change: no bit in any ring. */
export const IDLE_WINDOWS = 34;
