import type { Db } from '#platform/postgres/postgres.ts';
import { fieldChangesOf } from '#schemas/audit/field-changes.ts';
import {
  changedCells,
  changeFaults,
  hasTooManyTags,
  type AttributeCells,
} from '#schemas/inventory/change/attribute-cells.ts';
import type { ElementDifference } from '#schemas/inventory/change/attribute-routes.ts';
import { MAX_TAGS, type AttributeChange } from '#schemas/inventory/change/attributes.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { auditElements } from '../../../shared/element/audit-elements.ts';
import { rejectInvalid } from '../../../shared/repository/reject-faults.ts';
import type { Change } from '../../../shared/repository/transact.ts';
import type { Listed } from '../list/listed-elements.ts';
import { readAttributes, versionOf, writeAttributes, type AttributedKind } from './attribute-rows.ts';
import { idsOf } from './chosen-elements.ts';
import { auditedAs } from './element-path.ts';

export interface RequestedEdit extends AttributedKind {
  readonly elements: readonly Listed[];
  readonly change: AttributeChange;
}

function afterChange(before: AttributeCells, change: AttributeChange): AttributeCells {
  const after = changedCells(before, change);
  if (hasTooManyTags(after))
    rejectInvalid([{ path: 'change.addTags', code: 'TOO_MANY', params: { max: MAX_TAGS } }]);
  return after;
}

/** What a change would change, in the order of the elements. Throws VALIDATION. */
export async function editDifference(db: Db, edit: RequestedEdit): Promise<ElementDifference[]> {
  const { kind, elements, change } = edit;
  rejectInvalid(changeFaults(kind, change, elements.length));
  const stored = await readAttributes(db, edit, { ids: idsOf(elements) });
  return elements.flatMap(({ id, name }) => {
    const before = stored.get(id);
    if (before === undefined) return [];
    const fields = fieldChangesOf(before, afterChange(before, change));
    return [{ id, name, version: versionOf(before), fields }];
  });
}

/** Changes the attributes of elements. Returns how many have changed. Throws VALIDATION, NOT_FOUND, CONFLICT. */
export async function editElements(
  { tx, actor }: Change,
  edit: RequestedEdit & {
    readonly inventory: Inventory;
    /** The version that each change is based on. */
    readonly versions: ReadonlyMap<number, string>;
  },
): Promise<number> {
  const { customer, kind, elements, change, versions, inventory } = edit;
  rejectInvalid(changeFaults(kind, change, elements.length));
  const stored = await readAttributes(tx, edit, { ids: idsOf(elements), lock: true });
  const edited = elements.flatMap((listed) => {
    const before = stored.get(listed.id);
    if (before === undefined) throw new ProblemError('NOT_FOUND');
    if (versionOf(before) !== versions.get(listed.id)) throw new ProblemError('CONFLICT');
    const after = afterChange(before, change);
    const fields = fieldChangesOf(before, after).map(({ field }) => field);
    return fields.length === 0 ? [] : [{ listed, before, after, fields }];
  });
  for (const { listed, after } of edited) await writeAttributes(tx, edit, { id: listed.id, cells: after });
  const only = (cells: AttributeCells, fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, cells[field] ?? null]));
  if (edited.length > 0)
    await auditElements(tx, actor.audit, {
      action: 'inventory.edit',
      subject: 'inventory',
      customer,
      note: { elements: edited.length },
      elements: edited.map(({ listed, before, after, fields }) => ({
        ...auditedAs(inventory, kind, listed),
        before: only(before, fields),
        after: only(after, fields),
      })),
    });
  return edited.length;
}
