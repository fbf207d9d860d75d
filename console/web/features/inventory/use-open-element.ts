import { useNavigate } from '@tanstack/react-router';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';

/** Opens the page of an element of a kind. */
export function useOpenElement(
  kind: InventoryKind,
): (element: Pick<InventoryElement, 'id' | 'customer'>) => void {
  const navigate = useNavigate();
  return ({ id, customer }) =>
    void navigate({
      to: '/inventory/$kind/$element',
      params: { kind, element: String(id) },
      search: { customer },
    });
}
