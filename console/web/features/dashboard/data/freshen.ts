import { resultOf, type DashletData } from './dashlet-data.ts';
import type { DataPage } from './data-page.ts';

/** Values that arrive later than this are not waited for. */
const LONGEST_MS = 30_000;

const isExpired = (data: DashletData): boolean => data.is !== 'ready' && resultOf(data) !== undefined;

/**
 * Requests what a file must neither lack nor show out of date: dashlets out of view, and expired values. Returns the dashlets whose
 * values are still expired after half a minute, since they could not be read again.
 */
export async function freshen(
  page: DataPage,
  dashlets: readonly string[],
  longestMs = LONGEST_MS,
): Promise<readonly string[]> {
  const release = page.expected(dashlets);
  for (const id of dashlets) if (page.read(id).is === 'failed' && isExpired(page.read(id))) page.retry(id);
  const isOver = (): boolean => !dashlets.some((id) => page.isPending(id));
  await new Promise<void>((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      for (const stop of stops) stop();
      clearTimeout(timer);
      resolve();
    };
    const stops = dashlets.map((id) => page.subscribe(id, () => isOver() && end()));
    timer = setTimeout(end, longestMs);
    if (isOver()) end();
  });
  release();
  return dashlets.filter((id) => isExpired(page.read(id)));
}
