/** 48 values make a response of about 1,100 bytes: below the smallest MTU of IPv6, 1,280 bytes, and those of tunnels. */
export const MAX_BINDINGS = 48;
/** Rows per GETBULK. */
export const MAX_REPETITIONS = 25;
/** Probes and policies change without notice, so they and the rows of tables are found again after this many polls. */
export const RELEARN_POLLS = 12;

/** What a poller reads in one poll of a device. */
export interface PollerLoad {
  readonly objects: number;
  /** Its rows are found by walking the column, not by those of interfaces. */
  readonly walks: boolean;
}

/**
 * Requests that a poller adds to one poll of a device, a fraction: objects of all pollers share requests, and rows are found once in
 * `RELEARN_POLLS` polls.
 */
export function requestsPerPoll({ objects, walks }: PollerLoad, bindings = MAX_BINDINGS): number {
  const finding = walks ? (Math.floor(objects / MAX_REPETITIONS) + 1) / RELEARN_POLLS : 0;
  return objects / bindings + finding;
}

export interface RequestedElements {
  /** Devices with SNMP access, and their interfaces. */
  readonly devices: number;
  readonly interfaces: number;
}

interface Reading {
  readonly level: 'device' | 'interface';
  readonly walks: boolean;
  /** Rows per device, where they are known. */
  readonly rows: number;
}

/** Objects and requests per interval that a poller would cost, on all devices. */
export function estimatedCost(
  { level, walks, rows }: Reading,
  { devices, interfaces }: RequestedElements,
): { readonly objects: number; readonly requests: number } {
  const perDevice = walks ? rows : 1;
  const objects = level === 'interface' ? interfaces : devices * perDevice;
  const requests =
    level === 'interface'
      ? requestsPerPoll({ objects, walks: false })
      : devices * requestsPerPoll({ objects: perDevice, walks });
  return { objects, requests };
}
