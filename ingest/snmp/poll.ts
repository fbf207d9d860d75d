import type { Clock } from '#platform/clock/clock.ts';
import type { ComponentEntry, DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { ComponentResult } from './component/component.ts';
import type { DefinedFault } from './catalogue/defined-value.ts';
import type { PollingPlan } from './catalogue/polling-plan.ts';
import type { Agent, Refusal } from './agent.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { AskingFault } from './get-objects.ts';
import type { Cell } from './cell.ts';
import type { CellFault, InterfaceReading } from './interface-rows.ts';

/** What may go wrong with a device; each is counted. */
export type PollFault =
  | Refusal
  | CellFault
  | DefinedFault
  | AskingFault
  | 'no uptime'
  | 'renamed'
  | 'interface missing'
  | 'stray datagram'
  | 'forged datagram';

export interface Poll {
  readonly agent: Agent;
  readonly device: DeviceEntry;
  /** Those that are to be polled. */
  readonly interfaces: readonly InterfaceEntry[];
  /** Classes, probes and tunnels that are to be polled. */
  readonly components: readonly ComponentEntry[];
  readonly memory: DeviceMemory;
  /** What is asked. */
  readonly plan: PollingPlan;
  readonly clock: Clock;
  /** A poll ends then, with what there is: by `elapsed` of the clock. */
  readonly deadlineMs: number;
  readonly count: (fault: PollFault) => void;
}

export interface InterfaceResult extends Pick<InterfaceReading, 'cells' | 'discontinuity'> {
  readonly interfaceId: number;
}

export interface PollResult {
  readonly answered: boolean;
  /** When the answer came in. */
  readonly atMs: number;
  readonly interfaces: readonly InterfaceResult[];
  readonly components: readonly ComponentResult[];
  /** Values of the device itself. */
  readonly own: readonly Cell[];
  /** ifIndex by interface element when it was learned in this poll; null: the device has no such port. */
  readonly learned: ReadonlyMap<number, number | null> | undefined;
  /** Seconds since the agent's engine began, undefined when it does not say. */
  readonly engineTime?: number | undefined;
}

/** What the first answer of a poll says. */
export interface Opening {
  /** Seconds since the agent's engine began, undefined when it does not say. */
  readonly engineTime: number | undefined;
  readonly restarted: boolean;
  readonly lastChange: number | undefined;
}
