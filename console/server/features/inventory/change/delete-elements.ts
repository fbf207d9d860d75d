import { sql } from 'kysely';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { auditElements } from '../../../shared/element/audit-elements.ts';
import type { Change } from '../../../shared/repository/transact.ts';
import type { Listed } from '../list/listed-elements.ts';
import { idsOf } from './chosen-elements.ts';
import { auditedAs } from './element-path.ts';
import { elementsBelow } from './elements-below.ts';

export interface RequestedDeletion {
  readonly customer: number;
  readonly kind: InventoryKind;
  readonly elements: readonly Listed[];
  readonly inventory: Inventory;
  readonly force: boolean;
}

/** Deletes elements and, by force, what belongs to them. Returns the number of all. Throws ELEMENT_HAS_CHILDREN. */
export async function deleteChosen(
  { tx, actor }: Change,
  { customer, kind, elements, inventory, force }: RequestedDeletion,
): Promise<number> {
  const below = await elementsBelow(tx, customer, idsOf(elements));
  if (below.length > 0 && !force) throw new ProblemError('ELEMENT_HAS_CHILDREN');
  const rows = await tx
    .deleteFrom('network_element')
    .where('customer_id', '=', customer)
    .where('kind', '=', kind)
    .where(sql<boolean>`id = ANY(${idsOf(elements)}::integer[])`)
    .returning('id')
    .execute();
  if (rows.length === 0) throw new ProblemError('NOT_FOUND');
  const deleted = new Set(idsOf(rows));
  await auditElements(tx, actor.audit, {
    action: 'inventory.delete',
    subject: 'inventory',
    customer,
    note: { elements: rows.length, children: below.length },
    elements: elements
      .filter(({ id }) => deleted.has(id))
      .map((element) => ({
        ...auditedAs(inventory, kind, element),
        before: { ...element.properties },
        after: undefined,
      })),
  });
  return rows.length + below.length;
}
