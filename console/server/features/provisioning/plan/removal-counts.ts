import type { ImportLevel } from '#schemas/provisioning/import-columns.ts';
import type { Removal } from '#schemas/provisioning/removal-brake.ts';
import type { StoredElement, StoredInventory } from '../../../shared/inventory/stored-inventory.ts';

/** What a file removes of a customer: of each level, and of all of them. */
export interface CustomerRemoval extends Removal {
  readonly customer: string;
  readonly level: ImportLevel | 'all';
}

function customerOf(element: StoredElement): StoredElement {
  let one = element;
  while (one.parent !== undefined) one = one.parent;
  return one;
}

/** The parts of the inventory in which a removal is counted: a file that is cut lacks the last customer, or the last level of it. */
export function removalCounts(
  { byKey }: StoredInventory,
  removed: readonly StoredElement[],
): readonly CustomerRemoval[] {
  const lacking = new Set(removed.map(({ key }) => key));
  const counts = new Map<
    string,
    { customer: string; level: ImportLevel | 'all'; had: number; lacks: number }
  >();
  for (const element of byKey.values()) {
    if (element.level === 'customer') continue;
    const customer = customerOf(element).name;
    for (const level of [element.level, 'all'] as const) {
      const key = `${level} ${customer}`;
      const count = counts.get(key) ?? { customer, level, had: 0, lacks: 0 };
      count.had += 1;
      if (lacking.has(element.key)) count.lacks += 1;
      counts.set(key, count);
    }
  }
  return [...counts.values()];
}
