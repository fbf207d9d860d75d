import { useMemo, useState, type ReactNode } from 'react';
import { IconArrowsSort, IconFileImport, IconPlus } from '@tabler/icons-react';
import type { ApplicationEntry, ApplicationList } from '#schemas/application/application.ts';
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
import { OrderDialog } from './OrderDialog.tsx';
import { useApplicationRemoval, useApplications, useResponseTimes } from './application-queries.ts';
import { useApplicationTexts } from './use-application-texts.ts';
import './application.css';

export interface ApplicationsViewProps {
  readonly place: ApplicationApi;
  readonly search: Omit<ApplicationSearch, 'customer'>;
  readonly change: (part: Partial<Omit<ApplicationSearch, 'customer'>>) => void;
  /** Beside the search. */
  readonly tools?: ReactNode;
}

const none: readonly ApplicationEntry[] = [];
const nothing: ReadonlySet<string> = new Set();
/** What the details show anyway. */
const besideDetails: ReadonlySet<string> = new Set(['recognised', 'category', 'owner']);
const idOf = ({ id }: ApplicationRow): string => String(id);
const nameOf = ({ name }: ApplicationRow): string => name;

const matches = (row: ApplicationRow, wanted: string): boolean =>
  `${row.name} ${row.category} ${row.owner?.name ?? ''} ${attributesText(row)}`
    .toLocaleLowerCase()
    .includes(wanted.toLocaleLowerCase());

function useShown({ place, search, change }: ApplicationsViewProps): {
  readonly shown: readonly ApplicationRow[];
  readonly state: PanelState;
} {
  const text = useApplicationTexts();
  const language = useLanguage();
  const asked = useApplications(place);
  const all = asked.data?.applications ?? none;
  const responses = useResponseTimes(place);
  const { q = '', active } = search;
  const shown = useMemo(
    () =>
      all
        .map((application, at) => ({
          ...application,
          place: at + 1,
          response: responses.get(application.id),
        }))
        .filter((row) => (!active || row.status.active) && matches(row, q)),
    [all, q, active, responses],
  );
  const state = panelStateOf(asked, language);
  if (state.is !== 'ready' || shown.length > 0) return { shown, state };
  if (all.length === 0) return { shown, state: { is: 'empty', title: text('none'), hint: text('noneHint') } };
  const filters = [
    ...(q === '' ? [] : [{ label: text('filterText', { text: q }), clear: () => change({ q: undefined }) }]),
    ...(active ? [{ label: text('filterActive'), clear: () => change({ active: false }) }] : []),
  ];
  const clearAll = () => change({ q: undefined, active: false });
  return { shown, state: { is: 'empty-by-filter', filters, clearAll } };
}

/** Why an application cannot be changed here by the user. */
function useDisabledReasonOf({ writing, customerId }: ApplicationApi) {
  const resource = useResourceTexts();
  const disabledReason = useDisabledReason(writing);
  return ({ edit }: ApplicationEntry): string | undefined => {
    const isHere = customerId === undefined ? edit === 'multi-client' : edit === 'here';
    return disabledReason ?? (isHere ? undefined : resource('notYours'));
  };
}

function Header({ place, change }: Pick<ApplicationsViewProps, 'place' | 'change'>) {
  const text = useApplicationTexts();
  const [ordering, setOrdering] = useState(false);
  const [importing, setImporting] = useState(false);
  const { data } = useApplications(place);
  const disabledReasonOf = useDisabledReasonOf(place);
  const disabledReason = useDisabledReason(place.writing);
  const own = data?.applications.filter((one) => disabledReasonOf(one) === undefined) ?? none;
  const actions = (
    <>
      <Button
        icon={<IconArrowsSort size={15} />}
        disabledReason={disabledReason}
        onClick={() => setOrdering(own.length > 0)}
      >
        {text('order')}
      </Button>
      <Button icon={<IconFileImport size={15} />} disabledReason={disabledReason} onClick={() => setImporting(true)}>
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
      {importing && <ImportDialog place={place} onClose={() => setImporting(false)} />}
      {ordering && <OrderDialog place={place} applications={own} onClose={() => setOrdering(false)} />}
    </>
  );
}

/** The form that the address asks for. */
function Edited({ place, search, change }: ApplicationsViewProps) {
  const { data } = useApplications(place);
  const application = data?.applications.find(({ id }) => String(id) === search.edit);
  if (search.edit === undefined || (search.edit !== 'new' && application === undefined)) return null;
  return (
    <ApplicationFormDialog
      key={search.edit}
      place={place}
      application={application}
      onClose={() => change({ edit: undefined })}
    />
  );
}

const countOf = (list: ApplicationList | undefined, { customerId }: ApplicationApi) => {
  const own = list?.applications.filter(
    ({ visibility }) => (visibility === 'multi-client') === (customerId === undefined),
  );
  return own === undefined || list === undefined ? undefined : { count: own.length, max: list.max };
};

function Tools({ place, search, change, tools }: ApplicationsViewProps) {
  const text = useApplicationTexts();
  const count = countOf(useApplications(place).data, place);
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

/** Custom applications of a customer or of the provider. */
export function ApplicationsView(props: ApplicationsViewProps) {
  const { place, search, change } = props;
  const { customerId } = place;
  const text = useApplicationTexts();
  const resource = useResourceTexts();
  const isWide = useWide();
  const { shown, state } = useShown(props);
  const disabledReasonOf = useDisabledReasonOf(place);
  const kind = 'application' as const;
  const where: ResourcePlace = customerId === undefined ? { kind } : { kind, customerId };
  const { actsOf, edit, dialogs } = usePlacedActs<ApplicationEntry>({
    place: where,
    onEdit: ({ id }) => change({ edit: String(id) }),
    removal: { consequence: text('removeHint'), run: useApplicationRemoval(place) },
  });
  const isProvider = customerId === undefined;
  const columns = applicationColumns({
    text,
    resource,
    language: useLanguage(),
    isProvider,
    acts: actsOf,
    disabledReasonOf,
  });
  const opened = shown.find(({ id }) => id === search.open);
  return (
    <div className="tt-page">
      <Header place={place} change={change} />
      <Tools {...props} />
      <div className="tt-page-body">
        <Panel label={text('list')} state={state}>
          <DataTable
            label={text('list')}
            rows={shown}
            columns={columns}
            rowId={idOf}
            rowName={nameOf}
            density={useDensity()}
            hidden={opened === undefined || isWide ? nothing : besideDetails}
            sorting={sortingFrom(search.sort)}
            onSort={(sorting) => change({ sort: sortingText(sorting) })}
            openedId={opened === undefined ? undefined : idOf(opened)}
            onOpen={({ id }) => change({ open: id })}
          />
        </Panel>
        {opened !== undefined && (
          <ApplicationDetails
            application={opened}
            isPlaced={!isProvider}
            disabledReason={disabledReasonOf(opened)}
            onEdit={() => edit(opened)}
            onClose={() => change({ open: undefined })}
          />
        )}
      </div>
      <Edited {...props} />
      {dialogs}
    </div>
  );
}
