import { useMemo } from 'react';
import { IconPlus } from '@tabler/icons-react';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import { addCluster } from '#schemas/cluster/routes.ts';
import { panelOf } from '#web/kernel/api/panel-of.ts';
import { useRefusal } from '#web/kernel/permission/use-permission.ts';
import { usePlacedActs } from '#web/kernel/resource/use-placed-acts.tsx';
import { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { PanelState } from '#web/ui/panel-state.ts';
import { SearchField } from '#web/ui/SearchField.tsx';
import { sortingFrom, sortingText } from '#web/ui/sorting-text.ts';
import { Table } from '#web/ui/Table.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { useDensity } from '#web/ui/use-density.ts';
import { ClusterDetails } from './ClusterDetails.tsx';
import { ClusterFormDialog } from './ClusterFormDialog.tsx';
import { clusterColumns, sitesText } from './cluster-columns.tsx';
import { useClusterChoices, useClusterRemoval, useClusters, useClusterSearch } from './use-clusters.ts';
import { useClusterTexts } from './use-cluster-texts.ts';
import './cluster.css';

const none: readonly ClusterEntry[] = [];
const nothing: ReadonlySet<string> = new Set();
/** What the details show anyway. */
const besideDetails: ReadonlySet<string> = new Set(['visibility', 'modified', 'owner']);
const clusterId = ({ id }: ClusterEntry): string => String(id);
const clusterName = ({ name }: ClusterEntry): string => name;

/** Clusters of a customer. */
export function ClusterPage() {
  const { search } = useClusterSearch();
  const { customer } = search;
  return customer === undefined ? null : <ClustersOfCustomer key={customer} customerId={customer} />;
}

function useShown(customerId: number): {
  readonly shown: readonly ClusterEntry[];
  readonly state: PanelState;
} {
  const text = useClusterTexts();
  const language = useLanguage();
  const { search, change } = useClusterSearch();
  const clusters = useClusters(customerId);
  const { q = '' } = search;
  const all = clusters.data ?? none;
  const shown = useMemo(() => {
    const wanted = q.toLocaleLowerCase();
    return all.filter((one) =>
      `${one.name} ${one.owner?.name ?? ''} ${sitesText(one, text)}`.toLocaleLowerCase().includes(wanted),
    );
  }, [all, q, text]);
  const state = panelOf(clusters, language, 'PARAMETERS.CLUSTER.read');
  if (state.is !== 'ready' || shown.length > 0) return { shown, state };
  if (all.length === 0) return { shown, state: { is: 'empty', title: text('none'), hint: text('noneHint') } };
  const clear = () => change({ q: undefined });
  const filters = [{ label: text('filterText', { text: q }), clear }];
  return { shown, state: { is: 'empty-by-filter', filters, clearAll: clear } };
}

/** Why a cluster cannot be changed by the user. */
function useRefusalOf(): (cluster: ClusterEntry) => string | undefined {
  const resource = useResourceTexts();
  const refusal = useRefusal(addCluster);
  return ({ edit }) => refusal ?? (edit === 'nowhere' ? resource('notYours') : undefined);
}

/** The form that the address asks for, once what it offers is here. */
function EditedCluster({ customerId }: { readonly customerId: number }) {
  const { search, change } = useClusterSearch();
  const clusters = useClusters(customerId);
  const choices = useClusterChoices(customerId);
  const cluster = clusters.data?.find((one) => clusterId(one) === search.edit);
  if (choices.data === undefined || search.edit === undefined) return null;
  if (search.edit !== 'new' && cluster === undefined) return null;
  return (
    <ClusterFormDialog
      key={search.edit}
      customerId={customerId}
      cluster={cluster}
      choices={choices.data}
      onClose={() => change({ edit: undefined })}
    />
  );
}

function useColumns(acts: ReturnType<typeof usePlacedActs<ClusterEntry>>['actsOf']) {
  const text = useClusterTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const refusalOf = useRefusalOf();
  return clusterColumns({ text, resource, language, acts, refusalOf });
}

function Header() {
  const text = useClusterTexts();
  const { change } = useClusterSearch();
  const actions = (
    <Button
      kind="primary"
      icon={<IconPlus size={15} />}
      disabledReason={useRefusal(addCluster)}
      onClick={() => change({ edit: 'new' })}
    >
      {text('add')}
    </Button>
  );
  const aside = <span className="tt-muted">{text('lead')}</span>;
  return <PageHeader title={text('title')} aside={aside} actions={actions} />;
}

function ClustersOfCustomer({ customerId }: { readonly customerId: number }) {
  const text = useClusterTexts();
  const isWide = useWide();
  const { search, change } = useClusterSearch();
  const { shown, state } = useShown(customerId);
  const { actsOf, edit, dialogs } = usePlacedActs<ClusterEntry>({
    place: { kind: 'cluster', customerId },
    onEdit: ({ id }) => change({ edit: String(id) }),
    removal: { consequence: text('removeHint'), run: useClusterRemoval(customerId) },
  });
  const refusalOf = useRefusalOf();
  const opened = shown.find(({ id }) => id === search.open);
  return (
    <div className="tt-page">
      <Header />
      <Toolbar label={text('find')}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <div className="tt-page-body">
        <Panel label={text('list')} state={state}>
          <Table
            label={text('list')}
            rows={shown}
            columns={useColumns(actsOf)}
            rowId={clusterId}
            rowName={clusterName}
            density={useDensity()}
            hidden={opened === undefined || isWide ? nothing : besideDetails}
            sorting={sortingFrom(search.sort)}
            onSort={(sorting) => change({ sort: sortingText(sorting) })}
            openedId={opened === undefined ? undefined : clusterId(opened)}
            onOpen={({ id }) => change({ open: id })}
          />
        </Panel>
        {opened !== undefined && (
          <ClusterDetails
            cluster={opened}
            refusal={refusalOf(opened)}
            onEdit={() => edit(opened)}
            onClose={() => change({ open: undefined })}
          />
        )}
      </div>
      <EditedCluster customerId={customerId} />
      {dialogs}
    </div>
  );
}
