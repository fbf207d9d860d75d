import { CsvDialect, csvDialectOf } from '#schemas/csv/csv-dialect.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { ownedKey, readOwned, writeOwned } from '#web/lib/stored.ts';
import { useLanguage } from '#web/lib/text.ts';

const KEY = 'csv-dialect';
/** Choices by user until the page is closed, where storage is blocked. */
const unstored = createStore<ReadonlyMap<string, CsvDialect>>(new Map());
const choices = createStore(0);

/** The dialect of CSV files: the choice of the signed-in user in this browser, else that of the language. */
export function useCsvDialect(): CsvDialect {
  useStore(choices);
  const ofPage = useStore(unstored).get(ownedKey(KEY));
  const language = useLanguage();
  return CsvDialect.safeParse(readOwned(KEY)).data ?? ofPage ?? csvDialectOf(language);
}

/** Applies to every file of the user from now on. */
export function chooseCsvDialect(dialect: CsvDialect): void {
  writeOwned(KEY, dialect);
  if (readOwned(KEY) !== dialect) unstored.set(new Map(unstored.get()).set(ownedKey(KEY), dialect));
  choices.set(choices.get() + 1);
}
