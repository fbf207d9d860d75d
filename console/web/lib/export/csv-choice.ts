import { CsvDialect, csvDialectOf } from '#schemas/csv/csv-dialect.ts';
import { createStore, useStore, type Store } from '#web/lib/store.ts';
import { ownedKey, readOwned, writeOwned } from '#web/lib/stored.ts';
import { useLanguage } from '#web/lib/text.ts';

const KEY = 'csv-dialect';
const stores = new Map<string, Store<CsvDialect | undefined>>();

/** Of the signed-in user: several people may share a browser. */
function storeOfUser(): Store<CsvDialect | undefined> {
  const id = ownedKey(KEY);
  const known = stores.get(id) ?? createStore(CsvDialect.safeParse(readOwned(KEY)).data);
  stores.set(id, known);
  return known;
}

/** The dialect of CSV files: the choice of the user in this browser, else that of the language. */
export function useCsvDialect(): CsvDialect {
  const chosen = useStore(storeOfUser());
  const language = useLanguage();
  return chosen ?? csvDialectOf(language);
}

/** Applies to every file of the user from now on. */
export function chooseCsvDialect(dialect: CsvDialect): void {
  storeOfUser().set(dialect);
  writeOwned(KEY, dialect);
}
