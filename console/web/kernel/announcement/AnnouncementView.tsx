import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readCurrentAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { readOwned, writeOwned } from '#web/lib/stored.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { routeQuery } from '../query/route-query.ts';

/** Most of the time there is none. */
const AnnouncementNotice = lazyPart(() => import('./AnnouncementNotice.tsx'), 'AnnouncementNotice');

/** Only demonstrations write their past. */
const HistoryNotice = lazyPart(() => import('./AnnouncementNotice.tsx'), 'HistoryNotice');

/** Between two looks at the progress of the past that is being written. */
const PROGRESS_MS = 20_000;

const CLOSED = 'announcement';

/** Read once, and again when the server reports a change (`Shell.tsx`). */
const announcementQuery = queryOptions({
  ...routeQuery(readCurrentAnnouncement),
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state: { data } }) => (data?.history === undefined ? false : PROGRESS_MS),
});

/** Height of what was shown at the last visit, pixels: its room is there before it is read, and nothing moves down. */
const ROOM = 'announcement-room';

/** Keeps the room of the last visit until the notices are drawn, or it is known that there are none. */
function Room({ isEmpty, children }: { readonly isEmpty: boolean; readonly children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  const [room] = useState(() => Number(readOwned(ROOM) ?? 0));
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    const { current } = content;
    if (isEmpty) writeOwned(ROOM, '0');
    if (current === null || isEmpty) return undefined;
    const observer = new ResizeObserver(() => {
      const height = Math.round(current.getBoundingClientRect().height);
      if (height === 0) return;
      setIsDrawn(true);
      writeOwned(ROOM, String(height));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [isEmpty]);
  const isReserved = room > 0 && !isEmpty && !isDrawn;
  return (
    <div style={isReserved ? { minHeight: room } : undefined}>
      <div ref={content} className="tt-announcements">
        {children}
      </div>
    </div>
  );
}

/**
 * What users read above every page: the provider's announcement, until the user closes it in this browser (a changed text is shown again), and
 * that the past of a demonstration is still being written.
 */
export function AnnouncementView() {
  const { data } = useQuery(announcementQuery);
  const [closed, setClosed] = useState(() => readOwned(CLOSED));
  const announcement = data?.announcement ?? null;
  const isOpen = announcement !== null && announcement.message !== closed;
  const history = data?.history;
  return (
    <Room isEmpty={data !== undefined && !isOpen && history === undefined}>
      {isOpen && (
        <Suspense fallback={null}>
          <AnnouncementNotice
            announcement={announcement}
            onClose={() => {
              setClosed(announcement.message);
              writeOwned(CLOSED, announcement.message);
            }}
          />
        </Suspense>
      )}
      {history !== undefined && (
        <Suspense fallback={null}>
          <HistoryNotice percent={history} />
        </Suspense>
      )}
    </Room>
  );
}
