import { listElementActions } from '#schemas/inventory/change/action-routes.ts';
import { listElementNotes } from '#schemas/inventory/change/note-routes.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';

/** What a change of notes changes. */
export const noteTouches = [listElementNotes, listElementActions];

export const noteParams = ({ customer, kind, id }: Pick<InventoryElement, 'customer' | 'kind' | 'id'>) => ({
  customerId: customer,
  kind,
  element: id,
});
