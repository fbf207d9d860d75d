import { useMemo } from 'react';
import { inventoryKinds } from '#schemas/inventory/list/inventory-kind.ts';
import { kindsOfZone } from '#schemas/inventory/list/zone.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { ElementList } from './ElementList.tsx';
import type { ListedCustomers } from './inventory-queries.ts';
import { LogButton } from './log/LogButton.tsx';
import { ZoneSelect } from './ZoneSelect.tsx';
import { useInventoryAcrossSearch, useInventorySearch } from './use-inventory-search.ts';
import type { InventoryListAddress } from './inventory-search.ts';
import { SlowNote } from './SlowNote.tsx';
import { useInventoryTexts } from './texts/en.ts';

interface KindsProps {
  readonly of: ListedCustomers;
  readonly address: InventoryListAddress;
  readonly customers?: ReadonlyMap<number, string>;
}

/** A tab for each kind of element. Conditions are on properties of a kind: another kind has its own. */
function Kinds(props: KindsProps) {
  const text = useInventoryTexts();
  const { search, change } = props.address;
  return (
    <Tabs
      page
      label={text('kinds')}
      chosen={search.kind}
      tabs={(search.zone === undefined ? inventoryKinds : kindsOfZone(search.zone)).map((kind) => ({
        id: kind,
        label: text(`kind_${kind}`),
        content: kind === search.kind && <ElementList key={kind} {...props} />,
      }))}
      onChoose={(chosen) =>
        change({ kind: inventoryKinds.find((kind) => kind === chosen), where: undefined, sort: undefined })
      }
    />
  );
}

/** The inventory of a customer. */
export function InventoryPage() {
  const text = useInventoryTexts();
  const { search, change } = useInventorySearch();
  const { customer } = search;
  if (customer === undefined) return null;
  return (
    <div className="tt-page">
      <PageHeader
        title={text('title')}
        actions={
          <>
            <ZoneSelect address={{ search, change }} />
            <LogButton customers={[{ id: customer, name: '' }]} />
          </>
        }
      />
      <Kinds key={customer} of={{ customer }} address={{ search, change }} />
    </div>
  );
}

/** The inventory of several customers, or of all that the user sees. */
export function InventoryAcrossPage() {
  const text = useInventoryTexts();
  const { search, change } = useInventoryAcrossSearch();
  const session = useSession();
  const names = useMemo(() => new Map(session.customers.map(({ id, name }) => [id, name])), [session]);
  const { customers } = search;
  const logged = session.customers.filter(({ id }) => customers.length === 0 || customers.includes(id));
  return (
    <div className="tt-page">
      <PageHeader
        title={text('titleAcross')}
        actions={
          <>
            <ZoneSelect address={{ search, change }} />
            <LogButton key={customers.join(',')} customers={logged} />
          </>
        }
      />
      <div className="tt-inventory-customers">
        <MultiSelect
          quietLabel
          label={text('customers')}
          placeholder={text('allCustomers')}
          options={session.customers.map(({ id, name }) => ({ value: String(id), label: name }))}
          values={customers.map(String)}
          onChange={(chosen) => change({ customers: chosen.map(Number) })}
        />
      </div>
      {customers.length === 0 && <SlowNote />}
      <Kinds of={{ customers }} address={{ search, change }} customers={names} />
    </div>
  );
}
