import { useMemo, useState } from 'react';
import { IconArrowsSort, IconPlus } from '@tabler/icons-react';
import { warningText } from '#schemas/problem/warning.ts';
import { ReadOnlyNote } from '#web/kernel/permission/ReadOnlyNote.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { OrderDialog } from '#web/ui/order/OrderDialog.tsx';
import { PanelMessage } from '#web/ui/panel/PanelMessage.tsx';
import { ClassesTab } from './ClassesTab.tsx';
import { ClassFormDialog } from './ClassFormDialog.tsx';
import { MappingTab } from './MappingTab.tsx';
import { customerQosApi, providerQosApi, type QosApi } from './qos-api.ts';
import { qosTouches, useQosModel } from './qos-queries.ts';
import { QosTab, useQosSearch, type QosSearch } from './qos-search.ts';
import { isOwn } from './qos-space.ts';
import { TrafficAcrossTab } from './TrafficAcrossTab.tsx';
import { TrafficTab } from './TrafficTab.tsx';
import { UnmappedAcrossTab } from './UnmappedAcrossTab.tsx';
import { UnmappedTab } from './UnmappedTab.tsx';
import { useQosTexts } from './texts/en.ts';
import '#web/styles/series.css';
import './qos.css';

const PROVIDER = 'provider';

/** What has rows of every customer where none is chosen. */
const isAcross = ({ tab }: Pick<QosSearch, 'tab'>): boolean => tab === 'unmapped' || tab === 'traffic';

/** Whose classes are shown: the provider's, which are the default, or a customer's. */
function SpaceChoice() {
  const text = useQosTexts();
  const { customers } = useSession();
  const { search, change } = useQosSearch();
  return (
    <Select
      quietLabel
      searchable
      label={text('space')}
      nothingFound={text('noCustomer')}
      options={[
        { value: PROVIDER, label: text(isAcross(search) ? 'everyCustomer' : 'providerSpace') },
        ...customers.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={search.client === undefined ? PROVIDER : String(search.client)}
      onChange={(value) =>
        change({ client: value === PROVIDER ? undefined : Number(value), q: undefined, edit: undefined })
      }
    />
  );
}

function Order({ api, onClose }: { readonly api: QosApi; readonly onClose: () => void }) {
  const text = useQosTexts();
  const { data } = useQosModel(api);
  const { run, isPending } = useAction(qosTouches);
  // Of the order that the user has seen: a later one of another user is not overwritten.
  const [seen] = useState(data);
  if (seen === undefined) return null;
  return (
    <OrderDialog
      title={text('orderTitle')}
      hint={text('orderHint')}
      label={text('orderList')}
      findLabel={text('find')}
      entries={seen.classes.filter((one) => isOwn(api, one))}
      busy={isPending}
      onSave={(ids) => run(() => api.order(ids, seen.version), { done: text('orderSaved'), onDone: onClose })}
      onClose={onClose}
    />
  );
}

function Actions({ api }: { readonly api: QosApi }) {
  const text = useQosTexts();
  const { change } = useQosSearch();
  const [ordering, setOrdering] = useState(false);
  const { data } = useQosModel(api);
  const disabledReason = useDisabledReason(api.writing);
  const own = data?.classes.filter((one) => isOwn(api, one)).length ?? 0;
  return (
    <>
      <Button
        icon={<IconArrowsSort size={15} />}
        disabledReason={disabledReason ?? (own < 2 ? text('orderNothing') : undefined)}
        onClick={() => setOrdering(true)}
      >
        {text('order')}
      </Button>
      <Button
        kind="primary"
        icon={<IconPlus size={15} />}
        disabledReason={disabledReason}
        onClick={() => change({ edit: 'new' })}
      >
        {text('add')}
      </Button>
      {ordering && <Order api={api} onClose={() => setOrdering(false)} />}
    </>
  );
}

/** The form that the address opens, once the classes are read. */
function Edited({ api }: { readonly api: QosApi }) {
  const { search, change } = useQosSearch();
  const { data } = useQosModel(api);
  const found = data?.classes.find(({ id }) => String(id) === search.edit);
  if (data === undefined || (search.edit !== 'new' && found === undefined)) return null;
  return (
    <ClassFormDialog
      key={search.edit}
      api={api}
      model={data}
      of={found}
      onClose={() => change({ edit: undefined })}
    />
  );
}

/** In place of what concerns one customer, next to the classes of the provider. */
function ChooseCustomer() {
  const text = useQosTexts();
  return (
    <PanelMessage state={{ is: 'empty', title: text('chooseCustomer'), hint: text('chooseCustomerHint') }} />
  );
}

/** Classes of service of the provider and of its customers, what they match, and their traffic. */
export function QosPage() {
  const text = useQosTexts();
  const { search, change } = useQosSearch();
  const { client, tab = 'classes' } = search;
  const customer = useMemo(() => (client === undefined ? undefined : customerQosApi(client)), [client]);
  const api = customer ?? providerQosApi;
  const language = useLanguage();
  const open = (next: string) =>
    change({
      tab: next === 'classes' ? undefined : QosTab.parse(next),
      q: undefined,
      sort: undefined,
      by: undefined,
    });
  return (
    <div className="tt-page">
      <PageHeader
        title={text('title')}
        aside={<SpaceChoice />}
        actions={tab === 'classes' ? <Actions api={api} /> : undefined}
      />
      <ReadOnlyNote call={api.writing} />
      {customer === undefined && isAcross(search) && (
        <Banner tone="info">{warningText('ALL_CUSTOMERS_SLOW', language)}</Banner>
      )}
      <Tabs
        page
        label={text('tabs')}
        chosen={tab}
        onChoose={open}
        tabs={[
          { id: 'classes', label: text('classes'), content: <ClassesTab key={client} api={api} /> },
          {
            id: 'mapping',
            label: text('mapping'),
            content: customer === undefined ? <ChooseCustomer /> : <MappingTab api={customer} />,
          },
          {
            id: 'unmapped',
            label: text('unmapped'),
            content: customer === undefined ? <UnmappedAcrossTab /> : <UnmappedTab api={customer} />,
          },
          {
            id: 'traffic',
            label: text('traffic'),
            content: customer === undefined ? <TrafficAcrossTab /> : <TrafficTab api={customer} />,
          },
        ]}
      />
      <Edited api={api} />
    </div>
  );
}
