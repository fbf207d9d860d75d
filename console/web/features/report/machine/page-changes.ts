import { emptyPage, type ReportDocument, type ReportPage } from '#schemas/report/document.ts';
import type { ReportItem } from '#schemas/report/item.ts';

/** What a change of the pages leaves, and the page that is open then. */
export interface PageChange {
  readonly document: ReportDocument;
  readonly page: string;
}

const indexOf = ({ pages }: ReportDocument, page: string): number => pages.findIndex(({ id }) => id === page);

/**
 * Deletes a page. The current page becomes the next one, else the previous one; if it was the only page, a new empty one is made, whose
 * id is given.
 */
export function withoutPage(document: ReportDocument, page: string, newId: () => string): PageChange {
  const at = indexOf(document, page);
  const found = document.pages[at];
  if (found === undefined) return { document, page };
  const pages = document.pages.filter(({ id }) => id !== page);
  const neighbour = document.pages[at + 1] ?? document.pages[at - 1];
  if (neighbour !== undefined) return { document: { ...document, pages }, page: neighbour.id };
  const empty = emptyPage(newId(), document.format, found.layout);
  return { document: { ...document, pages: [empty] }, page: empty.id };
}

/** Adds an empty page, like the current one in orientation, after it. */
export function withNewPage(document: ReportDocument, after: string, newId: () => string): PageChange {
  const at = indexOf(document, after);
  const layout = document.pages[at]?.layout ?? 'landscape';
  const page = emptyPage(newId(), document.format, layout);
  return { document: { ...document, pages: document.pages.toSpliced(at + 1, 0, page) }, page: page.id };
}

/** Items with new ids, and new groups: a copy of a group is a group of its own. */
export function copiedItems(items: readonly ReportItem[], newId: () => string): readonly ReportItem[] {
  const groups = new Map<string, string>();
  const groupOf = (group: string): string => {
    const known = groups.get(group) ?? newId();
    groups.set(group, known);
    return known;
  };
  return items.map((item) => ({
    ...structuredClone(item),
    id: newId(),
    ...(item.group !== undefined && { group: groupOf(item.group) }),
  }));
}

/** Copies a page after itself. */
export function withPageCopy(document: ReportDocument, page: string, newId: () => string): PageChange {
  const at = indexOf(document, page);
  const found = document.pages[at];
  if (found === undefined) return { document, page };
  const copy: ReportPage = { ...found, id: newId(), items: [...copiedItems(found.items, newId)] };
  return { document: { ...document, pages: document.pages.toSpliced(at + 1, 0, copy) }, page: copy.id };
}

/** Moves a page by a number of places. */
export function withPageMoved(document: ReportDocument, page: string, by: number): PageChange {
  const at = indexOf(document, page);
  const found = document.pages[at];
  const to = Math.min(document.pages.length - 1, Math.max(0, at + by));
  if (found === undefined || to === at) return { document, page };
  const pages = document.pages.toSpliced(at, 1).toSpliced(to, 0, found);
  return { document: { ...document, pages }, page };
}

/** Removes a variable wherever it is used. */
export function withoutVariable(document: ReportDocument, id: string): ReportDocument {
  const { breakdown, ...own } = document;
  const others = (ids: readonly string[]): string[] => ids.filter((each) => each !== id);
  return {
    ...own,
    ...(breakdown !== undefined && breakdown !== id && { breakdown }),
    variables: document.variables.filter(({ choice }) => choice.id !== id),
    filters: others(document.filters),
    pages: document.pages.map(({ multiplier, ...page }) => ({
      ...page,
      ...(multiplier !== undefined && multiplier !== id && { multiplier }),
      filters: others(page.filters),
      items: page.items.map((item) =>
        item.kind === 'dashlet' ? { ...item, variables: others(item.variables) } : item,
      ),
    })),
  };
}
