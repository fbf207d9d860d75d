import { useMemo } from 'react';
import { createCustomer, deleteCustomer } from '#schemas/customer/routes.ts';
import type { Customer } from '#schemas/customer/customer.ts';
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { customerColumns } from './customer-columns.tsx';
import { useCustomerSearch } from './customer-search.ts';
import { useCustomers } from './customer-queries.ts';
import { useCustomerTexts } from './texts/en.ts';
import './customer.css';

const customerId = ({ id }: Customer): string => String(id);
const customerName = ({ name }: Customer): string => name;
const textsOfCustomer = ({ name, clientId, profileName }: Customer) => [name, clientId, profileName];

/** The customers; Enter or a click opens the form of one. */
export function CustomersTab() {
  const text = useCustomerTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const address = useCustomerSearch();
  const { change } = address;
  const query = useCustomers();
  const creating = useDisabledReason(createCustomer);
  const disabledReason = useDisabledReason(deleteCustomer);
  const columns = useMemo(
    () =>
      customerColumns({
        text,
        resource,
        language,
        disabledReason,
        onEdit: ({ id }) => change({ edit: String(id) }),
        onBrand: ({ id }) => change({ brand: id }),
        onRemove: ({ id }) => change({ remove: id }),
      }),
    [text, resource, language, disabledReason, change],
  );
  return (
    <ListTable
      name="customers"
      label={text('customers')}
      toolbar={text('toolbar')}
      find={text('find')}
      address={address}
      query={query}
      rows={query.data?.customers}
      columns={columns}
      rowId={customerId}
      rowName={customerName}
      textsOf={textsOfCustomer}
      empty={{
        title: text('emptyTitle'),
        add: { disabledReason: creating, run: () => change({ edit: 'new' }) },
      }}
      renderEnd={(shown) =>
        shown && <span className="tt-muted">{text('count', { count: shown.length })}</span>
      }
      onOpen={({ id }) => change({ edit: String(id) })}
    />
  );
}
