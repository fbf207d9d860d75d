import { Suspense, useEffect, useRef, useState } from 'react';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { announcedIn, type ShownAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { useLanguage } from '#web/lib/text.ts';
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

/** The message of a banner: a telephone shows two lines of it, with a button for the others where there are more. */
function Announced({ message, onClose }: { readonly message: string; readonly onClose: () => void }) {
  const text = useAnnouncementTexts();
  const content = useRef<HTMLSpanElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);
  useEffect(() => {
    const { current } = content;
    if (current === null || isOpen) return undefined;
    const observer = new ResizeObserver(() => setIsCut(current.scrollHeight > current.clientHeight + 1));
    observer.observe(current);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div className="tt-announced">
      {/* The keyboard also reaches a link of a line that is cut. */}
      <span ref={content} data-folded={!isOpen || undefined} onFocus={() => setIsOpen(true)}>
        <Message message={message} />
      </span>
      {isCut && !isOpen && (
        <IconButton
          small
          label={text('more')}
          icon={<IconChevronDown size={15} />}
          onClick={() => setIsOpen(true)}
        />
      )}
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
