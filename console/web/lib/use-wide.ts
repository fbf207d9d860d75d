import { useSyncExternalStore } from 'react';

/** Where a table beside an open drawer has room for all of its columns. */
const wide = matchMedia('(min-width: 1700px)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Whether the window is a wide one, by CSS pixels. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
