import type { Classifier } from '../classification/classifier.ts';
import type { Row, RowSink } from '../row-sink.ts';
import type { Tunnels } from '../decoders/sflow/row-target.ts';
import type { KnownInterfaces } from '../exporter/interfaces.ts';
import type { SiteLookup } from '../template/record-context.ts';

/** A customer's site, and what its flows are recognised by. */
export interface Owner {
  readonly customer: number;
  readonly site: number;
  readonly sites: SiteLookup;
  /** Sites of the customer that have exporters of their own. */
  readonly reporting: ReadonlySet<number>;
  /** Custom applications of the customer; undefined when there are none. */
  readonly classifier: Classifier | undefined;
  readonly sink: RowSink;
}

/** Whose flows an exporter sends, from the inventory. */
export interface Attribution extends Owner {
  readonly device: number;
  readonly interfaces: KnownInterfaces;
  /** The device is polled by SNMP: what it tells of its counters beside is not taken again. */
  readonly polled: boolean;
  readonly tunnels: Tunnels;
  /** Rows that are another customer's or site's; undefined when all are of the device's own. */
  readonly owners: RowOwners | undefined;
  /** Another exporter of its site reports the same flows. */
  readonly repeating: boolean;
}

/** What a domain says beside its rows. */
interface Said {
  readonly vrfNames: ReadonlyMap<number, string>;
  /** The agent that it is of. */
  readonly agent: string | undefined;
}

/** Whose a row is when the exporter serves several customers; undefined: that of the exporter. */
export interface RowOwners {
  /** Customers of all rules. */
  readonly customers: ReadonlySet<number>;
  of(row: Row, said: Said): Owner | undefined;
  /** Some rules are of agents. */
  readonly byAgent: boolean;
}
