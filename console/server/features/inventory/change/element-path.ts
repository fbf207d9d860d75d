import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { AuditedElement } from '../../../shared/element/audit-elements.ts';
import type { Listed } from '../list/listed-elements.ts';

/** An element and its place. */
export type LocatedElement = Pick<Listed, 'id' | 'customer' | 'name' | 'site' | 'device'>;

/** Names from the site down. */
function pathOf(
  { sites, devices }: Inventory,
  kind: InventoryKind,
  { site, device, name }: LocatedElement,
): string {
  const above = [
    ...(kind === 'site' ? [] : [sites.get(site)?.name ?? '']),
    ...(kind === 'device' || device === undefined ? [] : [devices.get(device)?.name ?? '']),
  ];
  return [...above, name].join(' / ');
}

/** A changed element for the audit trail. */
export const auditedAs = (
  inventory: Inventory,
  kind: InventoryKind,
  listed: LocatedElement,
): Pick<AuditedElement, 'element' | 'kind' | 'name'> => ({
  kind,
  name: pathOf(inventory, kind, listed),
  element: { id: listed.id, site: listed.site, customer: listed.customer },
});
