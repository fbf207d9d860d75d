/** A port among those that share a text on the device. */
export interface SharedPort {
  readonly index: number;
  /** Unique on the device, by the order of the indexes. */
  readonly name: string;
  /** ifAlias; empty: none. */
  readonly alias: string;
  /** ifPhysAddress; empty: none or unknown. */
  readonly address: string;
}

/** An interface of the inventory that is one of them. */
export interface SharedEntry {
  readonly id: number;
  readonly name: string;
  readonly alias: string;
  /** ifPhysAddress when it was found last; empty: unknown. */
  readonly address: string;
  /** ifIndex that it had last. */
  readonly index: number | null;
}

type Key = string | number | null;

/** Values that one item alone has. */
function single<Item>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item> {
  const groups = Map.groupBy(items, keyOf);
  return new Map(
    [...groups].flatMap(([key, [item, ...others]]) =>
      item === undefined || others.length > 0 || key === '' || key === null ? [] : [[key, item] as const],
    ),
  );
}

type Trait = (item: SharedPort | SharedEntry) => Key;

/**
 * What distinguishes ports of one name, the best first: an alias belongs to a line, an address to hardware, an index to a start of the
 * agent, and the number of the name to the order of the indexes.
 */
const traits: readonly Trait[] = [
  ({ alias }) => alias,
  ({ address }) => address,
  ({ index }) => index,
  ({ name }) => name,
];

/**
 * Finds the interfaces of the inventory among the ports that share their name: by what one port alone has on both sides, in the order of
 * `traits`; what is left, in its order. Returns ifIndex by id.
 */
export function matchSharedPorts(
  ports: readonly SharedPort[],
  entries: readonly SharedEntry[],
): ReadonlyMap<number, number> {
  const matched = new Map<number, number>();
  const taken = new Set<number>();
  const freePorts = (): SharedPort[] => ports.filter(({ index }) => !taken.has(index));
  const freeEntries = (): SharedEntry[] => entries.filter(({ id }) => !matched.has(id));
  const match = ({ id }: SharedEntry, { index }: SharedPort): void => {
    matched.set(id, index);
    taken.add(index);
  };
  for (const trait of traits) {
    const found = single(freePorts(), trait);
    for (const [key, entry] of single(freeEntries(), trait)) {
      const port = found.get(key);
      if (port !== undefined) match(entry, port);
    }
  }
  const remaining = freePorts().toSorted((one, other) => one.index - other.index);
  for (const [at, entry] of freeEntries().entries()) {
    const port = remaining[at];
    if (port !== undefined) match(entry, port);
  }
  return matched;
}

const NUMBERED = /^(?<text>.+)#\d+$/s;

/** The text that a port of this name has on the device, if the name is not its text itself. */
export const textOfShared = (name: string, isText: (text: string) => boolean): string => {
  const text = isText(name) ? undefined : NUMBERED.exec(name)?.groups?.['text'];
  return text !== undefined && isText(text) ? text : name;
};
