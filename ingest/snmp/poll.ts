import type { Clock } from '#platform/clock/clock.ts';
import type { ComponentEntry, DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { ComponentResult } from './component/component.ts';
import type { DefinedFault } from './catalogue/defined-value.ts';
import type { PollingPlan } from './catalogue/polling-plan.ts';
import type { Agent, RequestFailure } from './agent/agent.ts';
import type { DeviceMemory } from './device/device-memory.ts';
import type { RequestFault } from './request/get-objects.ts';
import type { Cell } from './cell.ts';
import type { CellFault, InterfaceReading } from './interface/interface-rows.ts';

/** Faults of a poll; each is counted. */
export type PollFault =
  | RequestFailure
  | CellFault
  | DefinedFault
  | RequestFault
  | 'no uptime'
  | 'renamed'
  | 'interface missing'
  | 'stray datagram'
  | 'forged datagram';

export interface Poll {
  readonly agent: Agent;
  readonly device: DeviceEntry;
  /** Interfaces to poll. */
  readonly interfaces: readonly InterfaceEntry[];
  /** Classes, probes and tunnels to poll. */
  readonly components: readonly ComponentEntry[];
  readonly memory: DeviceMemory;
  /** What to poll. */
  readonly plan: PollingPlan;
  readonly clock: Clock;
  /** The poll ends then with partial results; by the clock's `elapsed`. */
  readonly deadlineMs: number;
  readonly count: (fault: PollFault) => void;
}

export interface InterfaceResult extends Pick<InterfaceReading, 'cells' | 'discontinuity'> {
  readonly interfaceId: number;
}

export interface PollResult {
  readonly answered: boolean;
  /** Time of the response. */
  readonly atMs: number;
  readonly interfaces: readonly InterfaceResult[];
  readonly components: readonly ComponentResult[];
  /** Values of the device itself. */
  readonly own: readonly Cell[];
  /** ifIndex by interface element if learned in this poll; null if the device has no such port. */
  readonly learned: ReadonlyMap<number, number | null> | undefined;
  /** Seconds since engine start, undefined if not reported. */
  readonly engineTime?: number | undefined;
}

/** Result of the first request of a poll. */
export interface PollOpening {
  /** Seconds since engine start, undefined if not reported. */
  readonly engineTime: number | undefined;
  readonly restarted: boolean;
  readonly lastChange: number | undefined;
}
