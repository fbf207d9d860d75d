import type { CounterScope } from '../kpi/kpi.ts';
import type { Collection } from './collection.ts';
import type { ComponentKind } from './component.ts';
import type { Targets } from './flow-target.ts';
import type { SealedAccess } from './snmp-access.ts';

/** The inventory as the collector, the poller, the engine and the server hold it in memory. */
export interface Inventory {
  readonly customers: ReadonlyMap<number, CustomerEntry>;
  readonly sites: ReadonlyMap<number, SiteEntry>;
  readonly devices: ReadonlyMap<number, DeviceEntry>;
  readonly interfaces: ReadonlyMap<number, InterfaceEntry>;
  /** Left out: no device has any. */
  readonly components?: ReadonlyMap<number, ComponentEntry>;
  /** Device by exporter source address, in canonical text form. */
  readonly exporters: ReadonlyMap<string, number>;
  /** Left out: one sub-network, every flow is that of its exporter's customer and site. */
  readonly collection?: Collection;
  /** Left out where nobody asks for them. */
  readonly targets?: Targets;
}

export interface CustomerEntry {
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
  readonly profile: string;
  readonly recipientId: number;
}

interface ElementEntry {
  readonly id: number;
  readonly customer: number;
  readonly name: string;
  readonly active: boolean;
}

export interface SiteEntry extends ElementEntry {
  readonly city: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly networks: readonly string[];
}

export interface DeviceEntry extends ElementEntry {
  readonly site: number;
  readonly address: string;
  readonly vendor: string;
  readonly model: string;
  /** Undefined: the device is not polled. */
  readonly snmp: SealedAccess | undefined;
  readonly exporters: readonly string[];
  readonly interfaces: readonly number[];
}

/** `name` is the ifName: the identity of a port. */
export interface InterfaceEntry extends ElementEntry {
  readonly site: number;
  readonly device: number;
  readonly alias: string;
  /** Current ifIndex, null until learned. */
  readonly index: number | null;
  /** Contracted bandwidth, null: the speed of the line counts. */
  readonly bandwidthInBps: number | null;
  readonly bandwidthOutBps: number | null;
}

/** Something of a device that is measured by itself: a class of service, a probe, a tunnel, its export to a collector. */
export interface ComponentEntry extends ElementEntry {
  readonly site: number;
  readonly device: number;
  readonly kind: ComponentKind;
  /** Where its counters come from. */
  readonly scope: CounterScope;
  /** By this the source knows it; unique among those of its kind and scope on the device. */
  readonly key: string;
  /** What the source tells of it, such as the target of a probe. */
  readonly fields: Readonly<Record<string, string>>;
}
