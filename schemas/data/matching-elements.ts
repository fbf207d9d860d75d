import { elementLabel } from '../inventory/element-of.ts';
import type { Inventory } from '../inventory/snapshot.ts';
import { foldForSearch, wordsOf } from '../search/fold.ts';
import { elementsInContext } from './context.ts';
import type { FilteredElement } from './context.ts';
import type { ElementQuestion, ListedElement } from './element-routes.ts';

interface Scope {
  readonly customer: number;
  /** Sites that may be read; undefined: all. */
  readonly sites: readonly number[] | undefined;
  /** Elements that the caller may not see; undefined: none. */
  readonly hidden?: ReadonlySet<number> | undefined;
}

/** Fills `{property}` in a label expression; what an element does not have is left out. */
export function labelOf(expression: string, { properties }: Pick<FilteredElement, 'properties'>): string {
  return expression
    .replaceAll(/\{([\w.-]+)\}/g, (_, property: string) => properties[property.toLowerCase()] ?? '')
    .replaceAll(/(^[\s,;·-]+)|([\s,;·-]+$)/g, '');
}

/** Applications are known by their number. */
const idOf = ({ detail, id }: FilteredElement): number => detail ?? id;

interface Found {
  readonly element: FilteredElement;
  readonly label: string;
  /** What it is sorted by. */
  readonly key: string;
}

const compare = ({ key: one }: Found, { key: other }: Found): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** The elements that a question asks for, and how many match. */
export function matchingElements(
  inventory: Inventory,
  { customer, sites, hidden }: Scope,
  question: ElementQuestion,
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
  } = question;
  const words = wordsOf(search);
  const names = properties.map((property) => property.toLowerCase());
  const kept = new Set(ids);
  const sortedBy = orderBy === 'label' ? undefined : (names[orderBy] ?? '');
  const found: Found[] = [];
  const always: Found[] = [];
  const left = elementsInContext(inventory, { customer, sites, kind, filters });
  for (const element of left.filter(({ id }) => hidden?.has(id) !== true)) {
    const label = labelOf(expression, element) || elementLabel(inventory, element.id);
    const folded = foldForSearch(label);
    const key = sortedBy === undefined ? folded : foldForSearch(element.properties[sortedBy] ?? '');
    if (words.every((word) => folded.includes(word))) found.push({ element, label, key });
    else if (kept.has(idOf(element))) always.push({ element, label, key });
  }
  found.sort(order === 'ascending' ? compare : (one, other) => compare(other, one));
  const page = found.slice(from, from + count);
  const shown = new Set(page);
  const extra = found.filter((one) => kept.has(idOf(one.element)) && !shown.has(one));
  return {
    count: found.length,
    elements: [...always, ...extra, ...page].map(({ element, label }) => ({
      id: idOf(element),
      label,
      active: element.active,
      values: names.map((name) => element.properties[name] ?? ''),
    })),
  };
}
