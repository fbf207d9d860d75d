import type { SnmpValue } from '../agent/value.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { trimmedText } from '../request/read-columns.ts';
import { walkColumn } from '../request/walk-column.ts';
import { column } from './objects.ts';

/** Values by ifIndex, in its order. */
export type PortCells = ReadonlyMap<number, SnmpValue>;

export interface PortTexts {
  /** ifName. */
  readonly names: PortCells;
  /** ifDescr. */
  readonly descriptions: PortCells;
  /** ifAlias. */
  readonly aliases: PortCells;
  /** ifType, which every port has. */
  readonly types: PortCells;
}

export interface NamedPort {
  readonly name: string;
  /** Column that holds the name; ifType for a port named by its index. */
  readonly nameColumn: string;
}

/** Name of a port that has no text at all. */
export const nameOfIndex = (index: number): string => `ifIndex ${String(index)}`;

const noPorts: PortCells = new Map();

/** Texts that one port alone has. */
const unique = (texts: ReadonlyMap<number, string>): ReadonlyMap<number, string> => {
  const counts = Map.groupBy(texts.values(), (text) => text);
  return new Map([...texts].filter(([, text]) => text !== '' && counts.get(text)?.length === 1));
};

/**
 * Names of the ports of a device: ifName, else ifDescr; a port without both has its ifAlias if no other has the same,
 * since it survives a restart that renumbers the ports, else its index. Names are unique: the lower index wins.
 */
export function portNames({
  names,
  descriptions,
  aliases,
  types,
}: PortTexts): ReadonlyMap<number, NamedPort> {
  const ports = new Map<number, NamedPort>();
  const taken = new Set<string>();
  const add = (index: number, name: string, nameColumn: string): void => {
    if (name === '' || taken.has(name)) return;
    taken.add(name);
    ports.set(index, { name, nameColumn });
  };
  const nameOf = (index: number): string => trimmedText(names.get(index));
  const descriptionOf = (index: number): string => trimmedText(descriptions.get(index));
  for (const index of names.keys()) add(index, nameOf(index), column.ifName);
  for (const index of descriptions.keys())
    if (nameOf(index) === '') add(index, descriptionOf(index), column.ifDescr);
  const nameless = [...types.keys()].filter((index) => nameOf(index) === '' && descriptionOf(index) === '');
  const own = unique(new Map(nameless.map((index) => [index, trimmedText(aliases.get(index))])));
  for (const [index, alias] of own) add(index, alias, column.ifAlias);
  for (const index of nameless) if (!ports.has(index)) add(index, nameOfIndex(index), column.ifType);
  return ports;
}

/** Columns of `PortTexts` in the order in which names come from them. */
const stages = [
  { names: column.ifName },
  { descriptions: column.ifDescr },
  { types: column.ifType, aliases: column.ifAlias },
] as const;

/**
 * Reads port names until all wanted ones are found: on most devices ifName is enough. Undefined if the agent stopped
 * responding.
 */
export async function readPortNames(
  context: RequestContext,
  wanted: readonly string[],
): Promise<ReadonlyMap<number, NamedPort> | undefined> {
  const texts = { names: noPorts, descriptions: noPorts, aliases: noPorts, types: noPorts };
  let ports: ReadonlyMap<number, NamedPort> = new Map();
  for (const stage of stages) {
    for (const [text, of] of Object.entries(stage)) {
      const cells = await walkColumn(context, of);
      if (cells === undefined) return undefined;
      Object.assign(texts, { [text]: cells });
    }
    ports = portNames(texts);
    const found = new Set([...ports.values()].map(({ name }) => name));
    if (found.size > 0 && wanted.every((name) => found.has(name))) break;
  }
  return ports;
}
