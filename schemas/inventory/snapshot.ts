import type { CounterScope } from '../counter/scope.ts';
import type { Infrastructure } from './list/infrastructure.ts';
import type { Collection } from './collection.ts';
import type { ComponentKind } from './component.ts';
import type { Targets } from './flow-target.ts';
import type { SealedAccess } from './snmp-access.ts';

/** In-memory inventory of collector, poller, engine and server. */
export interface Inventory {
  readonly customers: ReadonlyMap<number, CustomerEntry>;
  readonly sites: ReadonlyMap<number, SiteEntry>;
  readonly devices: ReadonlyMap<number, DeviceEntry>;
  readonly interfaces: ReadonlyMap<number, InterfaceEntry>;
  /** Absent: no device has components. */
  readonly components?: ReadonlyMap<number, ComponentEntry>;
  /** Device by canonical exporter source address. */
  readonly exporters: ReadonlyMap<string, number>;
  /** Absent: one sub-network, every flow belongs to the customer and site of its exporter. */
  readonly collection?: Collection;
  /** Loaded on demand. */
  readonly targets?: Targets;
}

export interface CustomerEntry {
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
  readonly profile: string;
  readonly recipientId: number;
  /** Whether unreachable devices and sites explain other alarms of the customer; absent: yes. */
  readonly explainsAlarms?: boolean;
  /** IANA name of its own zone, else that of its country; absent: UTC. */
  readonly timeZone?: string;
  /** Zone of the country in which most of its sites are. */
  readonly countryTimeZone?: string;
}

interface ElementEntry {
  readonly id: number;
  readonly customer: number;
  readonly name: string;
  readonly active: boolean;
  /** Absent: none. */
  readonly tags?: readonly string[];
  /** Type of infrastructure that a user chose; absent: that of its kind. */
  readonly infrastructure?: Infrastructure;
  /** Who is responsible, as a user wrote it; absent: not said. */
  readonly owner?: string;
}

export interface SiteEntry extends ElementEntry {
  readonly city: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly networks: readonly string[];
  /** Absent: none. */
  readonly region?: string;
}

export interface DeviceEntry extends ElementEntry {
  readonly site: number;
  readonly address: string;
  readonly vendor: string;
  readonly model: string;
  /** sysName as discovered; absent: never discovered, or none. */
  readonly systemName?: string;
  /** Undefined: the device is not polled. */
  readonly snmp: SealedAccess | undefined;
  readonly exporters: readonly string[];
  readonly interfaces: readonly number[];
}

/** `name` is the ifName, which identifies the port. */
export interface InterfaceEntry extends ElementEntry {
  readonly site: number;
  readonly device: number;
  readonly alias: string;
  /** Current ifIndex, null until discovered. */
  readonly index: number | null;
  /** Contracted bandwidth; null: the interface speed. */
  readonly bandwidthInBps: number | null;
  readonly bandwidthOutBps: number | null;
  /** What an SD-WAN manager says of it, such as its address; absent: nothing. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A component of a device that is measured separately: class of service, probe, tunnel, flow export, sensor, BGP peer. */
export interface ComponentEntry extends ElementEntry {
  readonly site: number;
  readonly device: number;
  readonly kind: ComponentKind;
  /** Source of its counters. */
  readonly scope: CounterScope;
  /** Key at the source; unique per kind and scope on the device. */
  readonly key: string;
  /** Description from the source, such as the target of a probe. */
  readonly fields: Readonly<Record<string, string>>;
}
