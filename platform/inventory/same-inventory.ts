import { noTargets } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Steps } from '../clock/steps.ts';

/** Entries compared in one step: about a millisecond. */
const STEP_SIZE = 512;

type Entries = ReadonlyMap<number | string, unknown>;

/** Compares entries in the order in which they were read. */
function* sameEntries(one: Entries, other: Entries): Steps<boolean> {
  if (one.size !== other.size) return false;
  const others = other.entries();
  let seen = 0;
  for (const entry of one) {
    if (JSON.stringify(entry) !== JSON.stringify(others.next().value)) return false;
    seen += 1;
    if (seen % STEP_SIZE === 0) yield undefined;
  }
  return true;
}

const none: Entries = new Map();

const mapsOf = (inventory: Inventory): readonly Entries[] => {
  const { customers, sites, devices, interfaces, components = none, exporters } = inventory;
  const { flows, clusters } = inventory.targets ?? noTargets;
  return [customers, sites, devices, interfaces, components, exporters, flows, clusters];
};

const collectionText = ({ collection }: Inventory): string =>
  JSON.stringify([
    [...(collection?.networks ?? [])].map(([network, addresses]) => [network, [...addresses]]),
    collection?.rules ?? [],
    [...(collection?.repeating ?? [])],
    collection?.agents ?? [],
  ]);

/** Compares two inventories by content, in steps: each read creates new objects. */
export function* sameInventory(one: Inventory, other: Inventory): Steps<boolean> {
  const others = mapsOf(other);
  for (const [index, entries] of mapsOf(one).entries())
    if (!(yield* sameEntries(entries, others[index] ?? none))) return false;
  yield undefined;
  return collectionText(one) === collectionText(other);
}
