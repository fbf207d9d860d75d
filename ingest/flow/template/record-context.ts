/** What a compiled decoder needs beside the bytes of the record. Times in milliseconds since 1970. */
export interface RecordContext {
  /** When the exporter says it sent the datagram. */
  exportMs: number;
  /** NetFlow v9: when the exporter started (export time minus uptime); NaN for IPFIX without it. */
  bootMs: number;
  /** NetFlow v9 header: uptime at export in milliseconds, to undo a wrap of 49.7 days. */
  uptimeMs: number;
  /** Added to every time of the exporter: its clock is wrong by more than is believed. */
  shiftMs: number;
  /** Counts the records whose own times made no sense. */
  timesReplaced: number;
  /** One out of so many packets is seen, when neither record nor sampler says. */
  sampling: number;
  /** Rate by sampler id, from options. */
  readonly samplers: ReadonlyMap<number, number>;
  /** Rate by ifIndex, from options about interfaces; undefined when there are none. */
  interfaceRates: ReadonlyMap<number, number> | undefined;
  /** Interface elements by ifIndex. */
  readonly interfaces: ReadonlyMap<number, number>;
  /** Site of an IPv4 address (as a number) or of an IPv6 address (16 bytes of the view at `at`), 0 when none. */
  readonly sites: SiteLookup;
  /** Numbers of applications that the device names. */
  readonly named: NamedApplications;
}

export interface NamedApplications {
  /** The selector of the application whose name fills `length` bytes of the view at `at`; 0 when there is none. */
  selectorOf(view: DataView, at: number, length: number): number;
}

export interface SiteLookup {
  ofV4(address: number): number;
  ofV6(view: DataView, at: number): number;
}
