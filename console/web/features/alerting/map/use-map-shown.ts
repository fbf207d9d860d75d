import { createStore, useStore } from '#web/lib/store.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { readOwned, whenOwned, writeOwned } from '#web/lib/stored.ts';
import { useAlertSearch } from '../alert-search.ts';

const KEY = 'alert-map';
/** Undefined: not chosen. */
const isChosen = createStore<boolean | undefined>(undefined);
whenOwned(() => {
  const stored = readOwned(KEY);
  isChosen.set(stored === undefined ? undefined : stored !== 'hidden');
});

/** On a telephone a map above the alarms would hide them. */
const TELEPHONE_PX = 640;

/** Whether the map is shown: hidden by the address, or by the last choice in this browser. */
export function useMapShown() {
  const { search, change } = useAlertSearch();
  const chosen = useStore(isChosen);
  const isWide = useWide(TELEPHONE_PX);
  const shown = search.map && (chosen ?? isWide);
  const show = (next: boolean) => {
    isChosen.set(next);
    writeOwned(KEY, next ? 'shown' : 'hidden');
    change({ map: next, link: false });
  };
  return { shown, show };
}
