import { listElementActions } from '#schemas/inventory/change/action-routes.ts';
import { listElementNotes } from '#schemas/inventory/change/note-routes.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';

/** What a change of notes changes. */
export const noteTouches = [listElementNotes, listElementActions];

export const noteParams = ({ customer, kind, id }: Pick<InventoryElement, 'customer' | 'kind' | 'id'>) => ({
  customerId: customer,
  kind,
  element: id,
});

/** The notes on an element: others write while its page is open. */
export const notesQuery = (element: InventoryElement) => ({
  ...routeQuery(listElementNotes, { params: noteParams(element) }),
  refetchInterval: MINUTE_MS,
});
