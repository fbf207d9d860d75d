/** Assigns traffic of one VPN, VRF, interface or agent of a device to another customer or site. Exactly one of the four is set. */
export interface AttributionRule {
  readonly device: number;
  /** Interface element. */
  readonly interface: number | undefined;
  /** VPN or VRF id exported by the device. */
  readonly vpn: number | undefined;
  /** VRF name in the option table of the device. */
  readonly vrf: string | undefined;
  /** Agent behind the exporter: its canonical address, or the number of its exporting process. */
  readonly agent?: string | undefined;
  readonly customer: number;
  readonly site: number;
}

/** An exporter outside the inventory whose flows belong to a customer until it expires. */
export interface AgentEntry {
  readonly id: number;
  /** Its agent id. */
  readonly name: string;
  readonly customer: number;
  /** The site that its network marker names; 0: the customer has none of this name. */
  readonly site: number;
  /** Canonical address or prefix of its exports. */
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly expiresMs: number;
  /** Collection sub-network of the customer (recipient id). */
  readonly network: number;
}

/** Collection settings of the inventory. */
export interface Collection {
  /** Devices by exporter address per collection sub-network (recipient id), since sub-networks may use the same addresses. */
  readonly networks: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly rules: readonly AttributionRule[];
  /** Devices whose flows are also reported by another exporter of the site. */
  readonly repeating: ReadonlySet<number>;
  /** Absent: none. */
  readonly agents?: readonly AgentEntry[];
}
