import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { assignCustomerHome, assignedKinds, assignHome } from '#schemas/dashboard/home-routes.ts';
import type { HomeAssignment } from '#schemas/dashboard/home-routes.ts';
import { useListAction } from '#web/kernel/api/use-list-action.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { AssignHomeDialog } from './AssignHomeDialog.tsx';
import { assignmentColumns } from './assignment-columns.tsx';
import { useAssignmentSearch } from './assignment-search.ts';
import { assign, assignmentsQuery } from './assignments.ts';
import { useHomeAssignmentTexts } from './texts/en.ts';
import './assignment.css';

const rowId = ({ kind, id }: HomeAssignment): string => `${kind} ${String(id)}`;
const rowName = ({ name }: HomeAssignment): string => name;

function useAssignments() {
  const { search, change } = useAssignmentSearch();
  const text = useHomeAssignmentTexts();
  const query = useQuery(assignmentsQuery);
  const { kind } = search;
  return useListPanel({
    query,
    rows: query.data,
    q: search.q,
    textsOf: ({ name, home }) => [`${name} ${home?.name ?? ''} ${home?.nameFr ?? ''}`],
    filters: [
      kind !== undefined && {
        label: text(`kind_${kind}`),
        keeps: (target: HomeAssignment) => target.kind === kind,
        reset: { kind: undefined },
      },
    ],
    change,
    empty: { title: text('nothing') },
    needs: 'TEMPLATE.HOME.read',
  });
}

function KindChoice() {
  const { search, change } = useAssignmentSearch();
  const text = useHomeAssignmentTexts();
  const options = [
    { value: '', label: text('allKinds') },
    ...assignedKinds.map((kind) => ({ value: kind, label: text(`kind_${kind}`) })),
  ];
  return (
    <Select
      quietLabel
      label={text('kind')}
      options={options}
      value={search.kind ?? ''}
      onChange={(value) => change({ kind: assignedKinds.find((kind) => kind === value) })}
    />
  );
}

/** Which home page the users of a role, the customers of a profile and the users of a customer land on. */
export function HomeAssignmentPage() {
  const text = useHomeAssignmentTexts();
  const { search, change } = useAssignmentSearch();
  const queries = useQueryClient();
  const { shown, state } = useAssignments();
  const [target, setTarget] = useState<HomeAssignment>();
  const act = useListAction(() => queries.invalidateQueries({ queryKey: assignmentsQuery.queryKey }));
  const [ofTemplates, ofCustomers] = [useDisabledReason(assignHome), useDisabledReason(assignCustomerHome)];
  const columns = assignmentColumns({
    text,
    language: useLanguage(),
    disabledReasonOf: ({ kind }) => (kind === 'customer' ? ofCustomers : ofTemplates),
    onAssign: setTarget,
    onRemove: (removed) => act(() => assign(removed, null), text('removed', { name: removed.name })),
  });
  return (
    <div className="tt-page">
      <PageHeader
        title={text('title')}
        aside={
          <Link to="/mt/home" search={{}}>
            {text('library')}
          </Link>
        }
      />
      <p className="tt-assignment-hint tt-muted">{text('hint')}</p>
      <Toolbar label={text('find')}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
        <KindChoice />
      </Toolbar>
      <Panel label={text('title')} state={state}>
        <DataTable
          name="home-assignments"
          label={text('title')}
          rows={shown}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          density={useDensity()}
          sorting={sortingFrom(search.sort)}
          onSort={(sorting) => change({ sort: sortingText(sorting) })}
        />
      </Panel>
      {target !== undefined && (
        <AssignHomeDialog
          target={target}
          onClose={() => setTarget(undefined)}
          onAssign={(home) => {
            setTarget(undefined);
            act(() => assign(target, home.id), text('saved', { name: target.name, home: home.name }));
          }}
        />
      )}
    </div>
  );
}
