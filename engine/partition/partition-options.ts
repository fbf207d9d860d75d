import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { PartitionOutput } from './partition-output.ts';

/** Options of the sample partition and the flow partition. */
export interface PartitionOptions {
  readonly windowSeconds: number;
  readonly allowedLatenessMs: number;
  readonly inventory: Inventory;
  readonly alarms: readonly AlarmDefinition[];
  readonly definitions?: KpiDefinitions | undefined;
  readonly output: PartitionOutput;
  /** Which customers belong to this partition; all by default. */
  readonly belongs?: (customer: number) => boolean;
}

/**
 * After this many windows without data, and those that keep the state of an alarm (`Decisions.idleWindows`), no bit is left in
 * any ring and no alarm is held: further windows change nothing. An unreachable device keeps the alarms of its elements until its own
 * alarm clears; from then on they may need 32 more.
 */
export const IDLE_WINDOWS = 34 + 32;
