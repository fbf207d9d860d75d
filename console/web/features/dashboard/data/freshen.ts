import { resultOf } from './dashlet-data.ts';
import type { DashletData } from './dashlet-data.ts';
import type { DataPage } from './data-page.ts';

/** Values that arrive later than this are not waited for. */
const LONGEST_MS = 30_000;

const open: ReadonlySet<DashletData['is']> = new Set(['waiting', 'queued', 'running']);

const isExpired = (data: DashletData): boolean => data.is !== 'ready' && resultOf(data) !== undefined;

/**
 * Asks for what a file must neither lack nor show out of date: dashlets out of view, and expired values. Returns the dashlets whose
 * values are still expired after half a minute, since they could not be read again.
 */
export async function freshen(
  page: DataPage,
  dashlets: readonly string[],
  longestMs = LONGEST_MS,
): Promise<readonly string[]> {
  const release = page.want(dashlets);
  for (const id of dashlets) if (page.read(id).is === 'failed' && isExpired(page.read(id))) page.retry(id);
  const isOver = (): boolean => dashlets.every((id) => !open.has(page.read(id).is));
  await new Promise<void>((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = page.subscribe(() => isOver() && end());
    timer = setTimeout(end, longestMs);
    if (isOver()) end();
  });
  release();
  return dashlets.filter((id) => isExpired(page.read(id)));
}
