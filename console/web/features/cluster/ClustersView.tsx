import { IconPlus } from '@tabler/icons-react';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import type { ResourcePlace } from '#web/kernel/resource/placed.ts';
import { usePlacedActions } from '#web/kernel/resource/use-placed-actions.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { ClusterDetails } from './ClusterDetails.tsx';
import { ClusterFormDialog } from './ClusterFormDialog.tsx';
import { clusterColumns, sitesText } from './cluster-columns.tsx';
import type { ClusterApi } from './cluster-api.ts';
import type { ClusterSearch } from './cluster-search.ts';
import { useClusterChoices, useClusterRemoval, useClusters } from './cluster-queries.ts';
import { useClusterTexts } from './texts/en.ts';
import './cluster.css';

const nothing: ReadonlySet<string> = new Set();
/** Columns that the details repeat. */
const columnsWithDetails: ReadonlySet<string> = new Set(['visibility', 'modified', 'owner']);
const clusterId = ({ id }: ClusterEntry): string => String(id);
const clusterName = ({ name }: ClusterEntry): string => name;

type ViewSearch = Omit<ClusterSearch, 'customer'>;

export interface ClustersViewProps {
  readonly api: ClusterApi;
  readonly search: ViewSearch;
  readonly change: (part: Partial<ViewSearch>) => void;
}

function useClusterPanel({ api, search, change }: ClustersViewProps) {
  const text = useClusterTexts();
  const query = useClusters(api);
  return useListPanel({
    query,
    rows: query.data,
    q: search.q,
    textsOf: (cluster) => [`${cluster.name} ${cluster.owner?.name ?? ''} ${sitesText(cluster, text)}`],
    change,
    empty: {
      title: text('none'),
      hint: text('noneHint'),
      add: { disabledReason: useDisabledReason(api.writing), run: () => change({ edit: 'new' }) },
    },
    needs: 'PARAMETERS.CLUSTER.read',
  });
}

/** Why the user cannot change a cluster here. */
function useDisabledReasonOf({
  writing,
  customerId,
}: ClusterApi): (cluster: ClusterEntry) => string | undefined {
  const resource = useResourceTexts();
  const disabledReason = useDisabledReason(writing);
  const reachReason = useReachReason();
  return (cluster) => {
    const { edit } = cluster;
    if (customerId === undefined) {
      const foreign = edit === 'multi-client' ? undefined : resource('notYours');
      return disabledReason ?? reachReason(cluster) ?? foreign;
    }
    return disabledReason ?? (edit === 'here' ? undefined : resource('notYours'));
  };
}

/** The form that the address opens, once its choices are loaded. */
function EditedCluster({ api, search, change }: ClustersViewProps) {
  const clusters = useClusters(api);
  const choices = useClusterChoices(api);
  const cluster = clusters.data?.find((one) => clusterId(one) === search.edit);
  if (choices.data === undefined || search.edit === undefined) return null;
  if (search.edit !== 'new' && cluster === undefined) return null;
  return (
    <ClusterFormDialog
      key={search.edit}
      api={api}
      cluster={cluster}
      choices={choices.data}
      onClose={() => change({ edit: undefined })}
    />
  );
}

function useColumns(
  api: ClusterApi,
  actions: ReturnType<typeof usePlacedActions<ClusterEntry>>['actionsOf'],
) {
  const text = useClusterTexts();
  const resource = useResourceTexts();
  const disabledReasonOf = useDisabledReasonOf(api);
  const isProvider = api.customerId === undefined;
  return clusterColumns({ text, resource, isProvider, actions, disabledReasonOf });
}

function Header({ api, change }: Pick<ClustersViewProps, 'api' | 'change'>) {
  const text = useClusterTexts();
  const actions = (
    <Button
      kind="primary"
      icon={<IconPlus size={15} />}
      disabledReason={useDisabledReason(api.writing)}
      onClick={() => change({ edit: 'new' })}
    >
      {text('add')}
    </Button>
  );
  const aside = <span className="tt-muted">{text('lead')}</span>;
  return <PageHeader title={text('title')} aside={aside} actions={actions} />;
}

/** Clusters of a customer or of the multi-client space. */
export function ClustersView(props: ClustersViewProps) {
  const { api, search, change } = props;
  const { customerId } = api;
  const text = useClusterTexts();
  const isWide = useWide();
  const { shown, state } = useClusterPanel(props);
  const kind = 'cluster' as const;
  const where: ResourcePlace = customerId === undefined ? { kind } : { kind, customerId };
  const { actionsOf, edit, dialogs } = usePlacedActions<ClusterEntry>({
    place: where,
    onEdit: ({ id }) => change({ edit: String(id) }),
    removal: { consequence: text('removeHint'), run: useClusterRemoval(api) },
  });
  const disabledReasonOf = useDisabledReasonOf(api);
  const opened = shown.find(({ id }) => id === search.open);
  return (
    <div className="tt-page">
      <Header api={api} change={change} />
      <Toolbar label={text('find')}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <div className="tt-page-body">
        <Panel label={text('list')} state={state}>
          <DataTable
            name="clusters"
            label={text('list')}
            rows={shown}
            columns={useColumns(api, actionsOf)}
            rowId={clusterId}
            rowName={clusterName}
            density={useDensity()}
            hidden={opened === undefined || isWide ? nothing : columnsWithDetails}
            {...useListSorting(props)}
            openedId={opened === undefined ? undefined : clusterId(opened)}
            onOpen={({ id }) => change({ open: id })}
          />
        </Panel>
        {opened !== undefined && (
          <ClusterDetails
            cluster={opened}
            isPlaced={customerId !== undefined}
            disabledReason={disabledReasonOf(opened)}
            onEdit={() => edit(opened)}
            onClose={() => change({ open: undefined })}
          />
        )}
      </div>
      <EditedCluster {...props} />
      {dialogs}
    </div>
  );
}
