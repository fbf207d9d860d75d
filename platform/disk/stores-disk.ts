import { standard } from '../env/standard.ts';
import type { Clock } from '../clock/clock.ts';
import { DiskWatch, type DiskState } from './disk-watch.ts';

/** Variables of a process that watches the disk of the stores. */
export const diskVariables = {
  STORES_FOLDER: standard.STORES_FOLDER,
  DISK_RESERVE_BYTES: standard.DISK_RESERVE_BYTES,
  DISK_WARNING_BYTES: standard.DISK_WARNING_BYTES,
};

interface DiskConfiguration {
  readonly STORES_FOLDER: string;
  readonly DISK_RESERVE_BYTES: number;
  readonly DISK_WARNING_BYTES: number;
}

interface Needs {
  readonly clock: Clock;
  /** Called after each change of the level. */
  readonly onChange: (state: DiskState) => void;
  readonly signal: AbortSignal;
}

/** Watches the disk of the stores as configured. Undefined: it is on another machine, or not watched. */
export async function watchStoresDisk(
  {
    STORES_FOLDER: path,
    DISK_RESERVE_BYTES: reserveBytes,
    DISK_WARNING_BYTES: warningBytes,
  }: DiskConfiguration,
  { clock, onChange, signal }: Needs,
): Promise<DiskWatch | undefined> {
  if (path === '') return undefined;
  const watch = new DiskWatch(clock, { path, limits: { reserveBytes, warningBytes }, onChange });
  await watch.start(signal);
  return watch;
}
