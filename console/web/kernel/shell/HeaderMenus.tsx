import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { basePath } from '#web/lib/base-path.ts';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { endSession, useSession } from '../session/session.ts';
import { closeConnection } from '../socket/connection.ts';
import { useKernelTexts } from '../text/en.ts';
import { useBuiltInName } from '../text/use-built-in-name.ts';

/** Checks with the page whether it may be left, as before every other change of address: after the session nothing can be saved. */
function useMayLeave(): () => Promise<boolean> {
  const { history } = useRouter();
  return async () => {
    const { location: currentLocation } = history;
    const href = `${basePath()}/sign-in`;
    const nextLocation = { ...currentLocation, href, pathname: href, search: '', hash: '' };
    for (const { blockerFn } of history._getBlockers())
      if (await blockerFn({ currentLocation, nextLocation, action: 'PUSH' })) return false;
    return true;
  };
}

export function useSignOut(): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayLeave = useMayLeave();
  return () => {
    const leave = async () => {
      if (!(await mayLeave())) return;
      closeConnection();
      const { reachedServer, next } = await endSession(queries);
      if (next !== undefined) return await navigate({ href: next, ignoreBlocker: true });
      await navigate({
        to: '/sign-in',
        search: reachedServer ? {} : { reason: 'not-signed-out' },
        // A new document: nothing of the session stays in memory. Without the server there is none to load.
        reloadDocument: reachedServer,
        ignoreBlocker: true,
      });
    };
    void leave();
  };
}

const initialsOf = (first: string, last: string, username: string): string =>
  (`${first.slice(0, 1)}${last.slice(0, 1)}` || username.slice(0, 2)).toUpperCase();

export function UserMenu() {
  const text = useKernelTexts();
  const { user, role } = useSession();
  const nameOfRole = useBuiltInName('role');
  const leave = useSignOut();
  const navigate = useNavigate();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  const items: MenuItem[] = [
    { is: 'heading', label: text('signedInAs', { name: `${name} (${nameOfRole(role)})` }) },
    { is: 'line', id: 'line' },
    {
      is: 'action',
      label: text('myAccount'),
      icon: <IconUser size={16} />,
      run: () => void navigate({ to: '/account' }),
    },
    { is: 'action', label: text('signOut'), icon: <IconLogout size={16} />, run: leave },
  ];
  const target = (
    <button type="button" className="tt-avatar">
      {initialsOf(user.firstName, user.lastName, user.username)}
      <span className="tt-hidden">{` ${text('account', { name })}`}</span>
    </button>
  );
  return <Menu width={260} items={items} target={target} />;
}
