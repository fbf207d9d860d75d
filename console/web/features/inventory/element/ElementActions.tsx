import { useNavigate } from '@tanstack/react-router';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { ExploreLink } from '#web/kernel/explore/ExploreLink.tsx';
import { LivewireLink } from '#web/kernel/livewire/LivewireLink.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { targetOfElements } from '../change/change-target.ts';
import { useElementChanges } from '../change/use-element-changes.tsx';

/** Fields by which filters of flows name elements that flows know. */
const flowFields: Readonly<Record<string, string>> = {
  site: 'site',
  device: 'exporter',
  interface: 'interface',
};

/** What can be done with the element of a page. A deleted one leaves it for the list. */
export function ElementActions({ element }: { readonly element: InventoryElement }) {
  const navigate = useNavigate();
  const { kind, customer, active, id } = element;
  const field = flowFields[kind];
  const { itemsFor, dialog } = useElementChanges(kind, (action) => {
    if (action === 'delete') void navigate({ to: '/inventory', search: { customer, kind } });
  });
  return (
    <>
      {field !== undefined && (
        <ExploreLink
          button
          customer={customer}
          filter={`${field} = #${String(id)}`}
          by={['application', 'remote-site']}
        />
      )}
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
