import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** What the screen shows is in its address. */
const KpiSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  /** Of one kind of element, and of one origin, only. */
  element: searchValue.text(),
  origin: searchValue.text(),
  /** The KPI whose details are open. */
  open: searchValue.text(),
  /** The form: `new`, or the key of a KPI. */
  edit: searchValue.text(),
  /** With `new`: begins as a copy of this one. */
  from: searchValue.text(),
});
export type KpiSearch = z.output<typeof KpiSearch>;

export const kpiSearch = versionedSearch(KpiSearch, []);
