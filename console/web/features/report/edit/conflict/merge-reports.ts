import { isSameValue } from '#schemas/dashboard/difference.ts';
import { emptyPage, type ReportDocument, type ReportPage } from '#schemas/report/document.ts';
import type { ReportContent } from '#schemas/report/entry.ts';
import type { ReportItem } from '#schemas/report/item.ts';
import { pageSize } from '#schemas/report/page-size.ts';
import type { ReportVariable } from '#schemas/report/variable.ts';
import {
  chosen,
  isChangedIn,
  mergeContents,
  mergedFields,
  mergedList,
  three,
  type MaybeThree,
  type MergeSide,
  type Three,
} from '../../../dashboard/edit/conflict/three-way.ts';

type ReportText = 'name' | 'description' | 'folder';
type ReportPart =
  | 'format'
  | 'breakdown'
  | 'filters'
  | 'period'
  | 'granularity'
  | 'businessHours'
  | 'timeZone'
  | 'variables';

/** What both sides changed to different values. */
export type ReportCollision = { readonly key: string } & (
  | { readonly is: 'text'; readonly text: ReportText; readonly values: Record<MergeSide, string> }
  | { readonly is: 'part'; readonly part: ReportPart }
  | { readonly is: 'variable'; readonly variable: ReportVariable }
  | { readonly is: 'page'; readonly page: ReportPage }
  | { readonly is: 'frame' | 'content'; readonly item: ReportItem }
  /** One side deleted what the other one changed. */
  | { readonly is: 'deleted item'; readonly item: ReportItem; readonly by: MergeSide }
  | { readonly is: 'deleted page'; readonly page: ReportPage; readonly by: MergeSide }
);

interface MergedReport {
  /** Where nothing is chosen yet, mine. */
  readonly content: ReportContent;
  readonly collisions: readonly ReportCollision[];
}

type Decide = (collision: ReportCollision) => MergeSide;

const contentOf = ({ frame: _frame, ...content }: ReportItem) => content;

/** Of an item that one side lacks: it stays deleted, unless the other side changed more than its place. */
function deletedItem(
  items: MaybeThree<ReportItem>,
  item: ReportItem,
  decide: Decide,
): ReportItem | undefined {
  const by = items.mine === undefined ? 'mine' : 'theirs';
  return chosen(items, () =>
    items.base !== undefined && isSameValue(contentOf(items.base), contentOf(item))
      ? by
      : decide({ key: `item ${item.id}`, is: 'deleted item', item, by }),
  );
}

const itemMerge =
  (decide: Decide) =>
  (items: MaybeThree<ReportItem>): ReportItem | undefined => {
    const { base, theirs, mine } = items;
    const item = mine ?? theirs;
    if (item === undefined) return undefined;
    if (isChangedIn(items)) return deletedItem(items, item, decide);
    if (theirs === undefined || mine === undefined) return item;
    const asContent = (): MergeSide => decide({ key: `item ${item.id} content`, is: 'content', item });
    if (base === undefined) return chosen({ base: undefined, theirs, mine }, asContent);
    const all = { base, theirs, mine };
    const frame = chosen(
      three(all, (each) => each.frame),
      () => decide({ key: `item ${item.id} frame`, is: 'frame', item }),
    );
    const isOneKind = new Set([base.kind, theirs.kind, mine.kind]).size === 1;
    const contents = three<ReportItem, object>(all, contentOf);
    const content = isOneKind ? mergedFields(contents, asContent) : chosen(contents, asContent);
    return { ...content, frame } as ReportItem;
  };

type PageLook = Omit<ReportPage, 'items' | 'width' | 'height'>;
const lookOf = ({ items: _items, width: _width, height: _height, ...look }: ReportPage): PageLook => look;

const pageMerge =
  (decide: Decide) =>
  (pages: MaybeThree<ReportPage>): ReportPage | undefined => {
    const { base, theirs, mine } = pages;
    const page = mine ?? theirs;
    if (page === undefined) return undefined;
    const key = `page ${page.id}`;
    if (isChangedIn(pages)) {
      const by = mine === undefined ? 'mine' : 'theirs';
      return chosen(pages, () => decide({ key, is: 'deleted page', page, by }));
    }
    if (base === undefined || theirs === undefined || mine === undefined) return page;
    const all = { base, theirs, mine };
    const look = mergedFields(three(all, lookOf), () => decide({ key: `${key} look`, is: 'page', page }));
    const items = mergedList(
      three(all, (each) => each.items),
      itemMerge(decide),
    );
    return { ...page, ...look, items };
  };

