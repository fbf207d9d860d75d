import { collect, forEachIndex, STEP_SIZE, type Steps } from '#platform/clock/steps.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import { inventoryProperties, type InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import type { Listed } from './listed-elements.ts';
import { insertInSteps, naturalKey, sortInSteps } from './sort-in-steps.ts';
import { placesBefore } from './unchanged-elements.ts';

export type RunSteps = <Value>(steps: Steps<Value>) => Promise<Value>;

/** Sorts after every digit. */
const UNMAPPED = '~';

/** Every property of an element: what words are searched in. */
const EVERYTHING = '*';

const foldedText = ({ properties }: Listed, name: string): string =>
  foldForSearch(name === EVERYTHING ? Object.values(properties).join('\n') : (properties[name] ?? ''));

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

/** Names of properties that any of the elements has. */
function* filledNames(all: readonly Listed[]): Steps<readonly string[]> {
  const names = new Set<string>();
  for (const [index, { properties }] of all.entries()) {
    for (const name in properties) if (properties[name] !== '') names.add(name);
    if (index % STEP_SIZE === 0) yield;
  }
  return [...names];
}

/** With more changes than one of this many elements, a sort of all is faster. */
const FEW = 32;

/** The texts of a column after a change from those before it. */
function* textsAfter(
  all: readonly Listed[],
  { name, texts, places }: { name: string; texts: readonly string[]; places: Int32Array },
): Steps<readonly string[]> {
  const now: string[] = [];
  yield* forEachIndex(all.length, (place) => {
    const element = all[place];
    now.push(texts[places[place] ?? -1] ?? (element === undefined ? '' : foldedText(element, name)));
  });
  return now;
}

/** An order of the elements before a change as one of those after it. */
function* orderAfter(
  order: readonly number[],
  places: Int32Array,
  keyOf: (place: number) => string,
): Steps<readonly number[]> {
  const now = new Int32Array(order.length).fill(-1);
  const changed: number[] = [];
  yield* forEachIndex(places.length, (place) => {
    const before = places[place] ?? -1;
    if (before < 0) changed.push(place);
    else now[before] = place;
  });
  if (changed.length * FEW > places.length) return yield* sortInSteps([...places.keys()], keyOf);
  const placeNow = (before: number): number | undefined => {
    const place = now[before] ?? -1;
    return place < 0 ? undefined : place;
  };
  return yield* insertInSteps(yield* collect(order, placeNow), changed, keyOf);
}

/** Elements of a kind, with folded columns and orders that are made when they are first requested. */
export class ElementColumns {
  readonly kind: InventoryKind;
  readonly all: readonly Listed[];
  readonly #run: RunSteps;
  readonly #names: Promise<ReadonlyMap<string, string>>;
  readonly #columns = new Map<string, Promise<readonly string[]>>();
  readonly #orders = new Map<string, Promise<readonly number[]>>();
  #filled: Promise<readonly string[]> | undefined;

  constructor(kind: InventoryKind, all: readonly Listed[], run: RunSteps) {
    this.kind = kind;
    this.all = all;
    this.#run = run;
    this.#names = run(describedNames(kind, all));
  }

  /** Properties that the source describes. */
  async described(): Promise<string[]> {
    return [...(await this.#names).values()].toSorted(compareNames);
  }

  /** Properties that any element has. */
  filled(): Promise<readonly string[]> {
    this.#filled ??= this.#run(filledNames(this.all));
    return this.#filled;
  }

  /** The property as it is spelled; letter case does not matter to callers. Undefined: no element has it. */
  async #spelled(property: string): Promise<string | undefined> {
    const lower = property.toLowerCase();
    const own: readonly string[] = inventoryProperties[this.kind];
    return own.find((name) => name.toLowerCase() === lower) ?? (await this.#names).get(lower);
  }

  /** The folded texts of a property, by place in `all`. */
  async column(property: string): Promise<readonly string[]> {
    const name = property === EVERYTHING ? EVERYTHING : ((await this.#spelled(property)) ?? '');
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const made = this.#run(collect(this.all, (element) => foldedText(element, name)));
    this.#columns.set(name, made);
    return made;
  }

  everything(): Promise<readonly string[]> {
    return this.column(EVERYTHING);
  }

  /** What places are sorted by: classes of service by their order, and what maps to none after them. */
  #sortKey(name: string, texts: readonly string[]): (place: number) => string {
    if (name !== 'classOfService') return (place) => naturalKey(texts[place] ?? '');
    return (place) => {
      const position = this.all[place]?.classOfService?.position;
      return position === undefined ? UNMAPPED : naturalKey(`${String(position)} ${texts[place] ?? ''}`);
    };
  }

  /** Places in `all`, ordered by a property. */
  async order(property: string): Promise<readonly number[]> {
    const name = (await this.#spelled(property)) ?? '';
    const known = this.#orders.get(name);
    if (known !== undefined) return known;
    const made = this.column(name).then((texts) => {
      const places = Array.from(texts, (_, place) => place);
      return this.#run(sortInSteps(places, this.#sortKey(name, texts)));
    });
    this.#orders.set(name, made);
    return made;
  }

  /**
   * Makes the columns and orders that the elements had before a change of the inventory, from what has not changed: of 100,000 elements a
   * few do. The elements before it are not needed afterwards.
   */
  async follow(before: ElementColumns): Promise<void> {
    const places = await this.#run(placesBefore(this.all, before.all));
    for (const [name, made] of before.#columns) {
      const texts = await made;
      this.#columns.set(name, this.#run(textsAfter(this.all, { name, texts, places })));
    }
    for (const [name, made] of before.#orders) {
      const [texts, order] = [await this.column(name), await made];
      this.#orders.set(name, this.#run(orderAfter(order, places, this.#sortKey(name, texts))));
    }
    await Promise.all(this.#orders.values());
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
