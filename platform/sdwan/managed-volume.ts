/** What an application carried through a device within an interval of the manager. */
export interface ManagedVolume {
  readonly tenant: string;
  /** Name of the device, else its address. */
  readonly device: string;
  /** As the manager names it. */
  readonly application: string;
  /** Category; empty: unknown. */
  readonly family: string;
  /** Start of the interval, by the manager's clock. */
  readonly atMs: number;
  readonly bytes: number;
  readonly packets: number;
}

/** Length of the intervals, which begin at multiples of it. */
export const VOLUME_STEP_MS = 5 * 60_000;
