import { sql } from 'kysely';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { auditElements } from '../../../shared/element/audit-elements.ts';
import type { Change } from '../../../shared/repository/transact.ts';
import type { Listed } from '../list/listed-elements.ts';
import { idsOf } from './chosen-elements.ts';
import { auditedAs } from './element-path.ts';

export interface RequestedSwitch {
  readonly customer: number;
  readonly kind: InventoryKind;
  readonly elements: readonly Listed[];
  readonly inventory: Inventory;
  readonly active: boolean;
  readonly comment: string;
}

/** Switches the collection of those elements that are in the other state. Returns their number. */
export async function switchElements(
  { tx, actor, now }: Change,
  { customer, kind, elements, inventory, active, comment }: RequestedSwitch,
): Promise<number> {
  const rows = await tx
    .updateTable('network_element')
    .set({
      active,
      status_comment: comment === '' ? null : comment,
      status_updated_by: actor.caller.username,
      status_updated_at: now,
    })
    .where('customer_id', '=', customer)
    .where('kind', '=', kind)
    .where(sql<boolean>`id = ANY(${idsOf(elements)}::integer[])`)
    .where('active', '<>', active)
    .returning('id')
    .execute();
  if (rows.length === 0) return 0;
  const switched = new Set(idsOf(rows));
  await auditElements(tx, actor.audit, {
    action: active ? 'inventory.activate' : 'inventory.deactivate',
    subject: 'inventory',
    customer,
    comment,
    note: { elements: rows.length },
    elements: elements
      .filter(({ id }) => switched.has(id))
      .map((element) => ({
        ...auditedAs(inventory, kind, element),
        before: { active: !active },
        after: { active },
      })),
  });
  return rows.length;
}
