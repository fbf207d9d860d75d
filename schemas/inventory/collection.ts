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

/** Collection settings of the inventory. */
export interface Collection {
  /** Devices by exporter address per collection sub-network (recipient id), since sub-networks may use the same addresses. */
  readonly networks: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly rules: readonly AttributionRule[];
  /** Devices whose flows are also reported by another exporter of the site. */
  readonly repeating: ReadonlySet<number>;
}
