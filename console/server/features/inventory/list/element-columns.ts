import { collect, forEachIndex, STEP_SIZE } from '#platform/clock/steps.ts';
import type { Steps } from '#platform/clock/steps.ts';
import { inventoryProperties } from '#schemas/inventory/list/inventory-kind.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import type { Listed } from './listed-elements.ts';
import { naturalKey, sortInSteps } from './sort-in-steps.ts';

export type RunSteps = <Value>(steps: Steps<Value>) => Promise<Value>;

/** Every property of an element: what words are searched in. */
const EVERYTHING = '*';

/** Kinds whose elements are described by their source. */
const described: ReadonlySet<InventoryKind> = new Set(
  (['class', 'probe', 'tunnel', 'sensor', 'peer', 'collector'] as const).values(),
);

function* describedNames(kind: InventoryKind, all: readonly Listed[]): Steps<ReadonlyMap<string, string>> {
  const own = new Set<string>(inventoryProperties[kind]);
  const names = new Map<string, string>();
  if (!described.has(kind)) return names;
  for (const [index, { properties }] of all.entries()) {
    for (const name in properties) if (!own.has(name)) names.set(name.toLowerCase(), name);
    if (index % STEP_SIZE === 0) yield;
  }
  return names;
}

/** Elements of a kind, with folded columns and orders that are made when they are first asked for. */
export class ElementColumns {
  readonly kind: InventoryKind;
  readonly all: readonly Listed[];
  readonly #run: RunSteps;
  readonly #names: Promise<ReadonlyMap<string, string>>;
  readonly #columns = new Map<string, Promise<readonly string[]>>();
  readonly #orders = new Map<string, Promise<readonly number[]>>();

  constructor(kind: InventoryKind, all: readonly Listed[], run: RunSteps) {
    this.kind = kind;
    this.all = all;
    this.#run = run;
    this.#names = run(describedNames(kind, all));
  }

  /** Properties that the source describes. */
  async described(): Promise<string[]> {
    return [...(await this.#names).values()].toSorted();
  }

  /** The property as it is spelled; letter case does not matter to those who ask. Undefined: no element has it. */
  async #spelled(property: string): Promise<string | undefined> {
    const wanted = property.toLowerCase();
    const own: readonly string[] = inventoryProperties[this.kind];
    return own.find((name) => name.toLowerCase() === wanted) ?? (await this.#names).get(wanted);
  }

  /** The folded texts of a property, by place in `all`. */
  async column(property: string): Promise<readonly string[]> {
    const name = property === EVERYTHING ? EVERYTHING : ((await this.#spelled(property)) ?? '');
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const textOf = ({ properties }: Listed): string =>
      foldForSearch(name === EVERYTHING ? Object.values(properties).join('\n') : (properties[name] ?? ''));
    const made = this.#run(collect(this.all, textOf));
    this.#columns.set(name, made);
    return made;
  }

  everything(): Promise<readonly string[]> {
    return this.column(EVERYTHING);
  }

  /** Places in `all`, ordered by a property. */
  async order(property: string): Promise<readonly number[]> {
    const name = (await this.#spelled(property)) ?? '';
    const known = this.#orders.get(name);
    if (known !== undefined) return known;
    const made = this.column(name).then((texts) => {
      const places = Array.from(texts, (_, place) => place);
      return this.#run(sortInSteps(places, (place) => naturalKey(texts[place] ?? '')));
    });
    this.#orders.set(name, made);
    return made;
  }

  /** The places of an order that pass all tests. */
  passing(order: readonly number[], tests: readonly ((place: number) => boolean)[]) {
    const found: number[] = [];
    const visit = (index: number): void => {
      const place = order[index] ?? 0;
      for (const test of tests) if (!test(place)) return;
      found.push(place);
    };
    return this.#run(
      (function* steps(): Steps<readonly number[]> {
        yield* forEachIndex(order.length, visit);
        return found;
      })(),
    );
  }
}
