import { elementLabel } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { foldForSearch, wordsOf } from '#schemas/search/fold.ts';
import { elementsInContext } from '#server/shared/context/context.ts';
import { elementProperty, type FilteredElement } from '#server/shared/context/element-test.ts';
import type { ElementQuery, ListedElement } from '#schemas/data/element-routes.ts';

interface Scope {
  readonly customer: number;
  /** Sites that may be read; undefined: all. */
  readonly sites: readonly number[] | undefined;
  /** Elements that the caller may not see; undefined: none. */
  readonly hidden?: ReadonlySet<number> | undefined;
}

/** A longer label is cut: an expression may name a long property many times. */
const MAX_LABEL = 300;

const separates = (character: string | undefined): boolean =>
  character !== undefined && /[\s,;·-]/u.test(character);

/** The text without separators at its ends. A pattern for those at the end would read a long run of them again from each of its characters. */
function withoutEnds(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && separates(text[from])) from += 1;
  while (to > from && separates(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

/** Fills `{property}` in a label expression; what an element does not have is left out. */
export const labelOf = (expression: string, element: Pick<FilteredElement, 'properties'>): string =>
  withoutEnds(
    expression.replaceAll(/\{([\w.-]+)\}/g, (_, property: string) =>
      elementProperty(element, property.toLowerCase()),
    ),
  ).slice(0, MAX_LABEL);

/** Applications are known by their number. */
const idOf = ({ detail, id }: FilteredElement): number => detail ?? id;

interface Found {
  readonly element: FilteredElement;
  readonly label: string;
  /** What it is sorted by. */
  readonly key: string;
}

/** Further pages are found by sorting. */
const MAX_FIRST = 2_000;

/** The first of a list in an order, as sorting all of it and cutting would give them. */
function firstOf<Item>(
  items: readonly Item[],
  count: number,
  order: (one: Item, other: Item) => number,
): readonly Item[] {
  if (count > MAX_FIRST) return items.toSorted(order).slice(0, count);
  const first: Item[] = [];
  for (const item of items) {
    const last = first.at(-1);
    if (first.length >= count && (last === undefined || order(item, last) >= 0)) continue;
    let [low, high] = [0, first.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = first[middle];
      if (at !== undefined && order(at, item) <= 0) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}

const compare = ({ key: one }: Found, { key: other }: Found): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** Those whose label has every word, and those that are retained without. */
function split(
  named: readonly Found[],
  words: readonly string[],
  alwaysIncluded: ReadonlySet<number>,
): readonly [found: Found[], always: Found[]] {
  const found: Found[] = [];
  const always: Found[] = [];
  for (const one of named) {
    const folded = words.length === 0 ? '' : foldForSearch(one.label);
    if (words.every((word) => folded.includes(word))) found.push(one);
    else if (alwaysIncluded.has(idOf(one.element))) always.push(one);
  }
  return [found, always];
}

/** The elements that a query requests, and how many match. */
export function matchingElements(
  inventory: Inventory,
  { customer, sites, hidden }: Scope,
  query: ElementQuery,
): { readonly count: number; readonly elements: ListedElement[] } {
  const {
    element: kind,
    filters,
    label: expression,
    search,
    properties,
    orderBy,
    order,
    from,
    count,
    ids,
  } = query;
  const words = wordsOf(search);
  const names = properties.map((property) => property.toLowerCase());
  const alwaysIncluded = new Set(ids);
  const sortedBy = orderBy === 'label' ? undefined : (names[orderBy] ?? '');
  const left = elementsInContext(inventory, { customer, sites, kind, filters }).filter(
    ({ id }) => hidden?.has(id) !== true,
  );
  // The live count of a filter needs no names.
  if (count === 0 && words.length === 0 && alwaysIncluded.size === 0)
    return { count: left.reduce((sum) => sum + 1, 0), elements: [] };
  const named = Array.from(left, (element): Found => {
    const label = labelOf(expression, element) || elementLabel(inventory, element.id);
    const key = foldForSearch(sortedBy === undefined ? label : elementProperty(element, sortedBy));
    return { element, label, key };
  });
  const [found, always] = split(named, words, alwaysIncluded);
  const inOrder = order === 'ascending' ? compare : (one: Found, other: Found) => compare(other, one);
  const page = firstOf(found, from + count, inOrder).slice(from);
  const shown = new Set(page);
  const extra = found
    .filter((one) => alwaysIncluded.has(idOf(one.element)) && !shown.has(one))
    .toSorted(inOrder);
  return {
    count: found.length,
    elements: [...always, ...extra, ...page].map(({ element, label }) => ({
      id: idOf(element),
      label,
      active: element.active,
      ...(element.deleted === true && { deleted: true as const }),
      values: names.map((name) => elementProperty(element, name)),
    })),
  };
}
