import { useMemo } from 'react';
import { createCustomer, deleteCustomer } from '#schemas/customer/routes.ts';
import type { Customer } from '#schemas/customer/customer.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { customerColumns } from './customer-columns.tsx';
import { useCustomerSearch } from './customer-search.ts';
import { useCustomers } from './customer-queries.ts';
import { useCustomerTexts } from './texts/en.ts';
import './customer.css';

const customerId = ({ id }: Customer): string => String(id);
const customerName = ({ name }: Customer): string => name;

const textsOfCustomer = ({ name, clientId, profileName }: Customer) => [name, clientId, profileName];

function useCustomerPanel() {
  const text = useCustomerTexts();
  const { search, change } = useCustomerSearch();
  const query = useCustomers();
  const disabledReason = useDisabledReason(createCustomer);
  return useListPanel({
    query,
    rows: query.data?.customers,
    q: search.q,
    textsOf: textsOfCustomer,
    change,
    empty: { title: text('emptyTitle'), add: { disabledReason, run: () => change({ edit: 'new' }) } },
  });
}

/** The customers; Enter or a click opens the form of one. */
export function CustomersTab() {
  const text = useCustomerTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const { search, change } = useCustomerSearch();
  const { shown, state, isRead } = useCustomerPanel();
  const disabledReason = useDisabledReason(deleteCustomer);
  const columns = useMemo(
    () =>
      customerColumns({
        text,
        resource,
        language,
        disabledReason,
        onEdit: ({ id }) => change({ edit: String(id) }),
        onRemove: ({ id }) => change({ remove: id }),
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- changing the address needs nothing of what was rendered
    [text, resource, language, disabledReason],
  );
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  const end = isRead && <span className="tt-muted">{text('count', { count: shown.length })}</span>;
  return (
    <>
      <Toolbar label={text('toolbar')} end={end}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <Panel label={text('customers')} state={state}>
        <DataTable
          name="customers"
          label={text('customers')}
          rows={shown}
          columns={columns}
          rowId={customerId}
          rowName={customerName}
          density={useDensity()}
          sorting={sorting}
          onSort={(next) => change({ sort: sortingText(next) })}
          onOpen={({ id }) => change({ edit: String(id) })}
        />
      </Panel>
    </>
  );
}
