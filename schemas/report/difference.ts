import { z } from 'zod';
import { isSameValue } from '../dashboard/difference.ts';
import type { ReportDocument, ReportPage } from './document.ts';
import type { ReportContent } from './entry.ts';
import { itemKinds, type ReportItem } from './item.ts';
import { plainText } from './rich-text.ts';

const texts = ['name', 'description', 'folder'] as const;
const documentParts = [
  ...(['format', 'variables', 'breakdown', 'filters', 'period', 'granularity', 'businessHours'] as const),
  ...(['timeZone', 'pageOrder'] as const),
] as const;
type ReportPart = (typeof documentParts)[number];
const pageParts = ['title', 'layout', 'background', 'multiplier', 'filters', 'layers'] as const;
type PagePart = (typeof pageParts)[number];
const itemParts = ['page', 'frame', 'content'] as const;
const changes = ['added', 'removed', 'changed'] as const;

/** What changed from one version of a report to another. */
export const ReportDifference = z.strictObject({
  texts: z.array(z.strictObject({ text: z.enum(texts), before: z.string(), after: z.string() })),
  parts: z.array(z.enum(documentParts)),
  pages: z.array(
    z.strictObject({
      id: z.string(),
      /** As it is now; of one that was removed, as it was. */
      title: z.string(),
      /** Its place, from 1. */
      number: z.number(),
      change: z.enum(changes),
      parts: z.array(z.enum(pageParts)),
    }),
  ),
  items: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      kind: z.enum(itemKinds),
      /** Number of its page. */
      page: z.number(),
      change: z.enum(changes),
      parts: z.array(z.enum(itemParts)),
    }),
  ),
});
export type ReportDifference = z.infer<typeof ReportDifference>;

/** What an item is called in lists; empty: it has no name. */
export function itemTitle(item: ReportItem): string {
  switch (item.kind) {
    case 'dashlet':
      return item.content.title;
    case 'text':
      return plainText(item.text).slice(0, 120);
    case 'image':
      return item.alt;
    case 'shape':
      return '';
  }
}

const partOf: { readonly [Part in ReportPart]: (document: ReportDocument) => unknown } = {
  format: ({ format }) => format,
  variables: ({ variables }) => variables,
  breakdown: ({ breakdown, pages }) => [breakdown, pages.map(({ id, brokenDown }) => [id, brokenDown])],
  filters: ({ filters }) => filters,
  period: ({ period }) => period,
  granularity: ({ working, display }) => [working, display],
  businessHours: ({ businessHours }) => businessHours,
  timeZone: ({ timeZone }) => timeZone,
  pageOrder: ({ pages }) => pages.map(({ id }) => id),
};

const partOfPage: { readonly [Part in PagePart]: (page: ReportPage) => unknown } = {
  title: ({ title }) => title,
  layout: ({ layout }) => layout,
  background: ({ background }) => background,
  multiplier: ({ multiplier }) => multiplier,
  filters: ({ filters }) => filters,
  layers: ({ items }) => items.map(({ id }) => id),
};

interface PlacedItem {
  readonly item: ReportItem;
  readonly page: string;
  readonly number: number;
}

const pagesOf = ({ pages }: ReportDocument) =>
  new Map(pages.map((page, index) => [page.id, { page, number: index + 1 }]));

const itemsOf = ({ pages }: ReportDocument): ReadonlyMap<string, PlacedItem> =>
  new Map(
    pages.flatMap(({ id, items }, index) =>
      items.map((item) => [item.id, { item, page: id, number: index + 1 }] as const),
    ),
  );

function contentOf({ frame: _frame, ...content }: ReportItem): unknown {
  return content;
}

function changedParts(before: PlacedItem, after: PlacedItem) {
  return itemParts.filter((part) => {
    if (part === 'page') return before.page !== after.page;
    if (part === 'frame') return !isSameValue(before.item.frame, after.item.frame);
    return !isSameValue(contentOf(before.item), contentOf(after.item));
  });
}

function pageDifferences(from: ReportDocument, to: ReportDocument): ReportDifference['pages'] {
  const [old, now] = [pagesOf(from), pagesOf(to)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id): ReportDifference['pages'] => {
    const [before, after] = [old.get(id), now.get(id)];
    const shown = after ?? before;
    if (shown === undefined) return [];
    const head = { id, title: shown.page.title, number: shown.number };
    if (before === undefined) return [{ ...head, change: 'added', parts: [] }];
    if (after === undefined) return [{ ...head, change: 'removed', parts: [] }];
    if (before.page === after.page) return [];
    const parts = pageParts.filter(
      (part) => !isSameValue(partOfPage[part](before.page), partOfPage[part](after.page)),
    );
    return parts.length === 0 ? [] : [{ ...head, change: 'changed', parts }];
  });
}

/** An item that is the same value on the same page has not changed. */
const isUntouched = (before: PlacedItem | undefined, after: PlacedItem | undefined): boolean =>
  before !== undefined && before.item === after?.item && before.page === after.page;

function itemDifferences(from: ReportDocument, to: ReportDocument): ReportDifference['items'] {
  const [old, now] = [itemsOf(from), itemsOf(to)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id): ReportDifference['items'] => {
    const [before, after] = [old.get(id), now.get(id)];
    const shown = after ?? before;
    if (shown === undefined || isUntouched(before, after)) return [];
    const { item, number } = shown;
    const head = { id, title: itemTitle(item), kind: item.kind, page: number };
    if (before === undefined) return [{ ...head, change: 'added', parts: [] }];
    if (after === undefined) return [{ ...head, change: 'removed', parts: [] }];
    const parts = changedParts(before, after);
    return parts.length === 0 ? [] : [{ ...head, change: 'changed', parts }];
  });
}

/** Returns what changed; pages and items are matched by id. */
export const reportDifference = (from: ReportContent, to: ReportContent): ReportDifference => ({
  texts: texts
    .filter((text) => from[text] !== to[text])
    .map((text) => ({ text, before: from[text], after: to[text] })),
  parts: documentParts.filter((part) => !isSameValue(partOf[part](from.document), partOf[part](to.document))),
  pages: pageDifferences(from.document, to.document),
  items: itemDifferences(from.document, to.document),
});

/** Whether two versions have the same content. Values that both share are not looked at: this is computed with each change of a draft. */
export function isSameReport(one: ReportContent, other: ReportContent): boolean {
  if (one === other) return true;
  const { translations } = one.document;
  if (texts.some((text) => one[text] !== other[text])) return false;
  if (!isSameValue(translations, other.document.translations)) return false;
  const isSamePart = (part: ReportPart): boolean =>
    isSameValue(partOf[part](one.document), partOf[part](other.document));
  const pages = other.document.pages;
  return (
    documentParts.every(isSamePart) &&
    one.document.pages.every((page, index) => isSameValue(page, pages[index]))
  );
}
