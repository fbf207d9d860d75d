import type { Clock } from '#platform/clock/clock.ts';
import type { AddressRefusal } from '#schemas/polling/address-refusal.ts';
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
  | AddressRefusal
  | 'no uptime'
  | 'renamed'
  | 'interface missing'
  /** No line could have carried the value: it is excluded. */
  | 'counter fault'
  /** A 32-bit counter may have wrapped more than once since it was read. */
  | 'may have wrapped'
  | 'stray datagram'
  | 'forged datagram';

export interface Poll {
  readonly agent: Agent;
  readonly device: DeviceEntry;
  /** Interfaces to poll. */
  readonly interfaces: readonly InterfaceEntry[];
  /** Classes, probes, tunnels, sensors and BGP peers to poll. */
  readonly components: readonly ComponentEntry[];
  readonly memory: DeviceMemory;
  /** What to poll. */
  readonly plan: PollingPlan;
  readonly clock: Clock;
  /** The poll ends then with partial results; by the clock's `elapsed`. */
  readonly deadlineMs: number;
  readonly count: (fault: PollFault) => void;
  /** Receives values as soon as they are read; the result contains them too. */
  readonly found?: (part: PollPart) => void;
}

export interface InterfaceResult extends Pick<InterfaceReading, 'cells' | 'discontinuity'> {
  readonly interfaceId: number;
}

/** Values read from a device. */
export interface PollValues {
  readonly interfaces: readonly InterfaceResult[];
  readonly components: readonly ComponentResult[];
  /** Values of the device itself. */
  readonly own: readonly Cell[];
}

export interface PollStart {
  readonly responded: boolean;
  /** Time of the first response, or the start of a poll without one, ms since 1970. */
  readonly atMs: number;
  /** Seconds since engine start, undefined if not reported. */
  readonly engineTime?: number | undefined;
}

/** What a poll reports while it runs: first its start. */
export interface PollPart extends Partial<PollValues> {
  readonly start?: PollStart;
}

export interface PollResult extends PollValues, PollStart {
  /** ifIndex by interface element if learned in this poll; null if the device has no such port. */
  readonly learned: ReadonlyMap<number, number | null> | undefined;
}

/** Result of the first request of a poll. */
export interface PollOpening {
  /** Seconds since engine start, undefined if not reported. */
  readonly engineTime: number | undefined;
  readonly restarted: boolean;
  readonly lastChange: number | undefined;
}
