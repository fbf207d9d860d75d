import type { QosModel } from '#schemas/qos/model.ts';
import { Menu } from '#web/ui/menu/Menu.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { useQosSearch } from './qos-search.ts';
import { useQosTexts } from './texts/en.ts';

/** The customers with classes of their own; each opens its classes. */
export function OwnCustomers({ model: { customers } }: { readonly model: QosModel }) {
  const text = useQosTexts();
  const { change } = useQosSearch();
  if (customers.length === 0) return null;
  return (
    <Menu
      target={<Button kind="quiet">{text('ownCustomers', { count: customers.length })}</Button>}
      items={customers.map(({ id, name, basis }) => ({
        is: 'action',
        label: text('ownCustomer', { name, basis: text(`basis-${basis}`) }),
        run: () => change({ client: id, q: undefined }),
      }))}
    />
  );
}
