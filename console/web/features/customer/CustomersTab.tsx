import { useMemo } from 'react';
import { deleteCustomer } from '#schemas/customer/routes.ts';
import type { Customer } from '#schemas/customer/customer.ts';
import { panelOf } from '#web/kernel/api/panel-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { PanelState } from '#web/ui/panel-state.ts';
import { SearchField } from '#web/ui/SearchField.tsx';
import { sortingFrom, sortingText } from '#web/ui/sorting-text.ts';
import { Table } from '#web/ui/Table.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { useDensity } from '#web/ui/use-density.ts';
import { customerColumns } from './customer-columns.tsx';
import { matches } from './customer-draft.ts';
import { useCustomerPage } from './use-customer-page.ts';
import { useCustomers } from './use-customers.ts';
import { useCustomerTexts } from './use-customer-texts.ts';
import './customer.css';

const none: readonly Customer[] = [];
const customerId = ({ id }: Customer): string => String(id);
const customerName = ({ name }: Customer): string => name;

function useShown(): { readonly shown: readonly Customer[]; readonly state: PanelState } {
  const text = useCustomerTexts();
  const language = useLanguage();
  const { search, change } = useCustomerPage();
  const asked = useCustomers();
  const { q = '' } = search;
  const all = asked.data?.customers ?? none;
  const shown = useMemo(() => all.filter((customer) => matches(customer, q)), [all, q]);
  const state = panelOf(asked, language);
  if (state.is !== 'ready' || shown.length > 0) return { shown, state };
  if (all.length === 0) return { shown, state: { is: 'empty', title: text('emptyTitle') } };
  const clear = () => change({ q: undefined });
  const filters = [{ label: text('filterText', { text: q }), clear }];
  return { shown, state: { is: 'empty-by-filter', filters, clearAll: clear } };
}

/** Customers as a table; Enter or a press opens the form of one. */
export function CustomersTab() {
  const text = useCustomerTexts();
  const language = useLanguage();
  const { search, change } = useCustomerPage();
  const { shown, state } = useShown();
  const disabledReason = useDisabledReason(deleteCustomer);
  const columns = useMemo(
    () =>
      customerColumns({
        text,
        language,
        disabledReason,
        onEdit: ({ id }) => change({ edit: String(id) }),
        onRemove: ({ id }) => change({ remove: id }),
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- changing the address needs nothing of what was rendered
    [text, language, disabledReason],
  );
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  const isRead = state.is !== 'never-loaded' && state.is !== 'error';
  const end = isRead && <span className="tt-muted">{text('count', { count: shown.length })}</span>;
  return (
    <>
      <Toolbar label={text('toolbar')} end={end}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <Panel label={text('customers')} state={state}>
        <Table
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
