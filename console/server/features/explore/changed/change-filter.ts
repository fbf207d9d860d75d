import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { filterProblem } from '#schemas/explore/filter/fault.ts';
import type { FilterNames } from '#schemas/explore/filter/compile.ts';
import { sitesOfFilter } from '#schemas/explore/filter/compile.ts';
import { parseFilter } from '#schemas/explore/filter/parse.ts';
import type { FilterTree } from '#schemas/explore/filter/tree.ts';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';

export interface FilterNameNeeds {
  readonly inventory: InventoryCache;
}

interface Written {
  readonly caller: Caller;
  readonly customer: number;
  readonly text: string;
  readonly classes: readonly QosClass[];
}

interface ParsedChangeFilter {
  readonly tree: FilterTree | undefined;
  readonly names: FilterNames;
  /** It limits flows to one site. */
  readonly isOneSite: boolean;
}

/** TEMPORARY until the explorer's resolver of names. Throws FILTER_… */
export function parsedFilter(_needs: FilterNameNeeds, { text }: Written): Promise<ParsedChangeFilter> {
  const parsed = parseFilter(text);
  if (!parsed.ok) {
    const { code, params } = filterProblem(parsed.fault);
    throw new ProblemError(code, { params });
  }
  const names: FilterNames = (_type, name) => (name.startsWith('#') ? [Number(name.slice(1))] : []);
  return Promise.resolve({
    tree: parsed.tree,
    names,
    isOneSite: sitesOfFilter(parsed.tree, names)?.length === 1,
  });
}
