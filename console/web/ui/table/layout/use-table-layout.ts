import { ownedKey, readOwned, writeOwned } from '#web/lib/stored.ts';
import { createStore, useStore, type Store } from '#web/lib/store.ts';
import { layoutFrom, type TableLayout } from './table-layout.ts';

const stores = new Map<string, Store<TableLayout>>();

/** The same store for every table of a name, and another one for the next user of the browser. */
function storeOf(key: string): Store<TableLayout> {
  const id = ownedKey(key);
  const known = stores.get(id) ?? createStore(layoutFrom(readOwned(key)));
  stores.set(id, known);
  return known;
}

export interface StoredTableLayout {
  readonly layout: TableLayout;
  /** Shows it; `keep` stores it as well. */
  readonly change: (next: TableLayout, keep?: boolean) => void;
}

/** How the signed-in user arranged a table; stored per user in this browser. */
export function useTableLayout(name: string): StoredTableLayout {
  const key = `table.${name}`;
  const store = storeOf(key);
  return {
    layout: useStore(store),
    change: (next, keep = true) => {
      store.set(next);
      if (keep) writeOwned(key, JSON.stringify(next));
    },
  };
}
