import { Suspense, useState } from 'react';
import type { z } from 'zod';
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

type Current = z.output<typeof readCurrentAnnouncement.reply>;

/** Read once, and again when the server reports a change (`Shell.tsx`). */
const announcementQuery = queryOptions({
  ...routeQuery(readCurrentAnnouncement),
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state: { data } }) => (data?.history === undefined ? false : PROGRESS_MS),
});

/** The provider's announcement, until the user closes it in this browser. A changed text is shown again. */
function Announced({ announcement }: Pick<Current, 'announcement'>) {
  const [closed, setClosed] = useState(() => readOwned(CLOSED));
  if (announcement === null || announcement.message === closed) return null;
  const close = () => {
    setClosed(announcement.message);
    writeOwned(CLOSED, announcement.message);
  };
  return (
    <Suspense fallback={null}>
      <AnnouncementNotice announcement={announcement} onClose={close} />
    </Suspense>
  );
}

/** What users read above every page: the announcement, and that the past of a demonstration is still being written. */
export function AnnouncementView() {
  const { data } = useQuery(announcementQuery);
  if (data === undefined) return null;
  return (
    <>
      <Announced announcement={data.announcement} />
      {data.history !== undefined && (
        <Suspense fallback={null}>
          <HistoryNotice percent={data.history} />
        </Suspense>
      )}
    </>
  );
}
