import { useMemo, useState, type ReactNode } from 'react';
import { IconArrowsSort, IconFileImport, IconPlus } from '@tabler/icons-react';
import type { ApplicationEntry, ApplicationList } from '#schemas/application/application.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import type { ResourcePlace } from '#web/kernel/resource/placed.ts';
import { usePlacedActions } from '#web/kernel/resource/use-placed-actions.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { applicationColumns, type ApplicationRow } from './application-columns.tsx';
import { ApplicationDetails } from './ApplicationDetails.tsx';
import { attributesText } from './application-draft.ts';
import { ApplicationFormDialog } from './ApplicationFormDialog.tsx';
import type { ApplicationApi } from './application-api.ts';
import type { ApplicationSearch } from './application-search.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { ApplicationOrderDialog } from './ApplicationOrderDialog.tsx';
import { useOverrideActions } from './use-override-actions.tsx';
import { useApplicationRemoval, useApplications, useResponseTimes } from './application-queries.ts';
import { useApplicationTexts } from './texts/en.ts';
import './application.css';

export interface ApplicationsViewProps {
  readonly api: ApplicationApi;
  readonly search: Omit<ApplicationSearch, 'customer'>;
  readonly change: (part: Partial<Omit<ApplicationSearch, 'customer'>>) => void;
  /** Shown next to the search. */
  readonly tools?: ReactNode;
}

const none: readonly ApplicationEntry[] = [];
const nothing: ReadonlySet<string> = new Set();
/** Columns that the details repeat. */
const columnsWithDetails: ReadonlySet<string> = new Set(['recognised', 'category', 'owner', 'type', 'state']);
const idOf = ({ id }: ApplicationRow): string => String(id);
const nameOf = ({ name }: ApplicationRow): string => name;
const identity = { name: 'applications', rowId: idOf, rowName: nameOf } as const;

const searchedText = (row: ApplicationRow): readonly string[] => [
  `${row.name} ${row.category} ${row.owner?.name ?? ''} ${attributesText(row)}`,
];

function useApplicationPanel({ api, search, change }: ApplicationsViewProps) {
  const text = useApplicationTexts();
  const query = useApplications(api);
  const add = { disabledReason: useDisabledReason(api.writing), run: () => change({ edit: 'new' }) };
  const responses = useResponseTimes(api);
  const applications = query.data?.applications;
  const rows = useMemo(
    () =>
      applications?.map((application, at) => ({
        ...application,
        position: at + 1,
        response: responses.get(application.id),
      })),
    [applications, responses],
  );
  const onlyActive = {
    label: text('filterActive'),
    keeps: ({ status }: ApplicationRow) => status.active,
    reset: { active: false },
  };
  return useListPanel({
    query,
    rows,
    q: search.q,
    textsOf: searchedText,
    change,
    filters: [search.active && onlyActive],
    empty: { title: text('none'), hint: text('noneHint'), add },
  });
}

/** Why the user cannot change an application here, or override it if it is the provider’s. */
function useDisabledReasonOf({ writing, customerId }: ApplicationApi) {
  const resource = useResourceTexts();
  const disabledReason = useDisabledReason(writing);
  const reachReason = useReachReason();
  return (application: ApplicationEntry): string | undefined => {
    const { edit, type } = application;
    if (customerId === undefined) {
      const foreign = edit === 'multi-client' ? undefined : resource('notYours');
      return disabledReason ?? reachReason(application) ?? foreign;
    }
    return disabledReason ?? (edit === 'here' || type === 'provider' ? undefined : resource('notYours'));
  };
}

function Header({ api, change }: Pick<ApplicationsViewProps, 'api' | 'change'>) {
  const text = useApplicationTexts();
  const [ordering, setOrdering] = useState(false);
  const [importing, setImporting] = useState(false);
  const { data } = useApplications(api);
  const disabledReason = useDisabledReason(api.writing);
  const isOwn = ({ edit }: ApplicationEntry) =>
    edit === (api.customerId === undefined ? 'multi-client' : 'here');
  const own = data?.applications.filter(isOwn) ?? none;
  const actions = (
    <>
      <Button
        icon={<IconArrowsSort size={15} />}
        disabledReason={disabledReason}
        onClick={() => setOrdering(own.length > 0)}
      >
        {text('order')}
      </Button>
      <Button
        icon={<IconFileImport size={15} />}
        disabledReason={disabledReason}
        onClick={() => setImporting(true)}
      >
        {text('import')}
      </Button>
      <Button
        kind="primary"
        icon={<IconPlus size={15} />}
        disabledReason={disabledReason}
        onClick={() => change({ edit: 'new' })}
      >
        {text('add')}
      </Button>
    </>
  );
  const aside = <span className="tt-muted">{text('lead')}</span>;
  return (
    <>
      <PageHeader title={text('title')} aside={aside} actions={actions} />
      {importing && <ImportDialog api={api} onClose={() => setImporting(false)} />}
      {ordering && data !== undefined && (
        <ApplicationOrderDialog
          api={api}
          applications={own}
          version={data.orderVersion}
          onClose={() => setOrdering(false)}
        />
      )}
    </>
  );
}

