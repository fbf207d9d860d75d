import { Suspense } from 'react';
import { IconX } from '@tabler/icons-react';
import { announcedIn, type ShownAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { useLanguage } from '#web/lib/text.ts';
import { FoldedMessage } from './FoldedMessage.tsx';
import { useAnnouncementTexts } from './texts/en.ts';
import './announcement.css';

const Dialog = lazyPart(() => import('#web/ui/dialog/Dialog.tsx'), 'Dialog');

const Linked = lazyPart(() => import('./AnnouncedMessage.tsx'), 'AnnouncedMessage');

interface AnnouncementProps {
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

/** The message of a banner, which is closed. */
function Announced({ message, onClose }: { readonly message: string; readonly onClose: () => void }) {
  const text = useAnnouncementTexts();
  return (
    <div className="tt-announced">
      <FoldedMessage>
        <Message message={message} />
      </FoldedMessage>
      <IconButton small label={text('close')} icon={<IconX size={15} />} onClick={onClose} />
    </div>
  );
}

/** An announcement, as a banner or a dialog. */
export function AnnouncementNotice({ announcement, onClose }: AnnouncementProps) {
  const message = announcedIn(announcement, useLanguage());
  const text = useAnnouncementTexts();
  if (announcement.format === 'banner')
    return (
      <Banner tone="info">
        <Announced message={message} onClose={onClose} />
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

/** A quiet line: charts of earlier days are not complete yet. */
export function HistoryNotice({ percent }: { readonly percent: number }) {
  const text = useAnnouncementTexts();
  return <p className="tt-history-notice tt-muted">{text('history', { percent })}</p>;
}
