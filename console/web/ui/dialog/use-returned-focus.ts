import { useLayoutEffect } from 'react';

/**
 * Returns the focus to the element that had it before opening, also when the component unmounts while open. When that element is
 * gone, such as a menu item, or when nothing had the focus, the page content gets it: the keyboard would otherwise start at the top of the page.
 */
export function useReturnedFocus(open: boolean): void {
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
