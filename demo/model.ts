import type { City } from './cities.ts';
import type { Rhythm } from './customers.ts';

/** One place of the simulated provider with its router. */
export interface FleetDevice {
  /** From 0, unique in the fleet: the seed of everything that happens to it. */
  readonly index: number;
  readonly customer: string;
  readonly site: string;
  readonly city: City;
  readonly latitude: number;
  readonly longitude: number;
  /** First three octets of the site's /24: `10.0.7`. */
  readonly network: string;
  readonly name: string;
  /** Who runs its access line. */
  readonly carrier: string;
  /** Loopback address of its agent and source address of its flows. */
  readonly address: string;
  /** Address of the customer's first device, which the probes of the others measure to. */
  readonly hub: string;
  readonly vendor: string;
  readonly model: string;
  readonly description: string;
  /** Below 1.3.6.1.4.1. */
  readonly objectId: readonly number[];
  readonly rhythm: Rhythm;
  readonly flows: {
    readonly protocol: 'netflow-v9' | 'ipfix';
    readonly sampling: number;
    /** Its records have response times (Cisco AVC). */
    readonly isMeasured: boolean;
    /** What is wrong with its export: nothing arrives, datagrams are lost, or the collector never learns the template. */
    readonly fault: 'silent' | 'lossy' | 'untemplated' | undefined;
  };
  readonly ports: readonly FleetPort[];
}

export interface FleetPort {
  /** ifIndex. */
  readonly index: number;
  readonly name: string;
  readonly alias: string;
  readonly role: 'access' | 'backup' | 'lan';
  /** Speed of the line. */
  readonly speedBps: number;
  /** What is contracted: undefined on a LAN port. */
  readonly contractBps: number | undefined;
  /** Mean rate over a week, by direction. */
  readonly meanInBps: number;
  readonly meanOutBps: number;
}

export interface FleetOptions {
  readonly customers: number;
  readonly sites: number;
  readonly seed: number;
  /** First start of the demonstration, milliseconds since 1970: its story happens around then. Absent: no story. */
  readonly startedMs?: number | undefined;
}

export interface Fleet extends FleetOptions {
  readonly customerList: readonly {
    readonly clientId: string;
    readonly name: string;
    readonly profile: string;
    readonly contractedInBps: number;
    readonly contractedOutBps: number;
  }[];
  readonly devices: readonly FleetDevice[];
}

export const defaultFleet: FleetOptions = { customers: 14, sites: 200, seed: 2611 };
