import { useMemo } from 'react';
import { inNameOrder } from '#schemas/order/name-order.ts';
import { searchedBuiltIn } from '#schemas/name/built-in-name.ts';
import { IconColumns, IconPlus } from '@tabler/icons-react';
import { createRole } from '#schemas/role/routes.ts';
import type { Role } from '#schemas/role/role.ts';
import { maySelectMore, selectionLimits } from '#schemas/limit/selection.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { RoleComparison } from './RoleComparison.tsx';
import { RoleFormDialog } from './RoleFormDialog.tsx';
import { RoleItem } from './RoleItem.tsx';
import { useRoleSearch } from './role-search.ts';
import { useRoles } from './role-queries.ts';
import { useRoleTexts } from './texts/en.ts';
import './role.css';

const none: readonly Role[] = [];

const textsOfRole = ({ label }: Role) => [searchedBuiltIn('role', label)];

function useRolePanel() {
  const text = useRoleTexts();
  const { search, change } = useRoleSearch();
  const query = useRoles();
  const disabledReason = useDisabledReason(createRole);
  const add = { disabledReason, run: () => change({ edit: 'new' }) };
  const empty = { title: text('emptyTitle'), add };
  const nameOf = useBuiltInName('role');
  const rows = useMemo(
    () => query.data && inNameOrder(query.data, ({ label }) => nameOf(label)),
    [query.data, nameOf],
  );
  return useListPanel({ query, rows, q: search.q, textsOf: textsOfRole, change, empty });
}

/** Selects roles for comparison; a selection above the limit is rejected with a toast. */
function useSelection() {
  const language = useLanguage();
  const { search, change } = useRoleSearch();
  return (id: number, selected: boolean) => {
    if (!selected) return change({ select: search.select.filter((each) => each !== id) });
    if (maySelectMore(search.select.length, selectionLimits.maxRolesCompared))
      return change({ select: [...search.select, id] });
    return showToast({ text: problemText('ROLE_SELECTION_FULL', language), tone: 'bad' });
  };
}

function RoleList() {
  const text = useRoleTexts();
  const { search } = useRoleSearch();
  const { shown, state } = useRolePanel();
  const select = useSelection();
  return (
    <Panel label={text('list')} state={state}>
      <ul className="tt-role-list" aria-label={text('list')}>
        {shown.map((role) => (
          <RoleItem
            key={role.id}
            role={role}
            selected={search.select.includes(role.id)}
            onSelect={(selected) => select(role.id, selected)}
          />
        ))}
      </ul>
    </Panel>
  );
}

function RoleToolbar() {
  const text = useRoleTexts();
  const { search, change } = useRoleSearch();
  const { shown } = useRolePanel();
  const count = search.select.length;
  const end = (
    <>
      <Button kind="quiet" onClick={() => change({ open: shown.map(({ id }) => id) })}>
        {text('unfoldAll')}
      </Button>
      <Button kind="quiet" onClick={() => change({ open: [] })}>
        {text('foldAll')}
      </Button>
    </>
  );
  return (
    <Toolbar label={text('toolbar')} end={end}>
      <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      <Button
        icon={<IconColumns size={15} />}
        disabledReason={count < 2 ? text('compareHint') : undefined}
        onClick={() => change({ compared: true })}
      >
        {text('compare', { count })}
      </Button>
    </Toolbar>
  );
}

/** The dialog that is open according to the address. */
function Dialogs() {
  const { search, change } = useRoleSearch();
  const { data = none } = useRoles();
  const edited = data.find(({ id }) => String(id) === search.edit);
  const model = search.edit === 'new' ? data.find(({ id }) => id === search.from) : undefined;
  const compared = data.filter(({ id }) => search.select.includes(id));
  const onClose = () => change({ edit: undefined, from: undefined });
  return (
    <>
      {(search.edit === 'new' || edited !== undefined) && (
        <RoleFormDialog key={model?.id ?? search.edit} role={edited} model={model} onClose={onClose} />
      )}
      {search.compared && compared.length > 1 && <RoleComparison roles={compared} />}
    </>
  );
}

export function RolePage() {
  const text = useRoleTexts();
  const { change } = useRoleSearch();
  const actions = (
    <Button
      kind="primary"
      icon={<IconPlus size={15} />}
      disabledReason={useDisabledReason(createRole)}
      onClick={() => change({ edit: 'new' })}
    >
      {text('add')}
    </Button>
  );
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} actions={actions} />
      <RoleToolbar />
      <RoleList />
      <Dialogs />
    </div>
  );
}
