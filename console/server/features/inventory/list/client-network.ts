import { ORPHANS } from '#schemas/inventory/list/filter.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { orphanReasonOf, orphanReasons, type OrphanReason } from '#schemas/inventory/list/orphan.ts';
import { overlapTest } from '#schemas/inventory/prefix-overlap.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Listed } from './listed-elements.ts';

type Placed = Pick<Listed, 'site' | 'device' | 'properties'>;

/** Why a listed element of a kind is an orphan; undefined: it is none. */
export const orphanOf = (
  inventory: Inventory,
  kind: InventoryKind,
  { site, device, properties }: Placed,
): OrphanReason | undefined =>
  orphanReasonOf(inventory, {
    site,
    device,
    exporter: kind === 'collector' ? (properties['key'] ?? '') : undefined,
  });

/** The sites with a network that has an address in common with a prefix. */
function sitesIn({ sites }: Inventory, prefix: string): ReadonlySet<number> {
  const overlaps = overlapTest(prefix);
  return new Set([...sites.values()].filter(({ networks }) => networks.some(overlaps)).map(({ id }) => id));
}

/** The test for elements of a kind whose site is in a client network, or for those without a place (`ORPHANS`). */
export function networkTest(
  inventory: Inventory,
  kind: InventoryKind,
  network: string,
): (element: Placed) => boolean {
  if (network === ORPHANS) return (element) => orphanOf(inventory, kind, element) !== undefined;
  const found = sitesIn(inventory, network);
  return ({ site }) => found.has(site);
}

/** How many elements of a kind are orphans for each reason, without those that none is for. */
export function countOrphans(
  inventory: Inventory,
  kind: InventoryKind,
  listed: Iterable<Placed | undefined>,
): { readonly reason: OrphanReason; readonly count: number }[] {
  const counts = new Map<OrphanReason, number>();
  for (const element of listed) {
    const reason = element && orphanOf(inventory, kind, element);
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return orphanReasons.flatMap((reason) => {
    const count = counts.get(reason) ?? 0;
    return count === 0 ? [] : [{ reason, count }];
  });
}
