import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { elementKinds } from '#schemas/element/kind.ts';
import { kpiOrigins } from '#schemas/kpi/origin.ts';
import { scopes } from '#schemas/counter/scope.ts';

const KpiSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  /** Filters by kind of element and by origin. */
  element: z.enum(elementKinds).optional().catch(undefined),
  origin: z.enum(kpiOrigins).optional().catch(undefined),
  /** The KPI with open details. */
  open: searchValue.text(),
  /** The form: `new`, or the key of a KPI. */
  edit: searchValue.text(),
  /** The source whose formula of the opened KPI is being overridden. */
  override: z.enum(scopes).optional().catch(undefined),
  /** With `new`: the KPI to copy. */
  from: searchValue.text(),
});
export const kpiSearch = versionedSearch(KpiSearch, []);
/** Reads and changes the address of the KPI library. */
export const useKpiSearch = searchHook<z.output<typeof KpiSearch>>('/shell/mt/kpi');
