import type { ElementFilter } from '../../data/element-filter.ts';
import { dashboardLimits } from '../../limit/dashboard.ts';
import type { Dashlet } from '../dashlets.ts';
import type { DashboardDocument } from '../document.ts';
import type { DocumentFilter } from '../document-filter.ts';
import { selectedBy } from '../document-requests.ts';

/** An element for which a dashlet is shown again. */
export interface RepeatElement {
  readonly id: number;
  readonly label: string;
}

/** The elements that a filter selects: the first of them, and how many there are. */
export interface RepeatChoice {
  readonly elements: readonly RepeatElement[];
  readonly count: number;
}

/** A dashlet that is not repeated for all elements. */
export interface RepeatCut {
  readonly dashlet: Dashlet;
  readonly shown: number;
  readonly all: number;
}

/** The filter of the document for whose elements a dashlet is repeated; undefined: it is not, or the filter was deleted. */
export const repeatFilterOf = (
  { filters }: Pick<DashboardDocument, 'filters'>,
  { repeat, settings }: Pick<Dashlet, 'repeat' | 'settings'>,
): DocumentFilter | undefined =>
  repeat === undefined || !('filters' in settings) ? undefined : filters.find(({ id }) => id === repeat);

/** The elements that a filter offers, among them those that a selection by conditions leaves. */
export const offeredBy = (
  { element, relation, predicates, onlyActive }: DocumentFilter,
  selected?: ElementFilter,
): ElementFilter => ({
  element,
  ...(relation && { relation }),
  predicates: selected?.predicates ?? predicates,
  onlyActive,
});

/** Columns to the right of a dashlet that no other one in its rows takes. */
function freeColumns({ id, place }: Dashlet, dashlets: readonly Dashlet[]): number {
  const right = dashlets
    .filter((other) => other.id !== id && other.place.x > place.x)
    .filter(({ place: { y, height } }) => y < place.y + place.height && place.y < y + height)
    .map((other) => other.place.x);
  return Math.min(dashboardLimits.columns, ...right) - place.x;
}

/** A dashlet for one element: with a filter on it after its own. */
function forElement(dashlet: Dashlet, filter: DocumentFilter, { id, label }: RepeatElement): Dashlet {
  const selected = selectedBy(filter, [id]);
  const own = 'filters' in dashlet.settings ? dashlet.settings.filters : [];
  const { repeat: _, title, ...head } = dashlet;
  return {
    ...head,
    title: title === '' ? label : `${title} · ${label}`,
    settings: { ...dashlet.settings, filters: [...own, ...(selected === undefined ? [] : [selected])] },
  } as Dashlet;
}

/** In place of a dashlet one per element, from left to right and in further rows, which what stands below makes room for. */
function spread(
  dashlets: readonly Dashlet[],
  { dashlet, copies }: { readonly dashlet: Dashlet; readonly copies: readonly Dashlet[] },
): readonly Dashlet[] {
  const { x, y, width, height } = dashlet.place;
  const perRow = Math.max(1, Math.floor(freeColumns(dashlet, dashlets) / width));
  const more = Math.max(0, Math.ceil(copies.length / perRow) - 1) * height;
  return dashlets.flatMap((each): readonly Dashlet[] => {
    if (each.id === dashlet.id)
      return copies.map((copy, index) => ({
        ...copy,
        place: {
          x: x + (index % perRow) * width,
          y: y + Math.floor(index / perRow) * height,
          width,
          height,
        },
      }));
    const isBelow = each.place.y >= y + height;
    return [isBelow ? { ...each, place: { ...each.place, y: each.place.y + more } } : each];
  });
}

/**
 * The document as it is shown: dashlets that are repeated stand once for each element that their filter selects, at most
 * `maxRepeated` and as many as a page may have. Those whose elements are not known, or are none, stand as they are.
 */
export function repeatedDocument(
  document: DashboardDocument,
  choices: ReadonlyMap<string, RepeatChoice>,
): { readonly document: DashboardDocument; readonly cuts: readonly RepeatCut[] } {
  const cuts: RepeatCut[] = [];
  let { dashlets }: { dashlets: readonly Dashlet[] } = document;
  for (const [index, dashlet] of document.dashlets.entries()) {
    const filter = repeatFilterOf(document, dashlet);
    const choice = filter && choices.get(filter.id);
    if (filter === undefined || choice === undefined || choice.elements.length === 0) continue;
    const room = Math.max(1, dashboardLimits.maxDashlets - dashlets.length + 1);
    const elements = choice.elements.slice(0, Math.min(dashboardLimits.maxRepeated, room));
    const copies = elements.map((element) => ({
      ...forElement(dashlet, filter, element),
      id: `repeat-${String(index)}-${String(element.id)}`,
    }));
    if (elements.length < choice.count) cuts.push({ dashlet, shown: elements.length, all: choice.count });
    const present = dashlets.find(({ id }) => id === dashlet.id) ?? dashlet;
    dashlets = spread(dashlets, { dashlet: present, copies });
  }
  return cuts.length === 0 && dashlets === document.dashlets
    ? { document, cuts }
    : { document: { ...document, dashlets: [...dashlets] }, cuts };
}
