import { Modal } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { MantineTheme } from '../layout/MantineTheme.tsx';
import { useUiTexts } from '../texts/en.ts';
import './dialog.css';

/**
 * Returns the focus to the element that had it before opening, also when the component unmounts while open. When that element is
 * gone, such as a menu item, or when nothing had the focus, the page content gets it: the keyboard would otherwise start at the top of the page.
 */
function useReturnedFocus(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return undefined;
    const before = document.activeElement;
    return () => {
      const isThere = before?.isConnected === true && before !== document.body;
      const target = isThere ? before : document.getElementById('content');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    };
  }, [open]);
}

interface Props {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly width?: number;
  /** Name within a `DialogStack`. */
  readonly layer?: string;
}

/**
 * Inside a dialog a header must not count as the banner of the page. Mantine names the dialog by its heading only once that is mounted, a
 * frame later than the dialog.
 */
const attributesFor = (title: string) => ({
  header: { role: 'presentation' },
  content: { 'aria-label': title },
});

/** A modal dialog: traps the focus, closes on Escape and returns the focus. */
export function Dialog({ title, open, onClose, children, actions, width = 480, layer }: Props) {
  const text = useUiTexts();
  useReturnedFocus(open);
  return (
    <MantineTheme>
      <Modal
        opened={open}
        onClose={onClose}
        returnFocus={false}
        title={title}
        size={width}
        centered
        attributes={attributesFor(title)}
        {...(layer === undefined ? {} : { stackId: layer })}
        transitionProps={{ transition: 'fade', duration: 100 }}
        closeButtonProps={{ 'aria-label': text('close') }}
      >
        {children}
        {actions !== undefined && <div className="tt-dialog-actions">{actions}</div>}
      </Modal>
    </MantineTheme>
  );
}

/** Stacked dialogs, each with a `layer`: the topmost has focus and Escape. */
export function DialogStack({ children }: { readonly children: ReactNode }) {
  return <Modal.Stack>{children}</Modal.Stack>;
}
