import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { isSameValue } from '#schemas/dashboard/difference.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import type { DocumentContent } from '#schemas/dashboard/entry.ts';
import { placesApart } from '../../view/grid-places.ts';
import {
  chosen,
  isChangedIn,
  mergeContents,
  isCollision,
  mergedFields,
  mergedList,
  three,
  type MaybeThree,
  type MergeSide,
  type Three,
} from './three-way.ts';

/** What both sides changed to different values. */
export type Collision = { readonly key: string } & (
  | {
      readonly is: 'text';
      readonly text: 'name' | 'description' | 'folder';
      readonly values: Record<MergeSide, string>;
    }
  | {
      readonly is: 'part';
      readonly part: 'grid' | 'period' | 'granularity' | 'businessHours' | 'timeZone' | 'filters' | 'place';
    }
  | { readonly is: 'filter'; readonly filter: DocumentFilter }
  | { readonly is: 'title'; readonly dashlet: Dashlet; readonly values: Record<MergeSide, string> }
  | { readonly is: 'settings'; readonly dashlet: Dashlet }
  /** One side deleted what the other one changed. */
  | { readonly is: 'deleted'; readonly dashlet: Dashlet; readonly by: MergeSide }
);

export interface MergedDocument {
  /** In an unresolved collision, mine. */
  readonly content: DocumentContent;
  readonly collisions: readonly Collision[];
}

type Decide = (collision: Collision) => MergeSide;

const withoutPlace = (dashlet: Dashlet | undefined) => dashlet && { ...dashlet, place: undefined };

function mergedSettings(
  dashlets: Three<Dashlet>,
  decide: () => MergeSide,
): Pick<Dashlet, 'type' | 'settings'> {
  const { base, theirs, mine } = dashlets;
  if (new Set([base.type, theirs.type, mine.type]).size > 1)
    return chosen(
      three(dashlets, ({ type, settings }) => ({ type, settings }) as Dashlet),
      decide,
    );
  const settings = mergedFields<object>(
    three(dashlets, (dashlet) => dashlet.settings),
    decide,
  );
  return { type: mine.type, settings } as Dashlet;
}

/** Places come later: they depend on each other. */
const dashletMerge =
  (decide: Decide) =>
  (dashlets: MaybeThree<Dashlet>): Dashlet | undefined => {
    const { base, theirs, mine } = dashlets;
    const dashlet = mine ?? theirs;
    if (dashlet === undefined) return undefined;
    const key = `dashlet ${dashlet.id}`;
    if (isChangedIn(dashlets)) {
      const by = mine === undefined ? 'mine' : 'theirs';
      return chosen(dashlets, () => {
        // Who only moved it has changed nothing of it.
        const isMoved = isSameValue(withoutPlace(base), withoutPlace(dashlet));
        return isMoved ? by : decide({ key, is: 'deleted', dashlet, by });
      });
    }
    const asSettings = (): MergeSide => decide({ key: `${key} settings`, is: 'settings', dashlet });
    if (base === undefined || theirs === undefined || mine === undefined)
      return theirs && mine ? chosen({ base: undefined, theirs, mine }, asSettings) : dashlet;
    const all = { base, theirs, mine };
    const titles = three(all, ({ title }) => title);
    const title = chosen(titles, () => decide({ key: `${key} title`, is: 'title', dashlet, values: titles }));
    const repeat = chosen(
      three(all, (each) => each.repeat),
      asSettings,
    );
    return { ...mine, title, ...mergedSettings(all, asSettings), repeat } as Dashlet;
  };

/** A filter is taken in full: its fields depend on each other. */
function mergedFilters(documents: Three<DashboardDocument>, decide: Decide): DocumentFilter[] {
  const lists = three(documents, ({ filters }) => filters);
  const filters = mergedList(lists, (items) =>
    chosen(items, () => {
      const filter = items.mine ?? items.theirs;
      return filter === undefined ? 'mine' : decide({ key: `filter ${filter.id}`, is: 'filter', filter });
    }),
  );
  const about = new Set(filters.map(({ element, relation }) => `${element} ${relation ?? ''}`));
  if (about.size === filters.length) return filters;
  // Both added one for the same kind of element.
  return lists[decide({ key: 'filters', is: 'part', part: 'filters' })];
}

/** The places of both sides; where both moved the same dashlet, those of one side. */
function placed(
  dashlets: readonly Dashlet[],
  documents: Three<DashboardDocument>,
  decide: Decide,
): Dashlet[] {
  const byId = three(documents, ({ dashlets: all }) => new Map(all.map(({ id, place }) => [id, place])));
  const placesOf = (id: string) => three(byId, (places) => places.get(id));
  const isMovedTwice = dashlets.some(({ id }) => {
    const places = placesOf(id);
    return places.theirs && places.mine && isCollision(places);
  });
  const side = isMovedTwice ? decide({ key: 'place', is: 'part', part: 'place' }) : undefined;
  const arranged = dashlets.map((dashlet) => {
    const places = placesOf(dashlet.id);
    const place = side === undefined ? chosen(places, () => 'mine') : places[side];
    return { ...dashlet, place: place ?? places.mine ?? places.theirs ?? dashlet.place };
  });
  const apart = placesApart(arranged);
  return arranged.map((dashlet) => ({ ...dashlet, place: apart.get(dashlet.id) ?? dashlet.place }));
}

type MergedPart = 'grid' | 'period' | 'granularity' | 'businessHours' | 'timeZone';
const parts: Readonly<Record<MergedPart, (document: DashboardDocument) => object>> = {
  grid: ({ grid }) => ({ grid }),
  period: ({ period }) => ({ period }),
  granularity: ({ working, display }) => ({ working, display }),
  businessHours: ({ businessHours }) => ({ businessHours }),
  timeZone: ({ timeZone }) => ({ timeZone }),
};

function mergedDocument(documents: Three<DashboardDocument>, decide: Decide): DashboardDocument {
  const names = Object.keys(parts) as MergedPart[];
  const settings = names.map((part) =>
    chosen(three(documents, parts[part]), () => decide({ key: part, is: 'part', part })),
  );
  const dashlets = mergedList(
    three(documents, (document) => document.dashlets),
    dashletMerge(decide),
  );
  // The editor changes no translations.
  const translations = chosen(
    three(documents, (document) => document.translations),
    () => 'theirs',
  );
  return Object.assign({ ...documents.mine }, ...settings, {
    dashlets: placed(dashlets, documents, decide),
    filters: mergedFilters(documents, decide),
    translations,
  }) as DashboardDocument;
}

/** Three-way merge of what two users made of a version. `answers`: the side that the user chose, by the key of the collision. */
export function mergeDocuments(
  contents: Three<DocumentContent>,
  responses: ReadonlyMap<string, MergeSide> = new Map(),
): MergedDocument {
  return mergeContents<DocumentContent['document'], Collision>(contents, responses, mergedDocument);
}
