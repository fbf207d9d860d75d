import { useMemo, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { IconUserPlus } from '@tabler/icons-react';
import { searchedBuiltIn } from '#schemas/name/built-in-name.ts';
import { createUser } from '#schemas/user/routes.ts';
import type { User } from '#schemas/user/user.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { IssuedPasswordDialog, type Shown } from './IssuedPasswordDialog.tsx';
import { userColumns } from './user-columns.tsx';
import { UserDetails } from './UserDetails.tsx';
import { UserFormDialog } from './UserFormDialog.tsx';
import { useUserChoices, useUsers } from './user-queries.ts';
import { useUserSearch } from './user-search.ts';
import { useUserTexts } from './texts/en.ts';
import './user.css';

/** Columns whose values the details show. */
const columnsWithDetails: ReadonlySet<string> = new Set(['clients', 'lastAccess']);
const nothing: ReadonlySet<string> = new Set();
const userId = ({ id }: User): string => String(id);
const userName = ({ username }: User): string => username;

const textsOfUser = ({ username, firstName, lastName, email, roleLabel }: User) => [
  username,
  firstName,
  lastName,
  email,
  searchedBuiltIn('role', roleLabel),
];

function useUserPanel() {
  const text = useUserTexts();
  const { search, change } = useUserSearch();
  const query = useUsers();
  const disabledReason = useDisabledReason(createUser);
  const add = { disabledReason, run: () => change({ edit: 'new' }) };
  const empty = { title: text('emptyTitle'), hint: text('emptyHint'), add };
  return useListPanel({ query, rows: query.data, q: search.q, textsOf: textsOfUser, change, empty });
}

function UserTable() {
  const text = useUserTexts();
  const isWide = useWide();
  const { search, change } = useUserSearch();
  const { shown, state } = useUserPanel();
  const roleOf = useBuiltInName('role');
  const { customers } = useSession();
  const columns = useMemo(() => {
    const names = new Map(customers.map(({ id, name }) => [id, name]));
    return userColumns({ text, roleOf, customerName: (id) => names.get(id) });
  }, [text, roleOf, customers]);
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  return (
    <Panel label={text('table')} state={state}>
      <DataTable
        name="users"
        label={text('table')}
        rows={shown}
        columns={columns}
        rowId={userId}
        rowName={userName}
        density={useDensity()}
        hidden={search.open === undefined || isWide ? nothing : columnsWithDetails}
        sorting={sorting}
        openedId={search.open === undefined ? undefined : String(search.open)}
        onSort={(next) => change({ sort: sortingText(next) })}
        onOpen={({ id }) => change({ open: id })}
      />
    </Panel>
  );
}

/** The form of the address, once its options are loaded. */
function EditedUser({ onPassword }: { readonly onPassword: (shown: Shown) => void }) {
  const { search, change } = useUserSearch();
  const users = useUsers();
  const choices = useUserChoices();
  const user = users.data?.find(({ id }) => String(id) === search.edit);
  if (choices.data === undefined || search.edit === undefined) return null;
  if (search.edit !== 'new' && user === undefined) return null;
  return (
    <UserFormDialog
      key={search.edit}
      user={user}
      choices={choices.data}
      onPassword={onPassword}
      onClose={() => change({ edit: undefined })}
    />
  );
}

export function UserPage() {
  const text = useUserTexts();
  const { search, change } = useUserSearch();
  const users = useUsers();
  const [shown, setShown] = useState<Shown>();
  const disabledReason = useDisabledReason(createUser);
  const opened = users.data?.find(({ id }) => id === search.open);
  const count = users.data?.length;
  const actions = (
    <>
      <Link className="tt-button" data-kind="secondary" to="/mt/user/sign-in">
        {text('signInRules')}
      </Link>
      <Button
        kind="primary"
        icon={<IconUserPlus size={15} />}
        disabledReason={disabledReason}
        onClick={() => change({ edit: 'new' })}
      >
        {text('add')}
      </Button>
    </>
  );
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} actions={actions} />
      <Toolbar
        label={text('toolbar')}
        end={count !== undefined && <span className="tt-muted">{text('count', { count })}</span>}
      >
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <div className="tt-page-body">
        <UserTable />
        {opened !== undefined && (
          <UserDetails
            user={opened}
            onPassword={(password) => setShown({ username: opened.username, password })}
          />
        )}
      </div>
      <EditedUser onPassword={setShown} />
      {shown !== undefined && <IssuedPasswordDialog shown={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}
