import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IconChevronDown } from '@tabler/icons-react';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { useAnnouncementTexts } from './texts/en.ts';
import './announcement.css';

/** The message of a banner: a telephone shows two lines of it, with a button for the others where there are more. */
export function FoldedMessage({ children }: { readonly children: ReactNode }) {
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
    <>
      {/* The keyboard also reaches a link of a line that is cut. */}
      <span ref={content} data-folded={!isOpen || undefined} onFocus={() => setIsOpen(true)}>
        {children}
      </span>
      {isCut && !isOpen && (
        <IconButton
          small
          label={text('more')}
          icon={<IconChevronDown size={15} />}
          onClick={() => setIsOpen(true)}
        />
      )}
    </>
  );
}
