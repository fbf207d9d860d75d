import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '../button/IconButton.tsx';
import { useUiTexts } from '../use-ui-texts.ts';
import './drawer.css';

interface Props {
  readonly title: ReactNode;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Details beside their list. Not modal: the list keeps the focus and the details follow it. Escape closes. */
export function Drawer({ title, label, onClose, children }: Props) {
  const text = useUiTexts();
  const closeOn = useEffectEvent((event: KeyboardEvent) => {
    // A dialog or menu above handles its own Escape.
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      document.querySelector('[role="dialog"], [role="menu"]') !== null
    )
      return;
    onClose();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => closeOn(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <aside className="tt-drawer" aria-label={label}>
      <header className="tt-drawer-header">
        <div className="tt-drawer-title">{title}</div>
        <IconButton label={text('close')} icon={<IconX size={16} />} onClick={onClose} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard */}
      <div className="tt-drawer-body" role="group" aria-label={label} tabIndex={0}>
        {children}
      </div>
    </aside>
  );
}
