import type { FilterTest, FilterTree } from '#schemas/explore/filter/tree.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import { filterParts, kpiFiltersOf } from '../element-filters.ts';
import { isOfFlows } from './explored-kpi.ts';

interface NamedCustomer {
  readonly id: number;
  readonly name: string;
}

type CustomerTest = FilterTest & { readonly field: 'customer' };

const isOfCustomers = (part: FilterTree): part is CustomerTest =>
  part.is === 'test' && part.field === 'customer';

/** Whether a customer passes a test on names, without regard to case and accents, or on ids. */
function passes({ id, name }: NamedCustomer, { operator, values }: CustomerTest): boolean {
  const folded = foldForSearch(name);
  const isPart = operator === '~' || operator === '!~';
  const matches = values.some(({ text }) => {
    const own = foldForSearch(text);
    return text === `#${String(id)}` || (isPart ? folded.includes(own) : folded === own);
  });
  return matches === (operator === '=' || operator === 'in' || operator === '~');
}

/** The customers that a filter leaves, and what it says of their elements; undefined: it says something that the KPI does not know. */
export function chosenCustomers<Customer extends NamedCustomer>(
  customers: readonly Customer[],
  kpi: KpiFacts,
  filter: string,
): { readonly customers: readonly Customer[]; readonly filters: readonly ElementFilter[] } | undefined {
  const parts = filterParts(filter);
  const tests = parts?.filter(isOfCustomers) ?? [];
  const others = parts?.filter((part) => !isOfCustomers(part));
  const filters = others && kpiFiltersOf(others, { isOfFlows: isOfFlows(kpi) });
  if (filters === undefined) return undefined;
  return { customers: customers.filter((each) => tests.every((test) => passes(each, test))), filters };
}
