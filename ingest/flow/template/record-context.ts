/** Inputs of a compiled decoder. Times in milliseconds since 1970. */
export interface RecordContext {
  /** Export time of the datagram by the exporter's clock. */
  exportMs: number;
  /** NetFlow v9: boot time of the exporter (export time minus uptime). NaN for IPFIX without it. */
  bootMs: number;
  /** NetFlow v9 header: uptime at export in milliseconds, to undo a wrap of 49.7 days. */
  uptimeMs: number;
  /** Clock correction, added to every time of the exporter. */
  shiftMs: number;
  /** Result: bytes of the rows. */
  bytes: number;
  /** Result: rows of at least `NEVER_TOO_LARGE` bytes, which are checked against the capacity of their interface. */
  large: number;
  /** Counts records with implausible times. */
  timesReplaced: number;
  /** Sampling rate (1 in N) unless record or sampler provide one, `NOT_ANNOUNCED` or `UNKNOWN_RATE`. */
  sampling: number;
  /** By what bytes and packets are multiplied: the sampling rate, 1 without one. */
  factor: number;
  /** The rate as stored in `flows.sampling`: whole, 0 for an unknown sampler. */
  rate: number;
  /** Rate by sampler id, from options. */
  readonly samplers: ReadonlyMap<number, number>;
  /** Rate by ifIndex, from interface options. Undefined if there are none. */
  interfaceRates: ReadonlyMap<number, number> | undefined;
  /** Interface elements by ifIndex. */
  readonly interfaces: ReadonlyMap<number, number>;
  /** Site of an IPv4 address (as a number) or an IPv6 address (16 bytes at `at`), 0 if none. */
  readonly sites: SiteLookup;
  /** Selectors of applications that the device only names. */
  readonly named: NamedApplications;
}

export interface NamedApplications {
  /** Selector of the application named by `length` bytes at `at`, 0 if there is no name. */
  selectorOf(view: DataView, at: number, length: number): number;
}

export interface SiteLookup {
  ofV4(address: number): number;
  ofV6(view: DataView, at: number): number;
}
