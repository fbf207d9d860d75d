import type { ElementQuery, ListedElement } from '../data/element-routes.ts';
import type { ElementFilter } from '../data/element-filter.ts';
import { selectedBy } from '../dashboard/document-requests.ts';
import type { DocumentFilter } from '../dashboard/document-filter.ts';
import type { ReportDocument, ReportPage } from './document.ts';

/** Ids of elements by the id of a variable. None: all. Absent: the default of the variable. */
export type VariableSelection = Readonly<Record<string, readonly number[]>>;

/** An element that a page is shown for. */
interface PageElement {
  readonly variable: string;
  readonly id: number;
  readonly label: string;
}

/** A page as it is read: of a page with a multiplier there is one per element. */
export interface ResolvedPage {
  /** Unique among the resolved pages. */
  readonly key: string;
  /** From 1. */
  readonly number: number;
  readonly page: ReportPage;
  /** Of the breakdown, then of the multiplier. */
  readonly elements: readonly PageElement[];
  /** What the reader has selected, with the elements of this page. */
  readonly selection: VariableSelection;
}

export interface Resolution {
  readonly pages: readonly ResolvedPage[];
  /** There are more pages than the maximum. */
  readonly truncated: boolean;
}

interface ResolveOptions {
  readonly selection: VariableSelection;
  readonly maxPages: number;
  /** The elements of a request, in the order of their labels. */
  readonly list: (request: ElementsOfVariable) => Promise<readonly ListedElement[]>;
}

export type ElementsOfVariable = Pick<ElementQuery, 'element' | 'filters' | 'label' | 'count'>;

const choiceOf = ({ variables }: ReportDocument, id: string): DocumentFilter | undefined =>
  variables.find(({ choice }) => choice.id === id)?.choice;

/** What a variable offers, within elements of other variables: each is named by its id. */
export function elementsOfVariable(
  choice: DocumentFilter,
  {
    selection,
    within,
    count,
  }: {
    readonly selection: readonly number[] | undefined;
    readonly within: readonly ElementFilter[];
    readonly count: number;
  },
): ElementsOfVariable {
  const { element, relation, predicates, onlyActive, label } = choice;
  const offered = selectedBy(choice, selection) ?? {
    element,
    ...(relation && { relation }),
    predicates,
    onlyActive,
  };
  return { element, label, filters: [offered, ...within], count };
}

const withinOf = (document: ReportDocument, elements: readonly PageElement[]): ElementFilter[] =>
  elements.flatMap(({ variable, id }) => {
    const choice = choiceOf(document, variable);
    if (choice === undefined) return [];
    const { element, relation, onlyActive, predicates } = choice;
    return [{ element, ...(relation && { relation }), ids: [id], predicates, onlyActive }];
  });

/** Pages that follow each other, of which all or none are repeated for the breakdown. */
function blocksOf({ pages, breakdown }: ReportDocument): readonly (readonly ReportPage[])[] {
  const blocks: ReportPage[][] = [];
  for (const page of pages) {
    const last = blocks.at(-1);
    const isSame = last?.[0]?.brokenDown === page.brokenDown;
    if (breakdown !== undefined && last !== undefined && isSame) last.push(page);
    else blocks.push([page]);
  }
  return blocks;
}

/** Resolves pages one after the other, until there are too many. */
class Resolver {
  readonly #document: ReportDocument;
  readonly #options: ResolveOptions;
  readonly pages: ResolvedPage[] = [];

  constructor(document: ReportDocument, options: ResolveOptions) {
    this.#document = document;
    this.#options = options;
  }

  /** One more than the maximum is known to be too many. */
  get isFull(): boolean {
    return this.pages.length > this.#options.maxPages;
  }

  async run(): Promise<void> {
    const { breakdown } = this.#document;
    for (const block of blocksOf(this.#document)) {
      const isRepeated = breakdown !== undefined && block[0]?.brokenDown === true;
      const groups = isRepeated ? await this.#elementsOf(breakdown, []) : [undefined];
      for (const element of groups) {
        if (this.isFull) return;
        await this.#addBlock(block, element === undefined ? [] : [element]);
      }
    }
  }

  async #addBlock(block: readonly ReportPage[], elements: readonly PageElement[]): Promise<void> {
    for (const page of block) {
      const repeated =
        page.multiplier === undefined ? [undefined] : await this.#elementsOf(page.multiplier, elements);
      for (const element of repeated) {
        if (this.isFull) return;
        this.#add(page, element === undefined ? elements : [...elements, element]);
      }
    }
  }

  #add(page: ReportPage, elements: readonly PageElement[]): void {
    const own = elements.map(({ variable, id }) => [variable, [id]] as const);
    this.pages.push({
      key: [page.id, ...elements.map(({ id }) => String(id))].join('.'),
      number: this.pages.length + 1,
      page,
      elements,
      selection: { ...this.#options.selection, ...Object.fromEntries(own) },
    });
  }

  async #elementsOf(
    variable: string,
    elements: readonly PageElement[],
  ): Promise<readonly (PageElement | undefined)[]> {
    const { selection, maxPages, list } = this.#options;
    const choice = choiceOf(this.#document, variable);
    if (choice === undefined) return [];
    // A page that is repeated for the variable of the breakdown is shown once per element of it.
    if (elements.some((each) => each.variable === variable)) return [undefined];
    const isFirst = selection[variable] === undefined && choice.default.strategy === 'first';
    const found = await list(
      elementsOfVariable(choice, {
        selection: selection[variable],
        within: withinOf(this.#document, elements),
        count: isFirst ? 1 : maxPages + 1 - this.pages.length,
      }),
    );
    return found.map(({ id, label }) => ({ variable, id, label }));
  }
}

/** Resolves breakdown and multipliers: every page with the elements that it is shown for. */
export async function resolvePages(document: ReportDocument, options: ResolveOptions): Promise<Resolution> {
  const resolver = new Resolver(document, options);
  await resolver.run();
  return {
    pages: resolver.pages.slice(0, options.maxPages),
    truncated: resolver.pages.length > options.maxPages,
  };
}

const noElements: readonly PageElement[] = [];
const noSelection: VariableSelection = {};

/** A page as it is designed: in the administration space and in the editor nothing is resolved. */
export const designedPage = (
  page: ReportPage,
  number: number,
  selection: VariableSelection = noSelection,
): ResolvedPage => ({ key: page.id, number, page, elements: noElements, selection });

export const designedPages = (
  { pages }: Pick<ReportDocument, 'pages'>,
  selection?: VariableSelection,
): readonly ResolvedPage[] => pages.map((page, index) => designedPage(page, index + 1, selection));
