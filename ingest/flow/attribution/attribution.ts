import type { Classifier } from '../classification/classifier.ts';
import type { RowPosition, RowSink } from '../rows/row-sink.ts';
import type { Tunnels } from '../decoders/sflow/row-target.ts';
import type { InventoryInterfaces } from '../exporter/interfaces.ts';
import type { Bandwidths } from './capacity.ts';
import type { SiteLookup } from '../template/record-context.ts';

/** A customer's site with its lookup tables. */
export interface Owner {
  readonly customer: number;
  readonly site: number;
  readonly sites: SiteLookup;
  /** Sites of the customer that have their own exporters. */
  readonly reporting: ReadonlySet<number>;
  /** Custom applications of the customer. Undefined if there are none. */
  readonly classifier: Classifier | undefined;
  readonly sink: RowSink;
}

/** Owner of an exporter's flows, from the inventory. */
export interface Attribution extends Owner {
  /** 0: an agent, which is no device of the inventory. */
  readonly device: number;
  /** Time at which the agent expires, in milliseconds since 1970. Undefined for a device. */
  readonly expiresMs?: number | undefined;
  readonly interfaces: InventoryInterfaces;
  /** What the interfaces of the device can carry. */
  readonly bandwidths: Bandwidths;
  /** The device is polled by SNMP, so its sFlow counters are not stored as well. */
  readonly polled: boolean;
  readonly tunnels: Tunnels;
  /** Rows that belong to other customers or sites. Undefined if all belong to the device's own site. */
  readonly owners: RowOwners | undefined;
  /** Another exporter of the same site reports the same flows. */
  readonly reportsDuplicates: boolean;
}

/** Facts of a domain that attribution rules refer to. */
interface DomainIdentity {
  readonly vrfNames: ReadonlyMap<number, string>;
  /** Agent of the domain. */
  readonly agent: string | undefined;
}

/** Owner of each row when the exporter serves several customers. Undefined means the exporter's own site. */
export interface RowOwners {
  /** Customers of all rules. */
  readonly customers: ReadonlySet<number>;
  ownerOf(row: RowPosition, said: DomainIdentity): Owner | undefined;
  /** Some rules match by agent. */
  readonly byAgent: boolean;
}
