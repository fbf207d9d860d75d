/**
 * Traffic of one VPN, VRF, interface or agent of a device that belongs to another customer or site than the device does. Exactly
 * one of the four is named.
 */
export interface AttributionRule {
  readonly device: number;
  /** Interface element. */
  readonly interface: number | undefined;
  /** Id of the VPN or VRF as the device exports it. */
  readonly vpn: number | undefined;
  /** Name of the VRF in the device's own table. */
  readonly vrf: string | undefined;
  /** Agent behind the device's export: its address in plain form, or the number of its exporting process. */
  readonly agent?: string | undefined;
  readonly customer: number;
  readonly site: number;
}

/** What the inventory says of the collection beside who an exporter is. */
export interface Collection {
  /** Devices by exporter address, of each collection sub-network (recipient id): two may use the same addresses. */
  readonly networks: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly rules: readonly AttributionRule[];
  /** Devices whose flows another exporter of the same site reports as well. */
  readonly repeating: ReadonlySet<number>;
}
