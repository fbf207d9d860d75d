import { useLayoutEffect } from 'react';

/**
 * The focus goes back to where it was before something opened, also when that is taken away while it is open. What had it may be
 * gone, as the entry of a menu is: then the page has it, since from nowhere the keyboard would begin at the top again.
 */
export function useReturnedFocus(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return undefined;
    const before = document.activeElement;
    return () => {
      const target = before?.isConnected === true ? before : document.getElementById('content');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    };
  }, [open]);
}
