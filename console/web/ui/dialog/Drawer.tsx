import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { IconX } from '@tabler/icons-react';
import { ScrollRegion } from '../layout/ScrollRegion.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { useUiTexts } from '../texts/en.ts';
import './drawer.css';

interface Props {
  readonly title: ReactNode;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Below the details, which scroll: what is done with them. */
  readonly footer?: ReactNode;
}

/** Details next to their list. Not modal: the list keeps the focus and the details follow it. Escape closes. */
export function Drawer({ title, label, onClose, children, footer }: Props) {
  const text = useUiTexts();
  const isCovered = useRef(false);
  const closeOn = useEffectEvent((event: KeyboardEvent) => {
    // A dialog, menu or list above handles its own Escape.
    if (event.key === 'Escape' && !event.defaultPrevented && !isCovered.current) onClose();
  });
  useEffect(() => {
    const stop = new AbortController();
    // A dialog may be gone by the time the key arrives below it.
    const look = () =>
      (isCovered.current =
        document.querySelector('[role="dialog"], [role="menu"], [aria-expanded="true"]:focus') !== null);
    window.addEventListener('keydown', look, { capture: true, signal: stop.signal });
    document.addEventListener('keydown', (event) => closeOn(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return (
    <aside className="tt-drawer" aria-label={label}>
      <header className="tt-drawer-header">
        <div className="tt-drawer-title">{title}</div>
        <IconButton label={text('close')} icon={<IconX size={16} />} keys="Escape" onClick={onClose} />
      </header>
      <ScrollRegion className="tt-drawer-body" role="group" label={label}>
        {children}
      </ScrollRegion>
      {footer !== undefined && <footer className="tt-drawer-footer">{footer}</footer>}
    </aside>
  );
}
