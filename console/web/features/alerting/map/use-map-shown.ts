import { createStore, useStore } from '#web/lib/store.ts';
import { readOwned, whenOwned, writeOwned } from '#web/lib/stored.ts';
import { useAlertSearch } from '../alert-search.ts';

const KEY = 'alert-map';
const isWanted = createStore(true);
whenOwned(() => isWanted.set(readOwned(KEY) !== 'hidden'));

/** Whether the map is shown: hidden by the address, or by the last choice in this browser. */
export function useMapShown() {
  const { search, change } = useAlertSearch();
  const wanted = useStore(isWanted);
  const shown = search.map && wanted;
  const show = (next: boolean) => {
    isWanted.set(next);
    writeOwned(KEY, next ? 'shown' : 'hidden');
    change({ map: next, link: false });
  };
  return { shown, show };
}
