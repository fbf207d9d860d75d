import { statfs } from 'node:fs/promises';
import type { Clock } from '../clock/clock.ts';

const GIB = 1024 ** 3;
const CHECK_INTERVAL_MS = 1_000;
/** Space above a limit that ends its level: a disk at the limit would otherwise change its level with every merge. */
const HYSTERESIS = 1.25;

/** Free and total space of a file system in bytes. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/** `low`: warns. `full`: the reserve is reached and intake stops. */
export type DiskLevel = 'ok' | 'low' | 'full';

interface DiskLimits {
  /** A warning is logged below this free space. */
  readonly warningBytes: number;
  /** Intake stops below this free space: what is stored already needs it to be merged, read and purged. */
  readonly reserveBytes: number;
}

interface DiskOptions {
  /** Folder on the watched file system. */
  readonly path: string;
  /** Configured limits, 0: automatic. */
  readonly limits: DiskLimits;
  /** Called after each change of the level. */
  readonly onChange: (state: DiskState) => void;
}

export interface DiskState extends DiskSpace, DiskLimits {
  readonly level: DiskLevel;
}

/** Automatic limits: a tenth of the disk and at most 2 GiB in reserve, a fifth and at most 10 GiB for the warning. */
export const limitsOf = (
  { sizeBytes }: DiskSpace,
  { warningBytes, reserveBytes }: DiskLimits,
): DiskLimits => ({
  warningBytes: warningBytes > 0 ? warningBytes : Math.min(sizeBytes / 5, 10 * GIB),
  reserveBytes: reserveBytes > 0 ? reserveBytes : Math.min(sizeBytes / 10, 2 * GIB),
});

/** Returns the level after `before`. */
export function diskLevel({ freeBytes }: DiskSpace, limits: DiskLimits, before: DiskLevel): DiskLevel {
  const { reserveBytes, warningBytes } = limits;
  if (freeBytes < reserveBytes * (before === 'full' ? HYSTERESIS : 1)) return 'full';
  return freeBytes < warningBytes * (before === 'ok' ? 1 : HYSTERESIS) ? 'low' : 'ok';
}

/** Free space that processes without privileges may use. */
export async function readDiskSpace(path: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** The free space of a file system, read each second. */
export class DiskWatch {
  readonly #clock: Clock;
  readonly #options: DiskOptions;
  readonly #read: (path: string) => Promise<DiskSpace>;
  #level: DiskLevel = 'ok';
  #sinceMs = 0;
  #state: DiskState | undefined;

  constructor(clock: Clock, options: DiskOptions, read = readDiskSpace) {
    this.#clock = clock;
    this.#options = options;
    this.#read = read;
  }

  get isFull(): boolean {
    return this.#level === 'full';
  }

  /** Time of the last change of the level. */
  get sinceMs(): number {
    return this.#sinceMs;
  }

  /** As it was last read; undefined: never. */
  get state(): DiskState | undefined {
    return this.#state;
  }

  /** Resolves after the first reading: a process that starts on a full disk takes nothing in. */
  async start(signal: AbortSignal): Promise<void> {
    await this.#check();
    this.#clock.every(CHECK_INTERVAL_MS, () => this.#check(), signal);
  }

  async #check(): Promise<void> {
    const { path, limits, onChange } = this.#options;
    // A folder that does not exist yet, or a file system that does not respond: the level stays.
    const space = await this.#read(path).catch(() => undefined);
    if (space === undefined) return;
    const inForce = limitsOf(space, limits);
    const level = diskLevel(space, inForce, this.#level);
    this.#state = { ...space, ...inForce, level };
    if (level === this.#level) return;
    this.#level = level;
    this.#sinceMs = this.#clock.now().getTime();
    onChange(this.#state);
  }
}
