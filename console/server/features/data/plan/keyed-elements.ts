import { devicesOfElements, elementsOfKind } from '#server/shared/context/context.ts';
import { flowGroups, groupAttributesIn, innermost } from '#schemas/data/key-attribute.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import { accessesOf } from '#schemas/inventory/wan-access.ts';
import type { ElementValues } from '../sql/element-values.ts';
import { accessesAmong, showsAccesses } from './kpi-algebra.ts';
import type { QueryableKpi } from './queryable-kpi.ts';
import { checkSize, type PlanInput, type PlanScope } from './plan-scope.ts';

const MAX_ID = 0xffff_ffff;

export type Keyed = Pick<ElementValues, 'by' | 'sites' | 'elements' | 'parents' | 'ranked' | 'withoutAreas'>;

/** Ids that rank: those to read, or with others those that have a key of their own. */
interface RankedIds {
  readonly only: readonly number[] | undefined;
  readonly apart: readonly number[] | undefined;
}

const rankedIds = (ranked: PlanScope['ranked']): RankedIds => {
  // Larger numbers are no ids.
  const ids = ranked?.keys.flatMap(([key = 0]) => (key <= MAX_ID ? [key] : []));
  return ranked?.others === true ? { only: undefined, apart: ids } : { only: ids, apart: undefined };
};

/** The ids of one list that are in the other, if there is one. */
const within = (
  all: readonly number[] | undefined,
  only: readonly number[] | undefined,
): readonly number[] | undefined => {
  if (only === undefined) return all;
  const set = new Set(all);
  return all === undefined ? only : only.filter((each) => set.has(each));
};

/** Whether everything of a customer is read: lists of sites and elements have no areas in them. */
const isComplete = (sites: Keyed['sites'], elements: Keyed['elements']): boolean =>
  sites === undefined && elements === undefined;

/** Elements by their devices. */
function byDevice(
  { inventory, customer }: PlanInput,
  { kind, sites, elements }: { readonly kind: ElementKind } & Pick<Keyed, 'sites' | 'elements'>,
  { only, apart }: RankedIds,
): Keyed {
  const parents = devicesOfElements(inventory, { customer, kind, elements });
  checkSize(parents.elements);
  const chosen = new Set(only);
  const left = parents.elements.filter((_, index) => chosen.has(parents.parents[index] ?? 0));
  const read = only === undefined ? elements : left;
  return {
    by: 'parent',
    sites,
    elements: read,
    parents,
    ranked: apart,
    withoutAreas: isComplete(sites, read),
  };
}

/** Whether a series is about WAN accesses only. */
export const isOfAccesses = ({ request }: PlanInput, of: QueryableKpi): boolean => {
  const groups = groupAttributesIn(request.keys);
  const isPlace = groups.every((attribute) => attribute === 'site');
  const isOwnList = request.filters.some(({ element }) => element === of.computed.element);
  return showsAccesses(of, { isOwnList, isOfElements: !isPlace });
};

/** The elements that a series is about; undefined: all. */
function elementsIn(input: PlanInput, of: QueryableKpi): readonly number[] | undefined {
  const { elements } = input.contextOf(of.computed.element, false);
  if (!isOfAccesses(input, of)) return elements;
  return accessesAmong(accessesOf(input.inventory, input.customer), elements);
}

/** By what the values of elements are grouped, and which of them are read. */
export function keyedBy(input: PlanInput, of: QueryableKpi, ranked: PlanScope['ranked']): Keyed {
  const { request, inventory, customer } = input;
  const kind = of.computed.element;
  const context = input.contextOf(kind, false);
  const group = groupAttributesIn(request.keys).find((each) => flowGroups.includes(each));
  const sites = checkSize(context.sites);
  const elements = checkSize(
    group === undefined ? elementsIn(input, of) : elementsOfKind(inventory, customer, group),
  );
  const attribute = group ?? innermost(kind, groupAttributesIn(request.keys));
  const ids = rankedIds(ranked);
  const withoutAreas = isComplete(sites, elements);
  if (attribute === undefined) return { by: 'none', sites, elements, withoutAreas };
  if (attribute === 'site' && kind !== 'site')
    return { by: 'site', sites: within(sites, ids.only), elements, ranked: ids.apart, withoutAreas };
  if (attribute === 'device' && kind !== 'device') return byDevice(input, { kind, sites, elements }, ids);
  return { by: 'element', sites, elements: within(elements, ids.only), ranked: ids.apart, withoutAreas };
}
