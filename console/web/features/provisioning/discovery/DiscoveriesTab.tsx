import { useMemo } from 'react';
import {
  cancelDiscovery,
  repeatDiscovery,
  startDiscovery,
  type DiscoveryRun,
} from '#schemas/discovery/routes.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { provisioningTouches, useDiscoveries } from '../provisioning-queries.ts';
import { useProvisioningSearch } from '../provisioning-search.ts';
import { useProvisioningTexts } from '../texts/en.ts';
import { discoveryColumns, discoveryName } from './discovery-columns.tsx';
import { DiscoveryProposalsDialog } from './DiscoveryProposalsDialog.tsx';

const runId = ({ id }: DiscoveryRun): string => String(id);
const paramsOf = ({ id, customer }: DiscoveryRun) => ({ params: { customerId: customer, discoveryId: id } });

/** Names of the customers that the user sees. */
function useCustomerName(): (customer: number) => string {
  const { customers } = useSession();
  return useMemo(() => {
    const names = new Map(customers.map(({ id, name }) => [id, name]));
    return (customer) => names.get(customer) ?? '';
  }, [customers]);
}

function useColumns() {
  const text = useProvisioningTexts();
  const actionsLabel = useResourceTexts()('actions');
  const language = useLanguage();
  const disabledReason = useDisabledReason(startDiscovery);
  const customerName = useCustomerName();
  const { run: cancel } = useRouteAction(cancelDiscovery, { touches: provisioningTouches });
  const { run: repeat } = useRouteAction(repeatDiscovery, { touches: provisioningTouches });
  return useMemo(
    () =>
      discoveryColumns({
        text,
        language,
        actionsLabel,
        disabledReason,
        customerName,
        onCancel: (run) => cancel(paramsOf(run), { done: text('discoveryCancelled') }),
        onRepeat: (run) => repeat(paramsOf(run), { done: text('discoveryRepeated') }),
      }),
    [text, language, actionsLabel, disabledReason, customerName, cancel, repeat],
  );
}

/** Discoveries of every customer; Enter or a click shows the proposals of one. */
export function DiscoveriesTab() {
  const text = useProvisioningTexts();
  const { search, change } = useProvisioningSearch();
  const query = useDiscoveries();
  const customerName = useCustomerName();
  const columns = useColumns();
  const disabledReason = useDisabledReason(startDiscovery);
  const { shown, state } = useListPanel({
    query,
    rows: query.data?.discoveries,
    q: search.q,
    textsOf: ({ customer, siteName, ranges, createdBy }: DiscoveryRun) => [
      customerName(customer),
      siteName,
      createdBy,
      ...ranges,
    ],
    change,
    empty: {
      title: text('emptyDiscoveries'),
      add: { label: text('discover'), disabledReason, run: () => change({ edit: 'new' }) },
    },
  });
  const opened = query.data?.discoveries.find(({ id }) => id === search.discovery);
  return (
    <>
      <Toolbar label={text('toolbar')}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <Panel label={text('discoveries')} state={state}>
        <DataTable
          name="discoveries"
          label={text('discoveries')}
          rows={shown}
          columns={columns}
          rowId={runId}
          rowName={discoveryName}
          density={useDensity()}
          onOpen={({ id }) => change({ discovery: id })}
        />
      </Panel>
      {opened !== undefined && (
        <DiscoveryProposalsDialog
          key={opened.id}
          run={opened}
          onClose={() => change({ discovery: undefined })}
        />
      )}
    </>
  );
}
