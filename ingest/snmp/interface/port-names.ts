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
  /** Unique on the device: `#2` follows a text that another port has too. */
  readonly name: string;
  /** What `nameColumn` says. */
  readonly text: string;
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

type PortText = Pick<NamedPort, 'text' | 'nameColumn'>;

/** The text that each port is called by: ifName, else ifDescr. By index, those with an ifName first. */
function calledPorts({ names, descriptions }: PortTexts): ReadonlyMap<number, PortText> {
  const called = new Map<number, PortText>();
  for (const [cells, nameColumn] of [
    [names, column.ifName],
    [descriptions, column.ifDescr],
  ] as const)
    for (const [index, value] of [...cells].toSorted(([one], [other]) => one - other)) {
      const text = trimmedText(value);
      if (text !== '' && !called.has(index)) called.set(index, { text, nameColumn });
    }
  return called;
}

/** The names of ports that share a text: the text itself, then `#2`, `#3`, … where no port is called so. */
export function* numberedNames(
  text: string,
  taken: { readonly has: (name: string) => boolean },
): Generator<string> {
  yield text;
  for (let number = 2; ; number += 1) {
    const name = `${text}#${String(number)}`;
    if (!taken.has(name)) yield name;
  }
}

/**
 * Names of the ports of a device: ifName, else ifDescr; a port without both has its ifAlias if no other has the same,
 * since it survives a restart that renumbers the ports, else its index. Of ports that share an ifName or ifDescr, those with
 * the higher indexes have a number behind it.
 */
export function portNames(texts: PortTexts): ReadonlyMap<number, NamedPort> {
  const called = calledPorts(texts);
  const taken = new Set([...called.values()].map(({ text }) => text));
  const namesOf = new Map<string, Iterator<string>>();
  const ports = new Map<number, NamedPort>();
  const add = (index: number, name: string, port: PortText): void => {
    taken.add(name);
    ports.set(index, { name, ...port });
  };
  for (const [index, port] of called) {
    const names = namesOf.get(port.text) ?? numberedNames(port.text, taken);
    namesOf.set(port.text, names);
    add(index, names.next().value ?? port.text, port);
  }
  const nameless = [...texts.types.keys()].filter((index) => !called.has(index));
  const own = unique(new Map(nameless.map((index) => [index, trimmedText(texts.aliases.get(index))])));
  for (const [index, text] of own)
    if (!taken.has(text)) add(index, text, { text, nameColumn: column.ifAlias });
  for (const index of nameless) {
    const text = nameOfIndex(index);
    if (!ports.has(index) && !taken.has(text)) add(index, text, { text, nameColumn: column.ifType });
  }
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
  desired: readonly string[],
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
    if (found.size > 0 && desired.every((name) => found.has(name))) break;
  }
  return ports;
}
