import { lazy, Suspense, useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import {
  announcedIn,
  readCurrentAnnouncement,
  type ShownAnnouncement,
} from '#schemas/settings/announcement/announcement.ts';
import { useLanguage } from '#web/lib/text.ts';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { call } from '../api/call.ts';
import { useAnnouncementTexts } from './use-announcement-texts.ts';
import './announcement.css';

const Dialog = lazy(() => import('#web/ui/dialog/Dialog.tsx').then((ui) => ({ default: ui.Dialog })));

const Linked = lazy(() =>
  import('./AnnouncedMessage.tsx').then((linked) => ({ default: linked.AnnouncedMessage })),
);

const CLOSED = 'announcement';

/** Read once, and again when the server reports a change (`Shell.tsx`). */
const announcementQuery = queryOptions({
  queryKey: ['announcement'],
  queryFn: async ({ signal }) => (await call(readCurrentAnnouncement, { signal })).announcement,
  staleTime: Number.POSITIVE_INFINITY,
});

interface ShownProps {
  readonly announcement: ShownAnnouncement;
  readonly onClose: () => void;
}

/** The message without the addresses of its links, while their code is loading. */
const labelsOf = (message: string): string => message.replaceAll(/\[([^[\]\n]+)\]\(\/[^()\s]*\)/g, '$1');

/** What has no links needs no code for them. */
function Message({ message }: { readonly message: string }) {
  if (!message.includes('](/')) return message;
  return (
    <Suspense fallback={labelsOf(message)}>
      <Linked message={message} />
    </Suspense>
  );
}

function Shown({ announcement, onClose }: ShownProps) {
  const message = announcedIn(announcement, useLanguage());
  const text = useAnnouncementTexts();
  if (announcement.format === 'banner')
    return (
      <Banner tone="info">
        <div className="tt-announced">
          <span>
            <Message message={message} />
          </span>
          <IconButton small label={text('close')} icon={<IconX size={15} />} onClick={onClose} />
        </div>
      </Banner>
    );
  return (
    <Suspense fallback={null}>
      <Dialog
        open
        title={text('announcement')}
        onClose={onClose}
        actions={<Button onClick={onClose}>{text('close')}</Button>}
      >
        <p className="tt-announcement">
          <Message message={message} />
        </p>
      </Dialog>
    </Suspense>
  );
}

/** The provider's announcement, until the user closes it in this browser. A changed text is shown again. */
export function AnnouncementView() {
  const { data: announcement } = useQuery(announcementQuery);
  const [closed, setClosed] = useState(() => readStored(CLOSED));
  if (announcement == null || announcement.message === closed) return null;
  const close = () => {
    setClosed(announcement.message);
    writeStored(CLOSED, announcement.message);
  };
  return <Shown announcement={announcement} onClose={close} />;
}