/** What the address fills in, as the explorer does. */
const givenIn = ({
  addresses = '',
  ports = '',
  protocols = '',
  dscp = '',
}: ApplicationsViewProps['search']) => ({
  addresses,
  ports,
  protocols,
  dscp,
});
const nothingGiven = {
  addresses: undefined,
  ports: undefined,
  protocols: undefined,
  dscp: undefined,
} as const;

/** The form that the address opens. */
function Edited({ api, search, change }: ApplicationsViewProps) {
  const { data } = useApplications(api);
  const isHere = ({ type }: ApplicationEntry) => api.customerId === undefined || type === 'customer';
  const application = data?.applications.find((one) => String(one.id) === search.edit && isHere(one));
  if (search.edit === undefined || (search.edit !== 'new' && application === undefined)) return null;
  return (
    <ApplicationFormDialog
      key={search.edit}
      api={api}
      application={application}
      given={givenIn(search)}
      onClose={() => change({ edit: undefined, ...nothingGiven })}
    />
  );
}

const countOf = (list: ApplicationList | undefined, { customerId }: ApplicationApi) => {
  const own = list?.applications.filter(
    ({ visibility }) => (visibility === 'multi-client') === (customerId === undefined),
  );
  return own === undefined || list === undefined ? undefined : { count: own.length, max: list.max };
};

function Tools({ api, search, change, tools }: ApplicationsViewProps) {
  const text = useApplicationTexts();
  const count = countOf(useApplications(api).data, api);
  return (
    <Toolbar
      label={text('find')}
      end={count !== undefined && <span className="tt-muted">{text('count', count)}</span>}
    >
      <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      <Switch label={text('onlyActive')} checked={search.active} onChange={(active) => change({ active })} />
      {tools}
    </Toolbar>
  );
}

/** The actions on an application: those of its own space, or of a customer on one that the provider shares with it. */
function useActions({ api, change }: ApplicationsViewProps) {
  const text = useApplicationTexts();
  const { customerId } = api;
  const kind = 'application' as const;
  const where: ResourcePlace = customerId === undefined ? { kind } : { kind, customerId };
  const { actionsOf, edit, dialogs } = usePlacedActions<ApplicationEntry>({
    place: where,
    onEdit: ({ id }) => change({ edit: String(id) }),
    removal: {
      consequence: text('removeHint'),
      run: useApplicationRemoval(api),
      uses: { read: ({ id }, signal) => api.documents(id, signal), consequence: text('removeUses') },
    },
  });
  const overrides = useOverrideActions(customerId);
  return {
    edit,
    actionsOf: (one: ApplicationEntry) =>
      customerId !== undefined && one.type === 'provider' ? overrides.actionsOf(one) : actionsOf(one),
    dialogs: (
      <>
        {dialogs}
        {overrides.dialogs}
      </>
    ),
  };
}

/** Custom applications of a customer or of the provider. */
export function ApplicationsView(props: ApplicationsViewProps) {
  const { api, search, change } = props;
  const { customerId } = api;
  const text = useApplicationTexts();
  const resource = useResourceTexts();
  const isWide = useWide();
  const { shown, state } = useApplicationPanel(props);
  const disabledReasonOf = useDisabledReasonOf(api);
  const acts = useActions(props);
  const columns = applicationColumns({
    text,
    resource,
    language: useLanguage(),
    isProvider: customerId === undefined,
    actions: acts.actionsOf,
    disabledReasonOf,
  });
  const opened = shown.find(({ id }) => id === search.open);
  return (
    <div className="tt-page">
      <Header api={api} change={change} />
      <Tools {...props} />
      <div className="tt-page-body">
        <Panel label={text('list')} state={state}>
          <DataTable
            {...identity}
            label={text('list')}
            rows={shown}
            columns={columns}
            density={useDensity()}
            hidden={opened === undefined || isWide ? nothing : columnsWithDetails}
            {...useListSorting(props)}
            openedId={opened === undefined ? undefined : idOf(opened)}
            onOpen={({ id }) => change({ open: id })}
          />
        </Panel>
        {opened !== undefined && (
          <ApplicationDetails
            application={opened}
            customerId={customerId}
            disabledReason={disabledReasonOf(opened)}
            onEdit={() => acts.edit(opened)}
            overriding={acts.actionsOf(opened)}
            onClose={() => change({ open: undefined })}
          />
        )}
      </div>
      <Edited {...props} />
      {acts.dialogs}
    </div>
  );
}