interface NamedVariable {
  readonly id: string;
  readonly variable: ReportVariable;
}

/** A variable is taken as one: its fields depend on each other. Two of the same name are those of one side. */
function mergedVariables(documents: Three<ReportDocument>, decide: Decide): ReportVariable[] {
  const lists = three(documents, ({ variables }) =>
    variables.map((variable): NamedVariable => ({ id: variable.choice.id, variable })),
  );
  const merged = mergedList(lists, (entries) =>
    chosen(entries, () => {
      const variable = (entries.mine ?? entries.theirs)?.variable;
      return variable === undefined
        ? 'mine'
        : decide({ key: `variable ${variable.choice.id}`, is: 'variable', variable });
    }),
  ).map(({ variable }) => variable);
  const names = new Set(merged.map(({ name }) => name.toLowerCase()));
  if (names.size === merged.length) return merged;
  return documents[decide({ key: 'variables', is: 'part', part: 'variables' })].variables;
}

const parts: Readonly<Record<Exclude<ReportPart, 'variables'>, (document: ReportDocument) => object>> = {
  format: ({ format }) => ({ format }),
  breakdown: ({ breakdown }) => ({ breakdown }),
  filters: ({ filters }) => ({ filters }),
  period: ({ period }) => ({ period }),
  granularity: ({ working, display }) => ({ working, display }),
  businessHours: ({ businessHours }) => ({ businessHours }),
  timeZone: ({ timeZone }) => ({ timeZone }),
};

/** Fields without a value are left out, as parsing does. */
const defined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Value;

/** What one side still uses of a variable that the other one deleted is left out. */
function withKnownVariables(document: ReportDocument): ReportDocument {
  const known = new Set(document.variables.map(({ choice }) => choice.id));
  const ofKnown = (ids: readonly string[]): string[] => ids.filter((id) => known.has(id));
  const used = (id: string | undefined): string | undefined =>
    id !== undefined && known.has(id) ? id : undefined;
  const pages = document.pages.map((page) =>
    defined({
      ...page,
      multiplier: used(page.multiplier),
      filters: ofKnown(page.filters),
      items: page.items.map((item) =>
        item.kind === 'dashlet' ? { ...item, variables: ofKnown(item.variables) } : item,
      ),
    }),
  );
  const filters = ofKnown(document.filters);
  return defined({ ...document, breakdown: used(document.breakdown), filters, pages }) as ReportDocument;
}

function mergedDocument(documents: Three<ReportDocument>, decide: Decide): ReportDocument {
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const chosenParts = names.map((part) =>
    chosen(three(documents, parts[part]), () => decide({ key: part, is: 'part', part })),
  );
  const variables = mergedVariables(documents, decide);
  // The editor changes no translations.
  const translations = chosen(
    three(documents, (document) => document.translations),
    () => 'theirs',
  );
  const document = Object.assign({ ...documents.mine }, ...chosenParts, {
    variables,
    translations,
  }) as ReportDocument;
  const merged = mergedList(
    three(documents, ({ pages }) => pages),
    pageMerge(decide),
  );
  // Each deleted the pages that the other one left.
  const pages = merged.length > 0 ? merged : [emptyPage(documents.mine.pages[0]?.id ?? 'p1')];
  return withKnownVariables(
    defined({
      ...document,
      pages: pages.map((page) => ({ ...page, ...pageSize(document.format, page.layout) })),
    }),
  );
}

/** Three-way merge of what two users made of a version of a report. `choices`: the side that the user chose, by the key of the collision. */
export function mergeReports(
  contents: Three<ReportContent>,
  choices: ReadonlyMap<string, MergeSide> = new Map(),
): MergedReport {
  return mergeContents<ReportContent['document'], ReportCollision>(contents, choices, mergedDocument);
}
