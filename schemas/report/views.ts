import { emptyDocument, type DashboardDocument } from '../dashboard/document.ts';
import type { DocumentFilter } from '../dashboard/document-filter.ts';
import type { Dashlet } from '../dashboard/dashlets.ts';
import type { ReportDocument, ReportPage } from './document.ts';
import type { ItemOf } from './item.ts';

const PLACE = { x: 0, y: 0, width: 1, height: 1 } as const;

/** The dashlet of an item: it has the id of the item. */
export const dashletOf = ({ id, content }: ItemOf<'dashlet'>): Dashlet => ({ id, place: PLACE, ...content });

const keyOf = ({ element, relation }: DocumentFilter): string => `${element} ${relation ?? ''}`;

/**
 * Ids of the variables that select what a dashlet shows. Of several about the same kind of elements the nearest counts: that of the
 * dashlet, the multiplier of the page, the filters of the page, the breakdown, the filters of the report.
 */
export function variablesOf(
  { variables, breakdown, filters }: Pick<ReportDocument, 'variables' | 'breakdown' | 'filters'>,
  { multiplier, filters: ofPage, brokenDown }: Pick<ReportPage, 'multiplier' | 'filters' | 'brokenDown'>,
  item: Pick<ItemOf<'dashlet'>, 'variables'>,
): readonly string[] {
  const choices = new Map(variables.map(({ choice }) => [choice.id, choice]));
  const ordered = [
    ...item.variables,
    ...(multiplier === undefined ? [] : [multiplier]),
    ...ofPage,
    ...(breakdown === undefined || !brokenDown ? [] : [breakdown]),
    ...filters,
  ];
  const taken = new Set<string>();
  return ordered.filter((id) => {
    const choice = choices.get(id);
    if (choice === undefined || taken.has(keyOf(choice))) return false;
    taken.add(keyOf(choice));
    return true;
  });
}

/** A dashlet of a report as a document of its own, whose filters are its variables: requests and rights are those of dashboards. */
export function viewOf(
  document: ReportDocument,
  page: ReportPage,
  item: ItemOf<'dashlet'>,
): DashboardDocument {
  const used = variablesOf(document, page, item);
  const { variables, working, display, businessHours, timeZone } = document;
  return {
    ...emptyDocument,
    dashlets: [dashletOf(item)],
    filters: used.flatMap((id) => variables.find(({ choice }) => choice.id === id)?.choice ?? []),
    ...(working && { working }),
    ...(display && { display }),
    businessHours,
    ...(timeZone !== undefined && { timeZone }),
  };
}

export const isDashletItem = (item: ReportPage['items'][number]): item is ItemOf<'dashlet'> =>
  item.kind === 'dashlet';

/** Every dashlet of a report as a document of its own. */
export const pageViews = (document: ReportDocument): readonly DashboardDocument[] =>
  document.pages.flatMap((page) =>
    page.items.filter(isDashletItem).map((item) => viewOf(document, page, item)),
  );
