import { Suspense, useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readCurrentAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { call } from '../api/call.ts';

/** Most of the time there is none. */
const AnnouncementNotice = lazyPart(() => import('./AnnouncementNotice.tsx'), 'AnnouncementNotice');

const CLOSED = 'announcement';

/** Read once, and again when the server reports a change (`Shell.tsx`). */
const announcementQuery = queryOptions({
  queryKey: ['announcement'],
  queryFn: async ({ signal }) => (await call(readCurrentAnnouncement, { signal })).announcement,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The provider's announcement, until the user closes it in this browser. A changed text is shown again. */
export function AnnouncementView() {
  const { data: announcement } = useQuery(announcementQuery);
  const [closed, setClosed] = useState(() => readStored(CLOSED));
  if (announcement == null || announcement.message === closed) return null;
  const close = () => {
    setClosed(announcement.message);
    writeStored(CLOSED, announcement.message);
  };
  return (
    <Suspense fallback={null}>
      <AnnouncementNotice announcement={announcement} onClose={close} />
    </Suspense>
  );
}
