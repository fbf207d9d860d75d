import { createStore, useStore } from '#web/lib/store.ts';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { useAlertSearch } from '../alert-search.ts';

const KEY = 'alert-map';
const isWanted = createStore(readStored(KEY) !== 'hidden');

/** Whether the map is shown: hidden by the address, or by the last choice in this browser. */
export function useMapShown() {
  const { search, change } = useAlertSearch();
  const wanted = useStore(isWanted);
  const shown = search.map && wanted;
  const show = (next: boolean) => {
    isWanted.set(next);
    writeStored(KEY, next ? 'shown' : 'hidden');
    change({ map: next, link: false });
  };
  return { shown, show };
}
