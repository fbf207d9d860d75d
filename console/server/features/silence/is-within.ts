import { elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { SilenceMatch } from '#schemas/silence/silence.ts';

/**
 * Whether a silence is about these sites alone. One that names neither sites nor elements is about all of them. Undefined:
 * every site is meant.
 */
export function isWithin(
  { sites, elements }: Pick<SilenceMatch, 'sites' | 'elements'>,
  seen: ReadonlySet<number> | undefined,
  inventory: Inventory,
): boolean {
  if (seen === undefined) return true;
  const named = [...sites, ...elements.map((id) => elementOf(inventory, id)?.site ?? 0)];
  return named.length > 0 && named.every((site) => seen.has(site));
}
