import { IconPlus } from '@tabler/icons-react';
import { createCustomer } from '#schemas/customer/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { BrandDialog } from './BrandDialog.tsx';
import { CustomerFormDialog } from './CustomerFormDialog.tsx';
import { CustomersTab } from './CustomersTab.tsx';
import { ProfileFormDialog } from './ProfileFormDialog.tsx';
import { ProfilesTab } from './ProfilesTab.tsx';
import { DeleteCustomerDialog } from './DeleteCustomerDialog.tsx';
import { useCustomerSearch } from './customer-search.ts';
import { useCustomers, useProfiles } from './customer-queries.ts';
import { useCustomerTexts } from './texts/en.ts';
import './customer.css';

/** The form or confirmation of the address, once its options are loaded. */
function CustomerDialogs() {
  const { search, change } = useCustomerSearch();
  const { data } = useCustomers();
  const profiles = useProfiles();
  if (data === undefined || profiles.data === undefined) return null;
  const edited = data.customers.find(({ id }) => String(id) === search.edit);
  const branded = data.customers.find(({ id }) => id === search.brand);
  const removed = data.customers.find(({ id }) => id === search.remove);
  return (
    <>
      {(search.edit === 'new' || edited !== undefined) && (
        <CustomerFormDialog
          key={search.edit}
          customer={edited}
          profiles={profiles.data}
          roles={data.roles}
          onClose={() => change({ edit: undefined })}
        />
      )}
      {branded !== undefined && (
        <BrandDialog customer={branded} onClose={() => change({ brand: undefined })} />
      )}
      {removed !== undefined && (
        <DeleteCustomerDialog customer={removed} onClose={() => change({ remove: undefined })} />
      )}
    </>
  );
}

function ProfileDialog() {
  const { search, change } = useCustomerSearch();
  const { data } = useProfiles();
  const edited = data?.find(({ id }) => String(id) === search.edit);
  if (search.edit !== 'new' && edited === undefined) return null;
  return <ProfileFormDialog key={search.edit} profile={edited} onClose={() => change({ edit: undefined })} />;
}

/** Customers and their profiles. */
export function CustomerPage() {
  const text = useCustomerTexts();
  const { search, change } = useCustomerSearch();
  const onProfiles = search.tab === 'profiles';
  const actions = (
    <Button
      kind="primary"
      icon={<IconPlus size={15} />}
      disabledReason={useDisabledReason(createCustomer)}
      onClick={() => change({ edit: 'new' })}
    >
      {text(onProfiles ? 'addProfile' : 'add')}
    </Button>
  );
  const open = (tab: string) =>
    change({ tab: tab === 'profiles' ? 'profiles' : undefined, edit: undefined, remove: undefined });
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} actions={actions} />
      <Tabs
        page
        label={text('tabs')}
        chosen={search.tab ?? 'customers'}
        onChoose={open}
        tabs={[
          { id: 'customers', label: text('customers'), content: <CustomersTab /> },
          { id: 'profiles', label: text('profiles'), content: <ProfilesTab /> },
        ]}
      />
      {onProfiles ? <ProfileDialog /> : <CustomerDialogs />}
    </div>
  );
}
