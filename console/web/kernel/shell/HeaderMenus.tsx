import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { endSession, useSession } from '../session/session.ts';
import { closeConnection } from '../socket/connection.ts';
import { useKernelTexts } from '../text/use-kernel-texts.ts';

export function useSignOut(): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return () => {
    const leave = async () => {
      closeConnection();
      const { reachedServer, next } = await endSession(queries);
      if (next !== undefined) return location.assign(next);
      await navigate({
        to: '/sign-in',
        search: reachedServer ? {} : { reason: 'not-signed-out' },
        // A new document: nothing of the session stays in memory. Without the server there is none to load.
        reloadDocument: reachedServer,
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
  const leave = useSignOut();
  const navigate = useNavigate();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  const items: MenuItem[] = [
    { is: 'heading', label: text('signedInAs', { name: `${name} (${role})` }) },
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
