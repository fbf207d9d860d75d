import type { User } from '#schemas/user/user.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import type { en } from './texts/en.ts';
import { UserState } from './UserState.tsx';

type Text = Translate<typeof en>;

const fullName = ({ firstName, lastName }: User): string => `${firstName} ${lastName}`.trim();

interface UserColumnOptions {
  readonly text: Text;
  /** A role as it is shown. */
  readonly roleOf: (stored: string) => string;
  /** Undefined for a customer that the caller does not see. */
  readonly customerName: (id: number) => string | undefined;
}

/** The only customer by its name. */
function onlyCustomer(user: User, { customerName }: UserColumnOptions): string | undefined {
  const [only] = user.customers;
  return user.clientCount === 1 && user.profiles.length === 0 && only !== undefined
    ? customerName(only)
    : undefined;
}

function clientsOf(user: User, options: UserColumnOptions) {
  const { text } = options;
  if (user.allCustomers) return <Tag tone="accent">{text('everyClient')}</Tag>;
  if (user.clientCount === 0) return <Tag tone="warning">{text('clientCount', { count: 0 })}</Tag>;
  const profiles = user.profiles.length;
  const clients = onlyCustomer(user, options) ?? text('clientCount', { count: user.clientCount });
  return (
    <span className="tt-ellipsis">
      {profiles === 0 ? clients : `${clients} · ${text('profileCount', { count: profiles })}`}
      {user.restrictions.length > 0 && ` · ${text('restriction')}`}
    </span>
  );
}

export function userColumns(options: UserColumnOptions): readonly Column<User>[] {
  const { text, roleOf } = options;
  return [
    { ...textColumn('username', text('username'), ({ username }) => username), fixed: true },
    textColumn('name', text('name'), fullName),
    textColumn('email', text('email'), ({ email }) => email),
    textColumn('role', text('role'), ({ roleLabel }) => roleOf(roleLabel)),
    {
      id: 'state',
      header: text('state'),
      value: ({ lock }) => (lock === null ? 0 : 1),
      cell: (user) => <UserState lock={user.lock} />,
      width: 120,
    },
    {
      id: 'clients',
      header: text('clients'),
      value: ({ clientCount }) => clientCount,
      cell: (user) => clientsOf(user, options),
      width: 170,
      grow: 1,
    },
    {
      id: 'lastAccess',
      header: text('lastAccess'),
      value: ({ lastAccessAt }) => lastAccessAt,
      cell: ({ lastAccessAt }) => (
        <span className="tt-ellipsis">
          {lastAccessAt === null ? text('never') : <Time at={lastAccessAt} />}
        </span>
      ),
      width: 130,
    },
  ];
}
