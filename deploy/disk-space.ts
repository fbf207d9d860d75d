import type { Clock } from '#platform/clock/clock.ts';
import { watchStoresDisk } from '#platform/disk/stores-disk.ts';
import type { Log } from '#platform/log/log.ts';
import type { StartConfiguration } from './configuration.ts';

/** Logs when the disk of the data folder is nearly full, when its reserve is reached, and when it has space again. */
export async function sayDiskSpace(
  config: StartConfiguration,
  { clock, log, signal }: { readonly clock: Clock; readonly log: Log; readonly signal: AbortSignal },
): Promise<void> {
  const path = config.TELLTALE_DATA;
  await watchStoresDisk(
    { ...config, STORES_FOLDER: path },
    {
      clock,
      signal,
      onChange({ level, freeBytes, reserveBytes }) {
        const facts = { path, freeBytes, reserveBytes: Math.round(reserveBytes) };
        if (level === 'full') log.error(facts, 'disk full');
        else if (level === 'low') log.warn(facts, 'disk space low');
        else log.warn(facts, 'disk space available');
      },
    },
  );
}
