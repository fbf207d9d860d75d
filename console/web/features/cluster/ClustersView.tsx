import { useMemo } from 'react';
import { IconPlus } from '@tabler/icons-react';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import type { ResourcePlace } from '#web/kernel/resource/placed.ts';
import { usePlacedActs } from '#web/kernel/resource/use-placed-acts.tsx';
import { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { ClusterDetails } from './ClusterDetails.tsx';
import { ClusterFormDialog } from './ClusterFormDialog.tsx';
import { clusterColumns, sitesText } from './cluster-columns.tsx';
import type { ClusterApi } from './cluster-api.ts';
import type { ClusterSearch } from './cluster-search.ts';
import { useClusterChoices, useClusterRemoval, useClusters } from './cluster-queries.ts';
import { useClusterTexts } from './use-cluster-texts.ts';
import './cluster.css';

const none: readonly ClusterEntry[] = [];
const nothing: ReadonlySet<string> = new Set();
/** What the details show anyway. */
const besideDetails: ReadonlySet<string> = new Set(['visibility', 'modified', 'owner']);
const clusterId = ({ id }: ClusterEntry): string => String(id);
const clusterName = ({ name }: ClusterEntry): string => name;

type Shown = Omit<ClusterSearch, 'customer'>;

export interface ClustersViewProps {
  readonly place: ClusterApi;
  readonly search: Shown;
  readonly change: (part: Partial<Shown>) => void;
}

function useShown({ place, search, change }: ClustersViewProps): {
  readonly shown: readonly ClusterEntry[];
  readonly state: PanelState;
} {
  const text = useClusterTexts();
  const language = useLanguage();
  const clusters = useClusters(place);
  const { q = '' } = search;
  const all = clusters.data ?? none;
  const shown = useMemo(() => {
    const wanted = q.toLocaleLowerCase();
    return all.filter((one) =>
      `${one.name} ${one.owner?.name ?? ''} ${sitesText(one, text)}`.toLocaleLowerCase().includes(wanted),
    );
  }, [all, q, text]);
  const state = panelStateOf(clusters, language, 'PARAMETERS.CLUSTER.read');
  if (state.is !== 'ready' || shown.length > 0) return { shown, state };
  if (all.length === 0) return { shown, state: { is: 'empty', title: text('none'), hint: text('noneHint') } };
  const clear = () => change({ q: undefined });
  const filters = [{ label: text('filterText', { text: q }), clear }];
  return { shown, state: { is: 'empty-by-filter', filters, clearAll: clear } };
}

/** Why a cluster cannot be changed here by the user. */
function useDisabledReasonOf({ writing, customerId }: ClusterApi): (cluster: ClusterEntry) => string | undefined {
  const resource = useResourceTexts();
  const disabledReason = useDisabledReason(writing);
  return ({ edit }) => {
    const isHere = customerId === undefined ? edit === 'multi-client' : edit === 'here';
    return disabledReason ?? (isHere ? undefined : resource('notYours'));
  };
}

/** The form that the address asks for, once what it offers is here. */
function EditedCluster({ place, search, change }: ClustersViewProps) {
  const clusters = useClusters(place);
  const choices = useClusterChoices(place);
  const cluster = clusters.data?.find((one) => clusterId(one) === search.edit);
  if (choices.data === undefined || search.edit === undefined) return null;
  if (search.edit !== 'new' && cluster === undefined) return null;
  return (
    <ClusterFormDialog
      key={search.edit}
      place={place}
      cluster={cluster}
      choices={choices.data}
      onClose={() => change({ edit: undefined })}
    />
  );
}

function useColumns(place: ClusterApi, acts: ReturnType<typeof usePlacedActs<ClusterEntry>>['actsOf']) {
  const text = useClusterTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const disabledReasonOf = useDisabledReasonOf(place);
  const isProvider = place.customerId === undefined;
  return clusterColumns({ text, resource, language, isProvider, acts, disabledReasonOf });
}

function Header({ place, change }: Pick<ClustersViewProps, 'place' | 'change'>) {
  const text = useClusterTexts();
  const actions = (
    <Button
      kind="primary"
      icon={<IconPlus size={15} />}
      disabledReason={useDisabledReason(place.writing)}
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
  const { place, search, change } = props;
  const { customerId } = place;
  const text = useClusterTexts();
  const isWide = useWide();
  const { shown, state } = useShown(props);
  const kind = 'cluster' as const;
  const where: ResourcePlace = customerId === undefined ? { kind } : { kind, customerId };
  const { actsOf, edit, dialogs } = usePlacedActs<ClusterEntry>({
    place: where,
    onEdit: ({ id }) => change({ edit: String(id) }),
    removal: { consequence: text('removeHint'), run: useClusterRemoval(place) },
  });
  const disabledReasonOf = useDisabledReasonOf(place);
  const opened = shown.find(({ id }) => id === search.open);
  return (
    <div className="tt-page">
      <Header place={place} change={change} />
      <Toolbar label={text('find')}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <div className="tt-page-body">
        <Panel label={text('list')} state={state}>
          <DataTable
            label={text('list')}
            rows={shown}
            columns={useColumns(place, actsOf)}
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
