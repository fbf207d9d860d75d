import type { DataPage } from '../data/data-page.ts';

/** A page is drawn without the dashlets that answer later than this. */
const LONGEST_MS = 30_000;

const open: ReadonlySet<string> = new Set(['waiting', 'queued', 'running']);

/** Asks for the dashlets that are out of view as well, and waits for the answers, at most half a minute. */
export function settled(
  page: Pick<DataPage, 'read' | 'subscribe' | 'setVisible'>,
  dashlets: readonly string[],
  longestMs = LONGEST_MS,
): Promise<void> {
  for (const id of dashlets) page.setVisible(id, true);
  const isOver = (): boolean => dashlets.every((id) => !open.has(page.read(id).is));
  return new Promise((resolve) => {
    const check = (): void => {
      if (isOver()) end();
    };
    const stop = page.subscribe(check);
    const timer = setTimeout(() => end(), longestMs);
    const end = (): void => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    check();
  });
}
