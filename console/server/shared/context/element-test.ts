import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import { predicateTest, type ElementFilter } from '#schemas/data/element-filter.ts';
import { probeEnd } from './probe-ends.ts';

/** An element as filters see it. */
export interface FilteredElement {
  readonly id: number;
  readonly customer: number;
  readonly active: boolean;
  readonly site: number;
  readonly device: number | undefined;
  /** Lowercase names. */
  readonly properties: Readonly<Record<string, string>>;
  /** Of targets of flows: the number of the application or the DSCP. */
  readonly detail?: number;
  /** A custom application that does not exist any more. */
  readonly deleted?: true | undefined;
}

/** A property of an element, empty if it has none: also of a name that every object has, such as `constructor`. */
export const elementProperty = ({ properties }: Pick<FilteredElement, 'properties'>, name: string): string =>
  Object.hasOwn(properties, name) ? (properties[name] ?? '') : '';

type ElementTest = (element: FilteredElement) => boolean;

/** The test of a filter, made once for all elements. */
export function testOf({ ids, predicates, onlyActive }: ElementFilter): ElementTest {
  const named = ids && new Set(ids);
  const conditions = predicates.map((predicate) => {
    const [property, test] = [predicate.property.toLowerCase(), predicateTest(predicate)];
    return (element: FilteredElement): boolean => test(foldForSearch(elementProperty(element, property)));
  });
  return (element) =>
    named?.has(element.detail ?? element.id) !== false &&
    (!onlyActive || element.active) &&
    conditions.every((holds) => holds(element));
}

/** A probe as a filter on one of its ends sees it: at the place of that end, whose properties come before its own. */
export function atEnd(
  inventory: Inventory,
  element: FilteredElement,
  { relation }: Pick<ElementFilter, 'relation'>,
): FilteredElement {
  const probe = relation && inventory.components?.get(element.id);
  if (relation === undefined || probe === undefined) return element;
  const { device, site, properties } = probeEnd(inventory, probe, relation);
  return { ...element, device, site, properties: { ...element.properties, ...properties } };
}

/** An element as the filters on its kind see it, the first one naming its end; undefined: they leave it out. */
export function seenBy(
  inventory: Inventory,
  filters: readonly ElementFilter[],
): (element: FilteredElement) => FilteredElement | undefined {
  const own = filters.map((filter) => ({ passes: testOf(filter), relation: filter.relation }));
  return (element) => {
    const ends = own.map((filter) => atEnd(inventory, element, filter));
    return own.every(({ passes }, index) => passes(ends[index] ?? element))
      ? (ends[0] ?? element)
      : undefined;
  };
}
