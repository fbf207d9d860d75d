import { runCooperatively, STEP_SIZE, type Steps } from '#platform/clock/steps.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { foldForSearch, matchRankOf, wordsOf } from '#schemas/search/fold.ts';
import { MAX_HITS_PER_KIND, type HitKind, type SearchHit } from '#schemas/search/routes.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';

const kinds = ['site', 'device', 'interface', 'component'] as const satisfies readonly HitKind[];
type ElementKind = (typeof kinds)[number];

/** An element as the search compares it. */
interface Indexed {
  readonly id: number;
  readonly customer: number;
  readonly site: number;
  readonly name: string;
  /** Folded: the name, and what else people know the element by. */
  readonly text: string;
}

type ElementIndex = Readonly<Record<ElementKind, readonly Indexed[]>>;

/** What people look for besides the name of an element. */
const texts = {
  site: ({ city, country }: { readonly city: string; readonly country: string }) => `${city} ${country}`,
  device: ({
    address,
    vendor,
    model,
  }: {
    readonly address: string;
    readonly vendor: string;
    readonly model: string;
  }) => `${address} ${vendor} ${model}`,
  interface: ({ alias }: { readonly alias: string }) => alias,
  component: ({ fields }: { readonly fields: Readonly<Record<string, string>> }) =>
    Object.values(fields).join(' '),
} as const;

type Named = Omit<Indexed, 'site' | 'text'> & { readonly site?: number };

function* indexKind<Element extends Named>(
  elements: Iterable<Element>,
  { textOf, parentOf }: { textOf: (element: Element) => string; parentOf: (element: Element) => string },
): Steps<Indexed[]> {
  const indexed: Indexed[] = [];
  for (const element of elements) {
    const { id, customer, name, site = id } = element;
    indexed.push({
      id,
      customer,
      site,
      name,
      text: foldForSearch(`${name} ${textOf(element)} ${parentOf(element)}`),
    });
    if (indexed.length % STEP_SIZE === 0) yield;
  }
  return indexed;
}

/** The elements of an inventory, ready to be searched. */
function* indexInventory({ sites, devices, interfaces, components }: Inventory): Steps<ElementIndex> {
  const siteName = ({ site }: { readonly site: number }): string => sites.get(site)?.name ?? '';
  // A port is found by its device and site too: "birmingham ge-0/0/1".
  const places = ({ site, device }: { readonly site: number; readonly device: number }): string =>
    `${devices.get(device)?.name ?? ''} ${siteName({ site })}`;
  return {
    site: yield* indexKind(sites.values(), { textOf: texts.site, parentOf: () => '' }),
    device: yield* indexKind(devices.values(), { textOf: texts.device, parentOf: siteName }),
    interface: yield* indexKind(interfaces.values(), { textOf: texts.interface, parentOf: places }),
    component: yield* indexKind((components ?? new Map()).values(), {
      textOf: texts.component,
      parentOf: places,
    }),
  };
}

/** The best matches first, without sorting all of them. */
function bestOf(
  elements: readonly Indexed[],
  words: readonly string[],
  isSeen: (element: Indexed) => boolean,
): readonly Indexed[] {
  const byRank: [Indexed[], Indexed[], Indexed[]] = [[], [], []];
  for (const element of elements) {
    if (!words.every((word) => element.text.includes(word)) || !isSeen(element)) continue;
    const found = byRank[matchRankOf(foldForSearch(element.name), words)];
    if (found.length < MAX_HITS_PER_KIND) found.push(element);
    if (byRank[0].length === MAX_HITS_PER_KIND) break;
  }
  return byRank.flat().slice(0, MAX_HITS_PER_KIND);
}

const seenBy =
  (caller: Pick<Caller, 'customers' | 'sites'>) =>
  ({ customer, site }: Indexed): boolean =>
    caller.customers.has(customer) && (sitesSeenBy(caller, customer)?.has(site) ?? true);

function pathOf(
  { customers, sites, devices, interfaces, components }: Inventory,
  { id, customer, site }: Indexed,
) {
  const device = (interfaces.get(id) ?? components?.get(id))?.device;
  return [
    customers.get(customer)?.name,
    site === id ? undefined : sites.get(site)?.name,
    device === undefined ? undefined : devices.get(device)?.name,
  ].filter((name) => name !== undefined);
}

/** The kind under which an element has a page. */
function elementKind({ components }: Inventory, kind: ElementKind, id: number): Pick<SearchHit, 'element'> {
  const element = kind === 'component' ? components?.get(id)?.kind : kind;
  return element === undefined ? {} : { element };
}

/** After as many changes without a search the index waits for one. */
const MAX_CHANGES = 10;

interface BuiltIndex {
  readonly inventory: Inventory;
  readonly index: ElementIndex;
}

/**
 * Finds elements of the live inventory. The first search builds the index. After a change of the inventory it is built again in parallel to
 * the searches, which find what was there before until it is ready.
 */
export class ElementSearch {
  readonly #needs: { readonly inventory: InventoryCache; readonly clock: Clock };
  #built: Promise<BuiltIndex> | undefined;
  /** Changes of the inventory since the last search. */
  #changes = 0;

  constructor(needs: { readonly inventory: InventoryCache; readonly clock: Clock }) {
    this.#needs = needs;
    needs.inventory.onChange((inventory) => void this.#rebuild(inventory));
  }

  async #build(inventory: Inventory): Promise<BuiltIndex> {
    const signal = new AbortController().signal;
    const index = await runCooperatively(indexInventory(inventory), { clock: this.#needs.clock, signal });
    if (index === undefined) throw new Error('the index was never aborted');
    return { inventory, index };
  }

  async #rebuild(inventory: Inventory): Promise<void> {
    this.#changes += 1;
    if (this.#changes > MAX_CHANGES) this.#built = undefined;
    if (this.#built === undefined) return;
    const built = await this.#build(inventory);
    if (this.#needs.inventory.current === inventory) this.#built = Promise.resolve(built);
  }

  /** Elements of the caller's customers and sites whose text contains every word. */
  async find(query: string, caller: Pick<Caller, 'customers' | 'sites'>): Promise<SearchHit[]> {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    this.#changes = 0;
    this.#built ??= this.#build(this.#needs.inventory.current);
    const { inventory, index } = await this.#built;
    const isSeen = seenBy(caller);
    return kinds.flatMap((kind) =>
      bestOf(index[kind], words, isSeen).map((element) => ({
        kind,
        id: element.id,
        name: element.name,
        path: pathOf(inventory, element),
        customer: element.customer,
        parent: element.site === element.id ? null : element.site,
        ...elementKind(inventory, kind, element.id),
      })),
    );
  }
}
