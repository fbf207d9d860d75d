import { stepKey } from '#schemas/socket/window-notice.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';
import { watchRoom } from './connection.ts';

export interface WindowWatcher {
  /** A step of time is over: what shows its granularity reads again. Each comes once, and none after a later one. */
  closed(notice: WindowNotice): void;
  /** Steps ended while the connection was away: everything reads again. */
  missed(): void;
}

/** Follows which steps of time of a customer are over; ends with the function that it answers. */
export function watchWindows(customer: number, watcher: WindowWatcher): () => void {
  const newest = new Map<string, number>();
  let seenAt: number | undefined;
  return watchRoom(
    { topic: 'window', customer },
    {
      delta(notice) {
        const key = stepKey(notice);
        if (notice.start <= (newest.get(key) ?? -1)) return;
        newest.set(key, notice.start);
        seenAt = Math.max(seenAt ?? 0, notice.watermark);
        watcher.closed(notice);
      },
      joined({ at }) {
        const isBehind = seenAt !== undefined && at > seenAt;
        seenAt = Math.max(seenAt ?? 0, at);
        if (isBehind) watcher.missed();
      },
    },
  );
}
