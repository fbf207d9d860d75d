import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  assignCustomerHome,
  assignedKinds,
  assignHome,
  listHomeAssignments,
  type HomeAssignment,
} from '#schemas/dashboard/home-routes.ts';
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { AssignHomeDialog } from './AssignHomeDialog.tsx';
import { assignmentColumns } from './assignment-columns.tsx';
import { useAssignmentSearch } from './assignment-search.ts';
import { assign, assignmentsQuery } from './assignments.ts';
import { useHomeAssignmentTexts } from './texts/en.ts';
import './assignment.css';

const rowId = ({ kind, id }: HomeAssignment): string => `${kind} ${String(id)}`;
const rowName = ({ name }: HomeAssignment): string => name;

const textsOf = ({ name, home }: HomeAssignment) => [`${name} ${home?.name ?? ''} ${home?.nameFr ?? ''}`];

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
  const address = useAssignmentSearch();
  const { kind } = address.search;
  const nameOfRole = useBuiltInName('role');
  const query = useQuery(assignmentsQuery);
  const rows = useMemo(
    () =>
      query.data?.assignments.map((row) =>
        row.kind === 'role' ? { ...row, name: nameOfRole(row.name) } : row,
      ),
    [query.data, nameOfRole],
  );
  const [target, setTarget] = useState<HomeAssignment>();
  const { run } = useAction([listHomeAssignments]);
  const [ofTemplates, ofCustomers] = [useDisabledReason(assignHome), useDisabledReason(assignCustomerHome)];
  const columns = assignmentColumns({
    text,
    language: useLanguage(),
    disabledReasonOf: (row) => (row.kind === 'customer' ? ofCustomers : ofTemplates),
    onAssign: setTarget,
    onRemove: (row) => run(() => assign(row, null), { done: text('removed', { name: row.name }) }),
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
      <ListTable
        name="home-assignments"
        label={text('title')}
        toolbar={text('find')}
        find={text('find')}
        address={address}
        query={query}
        rows={rows}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        textsOf={textsOf}
        filters={[
          kind !== undefined && {
            label: text(`kind_${kind}`),
            keeps: (row: HomeAssignment) => row.kind === kind,
            reset: { kind: undefined },
          },
        ]}
        empty={{ title: text('nothing') }}
        needs="TEMPLATE.HOME.read"
      >
        <KindChoice />
      </ListTable>
      {target !== undefined && (
        <AssignHomeDialog
          target={target}
          onClose={() => setTarget(undefined)}
          onAssign={(home) => {
            setTarget(undefined);
            run(() => assign(target, home.id), {
              done: text('saved', { name: target.name, home: home.name }),
            });
          }}
        />
      )}
    </div>
  );
}
