import { Link, useNavigate } from '@tanstack/react-router';
import { IconBell, IconChevronDown, IconList } from '@tabler/icons-react';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { ExploreLink } from '#web/kernel/explore/ExploreLink.tsx';
import { LivewireLink } from '#web/kernel/livewire/LivewireLink.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { RealtimeButton } from '#web/kernel/realtime/RealtimeButton.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { targetOfElements } from '../change/change-target.ts';
import { useElementChanges } from '../change/use-element-changes.tsx';
import { useInventoryTexts } from '../texts/en.ts';
import { flowFilter } from './flow-filter.ts';
import { alertSearchOf, type Subject } from './subject.ts';
import { useElementTexts } from './texts/en.ts';

/** Changes of an element, in a menu. A deleted one leaves its page for the list. */
function ChangeMenu({ element }: { readonly element: InventoryElement }) {
  const text = useElementTexts();
  const names = useInventoryTexts();
  const navigate = useNavigate();
  const { kind, customer, active } = element;
  const list = (): void => void navigate({ to: '/inventory', search: { customer, kind } });
  const { itemsFor, dialog } = useElementChanges(kind, (action) => {
    if (action === 'delete') list();
  });
  const items = (): readonly MenuItem[] => [
    { is: 'action', label: names('backToList'), icon: <IconList size={15} />, run: list },
    { is: 'line', id: 'changes' },
    ...itemsFor(() => targetOfElements(kind, [element]), 1, active),
  ];
  return (
    <>
      <Menu target={<Button icon={<IconChevronDown size={15} />}>{text('menu')}</Button>} items={items} />
      {dialog}
    </>
  );
}

/** What can be done with the subject of a page: what opens more of it as buttons, what changes it in a menu. */
export function ElementActions({ subject }: { readonly subject: Subject }) {
  const text = useElementTexts();
  const seesAlarms = usePermission('ALERT.read');
  const { customer, detail } = subject;
  const filter = flowFilter(subject);
  return (
    <>
      {detail !== undefined && <RealtimeButton element={detail.element} />}
      {filter !== undefined && (
        <ExploreLink button customer={customer} filter={filter} by={['application', 'remote-site']} />
      )}
      {detail !== undefined && <LivewireLink element={detail.element} />}
      {seesAlarms && (
        <Link className="tt-button" to="/alert" search={alertSearchOf(subject)}>
          <IconBell size={15} />
          {text('openAlarms')}
        </Link>
      )}
      {detail !== undefined && <ChangeMenu element={detail.element} />}
    </>
  );
}
