import { stepKey, type WindowNotice } from '#schemas/socket/window-notice.ts';
import { watchRoom } from './connection.ts';

export interface WindowWatcher {
  /** A window closed: queries of its granularity refetch. Called once per window, in order. */
  closed(notice: WindowNotice): void;
  /** Windows closed while disconnected: everything refetches. */
  missed(): void;
}

/** Watches the closed windows of a customer; returns the function that stops. */
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
