import type { ReactNode } from 'react';
import type { User } from '#schemas/user/user.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { UserActions } from './UserActions.tsx';
import { UserRights } from './UserRights.tsx';
import { UserTokens } from './UserTokens.tsx';
import { UserState } from './UserState.tsx';
import { useUserChoices } from './user-queries.ts';
import { useUserSearch } from './user-search.ts';
import { useUserTexts } from './texts/en.ts';
import './user.css';

type Fact = readonly [string, ReactNode];

function useLockFacts({ lock }: User): readonly Fact[] {
  const text = useUserTexts();
  if (lock === null) return [];
  return [
    [text('lockReason'), text(`reason-${lock.reason}`)],
    ...(lock.at === null ? [] : [[text('lockDate'), <Time key="lock" at={lock.at} />] as const]),
    ...(lock.until === null ? [] : [[text('lockEnd'), <Time key="end" at={lock.until} />] as const]),
  ];
}

/** Names of what is granted; an id where the viewer does not see the name. */
const namesOf = (ids: readonly number[], all: readonly { readonly id: number; readonly name: string }[]) =>
  ids
    .map((id) => all.find((one) => one.id === id)?.name ?? String(id))
    .toSorted(compareNames)
    .join(', ');

/** How many customers the user can access, and which ones and which profiles are granted. */
function Clients({ user }: { readonly user: User }) {
  const text = useUserTexts();
  const language = useLanguage();
  const { customers } = useSession();
  const { data: choices } = useUserChoices();
  if (user.allCustomers) return text('everyClient');
  return (
    <ul>
      <li>{text('clientCount', { count: user.clientCount })}</li>
      {user.customers.length > 0 && <li>{namesOf(user.customers, customers)}</li>}
      {choices !== undefined && user.profiles.length > 0 && (
        <li>{labelled(text('profiles'), namesOf(user.profiles, choices.profiles), language)}</li>
      )}
    </ul>
  );
}

function Restrictions({ restrictions }: User) {
  const text = useUserTexts();
  const { customers } = useSession();
  if (restrictions.length === 0) return text('unrestricted');
  return (
    <ul>
      {restrictions.map(({ customer, sites, regions }) => {
        const client = customers.find(({ id }) => id === customer)?.name ?? String(customer);
        const places = [
          ...(regions.length === 0
            ? []
            : [text('restrictedRegions', { count: regions.length, regions: regions.join(', ') })]),
          ...(sites.length === 0 ? [] : [text('restrictedSites', { count: sites.length })]),
        ];
        const shown = places.length === 0 ? text('restrictedDeleted') : places.join(' · ');
        return <li key={customer}>{text('restrictedTo', { client, places: shown })}</li>;
      })}
    </ul>
  );
}

function useFacts(user: User): readonly Fact[] {
  const text = useUserTexts();
  const nameOfRole = useBuiltInName('role');
  const when = (at: number | null, none: string) => (at === null ? none : <Time at={at} />);
  return [
    [text('name'), `${user.firstName} ${user.lastName}`.trim() || '–'],
    [text('email'), user.email === '' ? '–' : user.email],
    [text('role'), nameOfRole(user.roleLabel)],
    ...useLockFacts(user),
    [text('lastAccess'), when(user.lastAccessAt, text('neverAccessed'))],
    [text('clients'), <Clients key="clients" user={user} />],
    [text('restriction'), <Restrictions key="restrictions" {...user} />],
    [text('way'), text(user.signsInElsewhere ? 'way-elsewhere' : 'way-here')],
    ...(user.signsInElsewhere
      ? []
      : [
          [text('passwordUpdated'), when(user.passwordUpdatedAt, text('passwordGiven'))] as const,
          [text('passwordExpires'), when(user.passwordExpiresAt, text('noExpiry'))] as const,
        ]),
    [text('secondFactor'), text(user.secondFactor ? 'factorOn' : 'factorOff')],
    [text('created'), when(user.createdAt, '–')],
  ];
}

interface Props {
  readonly user: User;
  readonly onPassword: (password: string) => void;
}

function Overview({ user, onPassword }: Props) {
  const language = useLanguage();
  const { change } = useUserSearch();
  return (
    <div className="tt-user-overview">
      {user.clientCount === 0 && !user.allCustomers && (
        <Banner tone="warning">{warningText('USER_WITHOUT_CLIENT', language)}</Banner>
      )}
      <UserActions
        key={user.id}
        user={user}
        onEdit={() => change({ edit: String(user.id) })}
        onPassword={onPassword}
        onDeleted={() => change({ open: undefined, tab: undefined })}
      />
      <Facts facts={useFacts(user)} />
    </div>
  );
}

/** Details of a user: state, facts, actions, and permissions explained. */
export function UserDetails({ user, onPassword }: Props) {
  const text = useUserTexts();
  const { search, change } = useUserSearch();
  const title = (
    <>
      <UserState lock={user.lock} />
      <h2>{user.username}</h2>
    </>
  );
  return (
    <Drawer
      title={title}
      label={text('details', { username: user.username })}
      onClose={() => change({ open: undefined, tab: undefined })}
    >
      <Tabs
        label={text('details', { username: user.username })}
        chosen={search.tab ?? 'overview'}
        onChoose={(tab) => change({ tab: tab === 'rights' || tab === 'tokens' ? tab : undefined })}
        tabs={[
          {
            id: 'overview',
            label: text('overview'),
            content: <Overview user={user} onPassword={onPassword} />,
          },
          { id: 'rights', label: text('rights'), content: <UserRights id={user.id} /> },
          { id: 'tokens', label: text('tokens'), content: <UserTokens user={user} /> },
        ]}
      />
    </Drawer>
  );
}
