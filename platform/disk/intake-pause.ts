import type { Log } from '../log/log.ts';
import type { Clock } from '../clock/clock.ts';
import { watchStoresDisk } from './stores-disk.ts';

/** Returns whether intake is stopped because the disk of the stores has reached its reserve. Logs both changes. */
export async function watchIntakePause(
  config: Parameters<typeof watchStoresDisk>[0],
  { clock, log, signal }: { readonly clock: Clock; readonly log: Log; readonly signal: AbortSignal },
): Promise<() => boolean> {
  let isPaused = false;
  const disk = await watchStoresDisk(config, {
    clock,
    signal,
    onChange({ level, freeBytes, reserveBytes }) {
      if (isPaused === (level === 'full')) return;
      isPaused = level === 'full';
      if (isPaused) log.warn({ freeBytes, reserveBytes }, 'intake paused');
      else log.warn({ freeBytes, reserveBytes }, 'intake resumed');
    },
  });
  return () => disk?.isFull === true;
}
