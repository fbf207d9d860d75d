import type { FoundInterface } from '#schemas/discovery/found.ts';
import { numberedNames } from '../../snmp/interface/port-names.ts';
import { matchSharedPorts, textOfShared } from '../../snmp/interface/same-names.ts';
import type { InventoryInterface } from './inventory-devices.ts';

const textOf = ({ name, sharedName }: FoundInterface): string => sharedName ?? name;

/** Names of found ports that share a text: of those that the inventory knows its own, of the others the next ones. */
function renamed(
  ports: readonly FoundInterface[],
  entries: readonly InventoryInterface[],
  taken: ReadonlySet<string>,
): readonly FoundInterface[] {
  const matched = matchSharedPorts(
    ports.map((port) => ({ ...port, address: '' })),
    entries.map((entry) => ({ ...entry, address: '' })),
  );
  const names = new Map(entries.map(({ id, name }) => [matched.get(id), name] as const));
  const used = new Set(names.values());
  const free = numberedNames(ports.map(textOf)[0] ?? '', taken).filter((name) => !used.has(name));
  return ports.map((port) => ({ ...port, name: names.get(port.index) ?? free.next().value ?? port.name }));
}

/**
 * Ports that share their name on the device as the inventory calls them: it may have been renumbered since, so that the order of their
 * indexes is another one.
 */
export function namedAsKnown(
  found: readonly FoundInterface[],
  known: readonly InventoryInterface[],
): FoundInterface[] {
  const byText = Map.groupBy(found, textOf);
  const texts = new Set(byText.keys());
  const entriesOf = Map.groupBy(known, ({ name }) => textOfShared(name, (text) => texts.has(text)));
  const names = new Map<number, string>();
  for (const [text, ports] of byText) {
    const entries = entriesOf.get(text) ?? [];
    if (ports.length > 1 || entries.length > 1)
      for (const { index, name } of renamed(ports, entries, texts)) names.set(index, name);
  }
  return found.map((port) => ({ ...port, name: names.get(port.index) ?? port.name }));
}
