import type { ImportLevel } from '#schemas/provisioning/import-columns.ts';
import type { StoredElement, StoredInventory } from '../../../shared/inventory/stored-inventory.ts';

interface Naming {
  /** Keys of the elements that the file names. */
  readonly named: { readonly has: (key: string) => boolean };
  /** Levels that the file has a column for: it says nothing about others. */
  readonly levels: ReadonlySet<ImportLevel>;
  readonly sees: (customer: number, site: number) => boolean;
}

function siteOf(element: StoredElement): StoredElement {
  return element.level === 'site' || element.parent === undefined ? element : siteOf(element.parent);
}

/** Whether the file should name the element and does not. */
function isMissing(element: StoredElement, { named, levels, sees }: Naming): boolean {
  const site = siteOf(element);
  return levels.has(element.level) && !named.has(element.key) && sees(site.parent?.row.id ?? 0, site.row.id);
}

/** Elements of the named customers that the file does not name, and what is below them. Customers themselves stay. */
export function removedElements({ byKey }: StoredInventory, naming: Naming): readonly StoredElement[] {
  const lacking = new Set<string>();
  const removed: StoredElement[] = [];
  for (const element of byKey.values()) {
    if (element.level === 'customer') continue;
    if (!lacking.has(element.parent?.key ?? '') && !isMissing(element, naming)) continue;
    lacking.add(element.key);
    removed.push(element);
  }
  return removed;
}
