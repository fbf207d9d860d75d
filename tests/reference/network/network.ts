import type { ElementKind } from '#schemas/element/kind.ts';
import type { CounterScope } from '#schemas/counter/scope.ts';

/** An element of the networks of these tests: what is true of it, of which inventory and samples are made. */
export interface NetworkElement {
  readonly id: number;
  readonly kind: ElementKind;
  readonly scope: CounterScope;
  readonly device: number;
  /** bit/s; absent: the agent knows none. */
  readonly speed?: number;
  readonly contractIn?: number;
  readonly contractOut?: number;
  /** Whether a user marked it as an access to the WAN. */
  readonly isMarked?: boolean;
  /** Counters start here; default: somewhere below 10^9. */
  readonly startsAt?: bigint;
}

/** Times in seconds since 1970; the end is exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export interface ReferenceDevice {
  readonly id: number;
  readonly customer: number;
  readonly site: number;
  readonly scope: CounterScope;
  /** Seconds after the start of a session at which it is polled first. */
  readonly offset: number;
  /** Seconds between two polls. */
  readonly interval: number;
  /** It does not respond. */
  readonly outages?: readonly TimeSpan[];
  /** Its agent and its counters start over. */
  readonly restarts?: readonly number[];
  /** The counters of its first interface start over, without a restart of the agent. */
  readonly discontinuities?: readonly number[];
  /** It moves to another site, sometimes of another customer. */
  readonly moves?: { readonly at: number; readonly to: number; readonly customer?: number };
}

export interface Network {
  readonly customers: readonly number[];
  readonly sites: readonly { readonly id: number; readonly customer: number }[];
  readonly areas: readonly {
    readonly id: number;
    readonly customer: number;
    readonly sites: readonly number[];
  }[];
  readonly devices: readonly ReferenceDevice[];
  /** Interfaces and components of devices. */
  readonly elements: readonly NetworkElement[];
  /** When it is polled. */
  readonly sessions: readonly TimeSpan[];
}

/** The site of a device at a time. */
export const referenceSite = ({ site, moves }: ReferenceDevice, at: number): number =>
  moves !== undefined && at >= moves.at ? moves.to : site;

/** The customer of a device at a time. */
export const referenceCustomer = ({ customer, moves }: ReferenceDevice, at: number): number =>
  moves !== undefined && at >= moves.at ? (moves.customer ?? customer) : customer;
