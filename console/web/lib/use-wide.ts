import { useSyncExternalStore } from 'react';

/** Window width at which a table next to an open drawer shows all its columns. */
const ROOM_FOR_DRAWER_PX = 1_700;

interface Width {
  readonly subscribe: (listener: () => void) => () => void;
  readonly isReached: () => boolean;
}

const known = new Map<number, Width>();

/** The same functions for the same width: new ones would resubscribe on each render. */
function widthOf(leastPx: number): Width {
  const one = known.get(leastPx);
  if (one !== undefined) return one;
  const query = matchMedia(`(min-width: ${String(leastPx)}px)`);
  const made: Width = {
    subscribe(listener) {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    isReached: () => query.matches,
  };
  known.set(leastPx, made);
  return made;
}

/** Whether the window has at least this width in CSS pixels. */
export function useWide(leastPx = ROOM_FOR_DRAWER_PX): boolean {
  const { subscribe, isReached } = widthOf(leastPx);
  return useSyncExternalStore(subscribe, isReached);
}

/** Whether the window has room for the menu next to the page: narrower, it opens over the page. */
export const useMenuFits = (): boolean => useWide(960);
