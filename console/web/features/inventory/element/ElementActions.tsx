import { useNavigate } from '@tanstack/react-router';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { LivewireLink } from '#web/kernel/livewire/LivewireLink.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { targetOfElements } from '../change/change-target.ts';
import { useElementChanges } from '../change/use-element-changes.tsx';

/** What can be done with the element of a page. A deleted one leaves it for the list. */
export function ElementActions({ element }: { readonly element: InventoryElement }) {
  const navigate = useNavigate();
  const { kind, customer, active } = element;
  const { itemsFor, dialog } = useElementChanges(kind, (action) => {
    if (action === 'delete') void navigate({ to: '/inventory', search: { customer, kind } });
  });
  return (
    <>
      <LivewireLink element={element} />
      {itemsFor(() => targetOfElements(kind, [element]), 1, active).map((item) =>
        item.is === 'action' ? (
          <Button key={item.label} icon={item.icon} disabledReason={item.disabledReason} onClick={item.run}>
            {item.label}
          </Button>
        ) : null,
      )}
      {dialog}
    </>
  );
}
