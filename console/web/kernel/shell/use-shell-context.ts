import { useRouterState } from '@tanstack/react-router';
import type { MenuEntry } from '#schemas/menu/entry.ts';
import { visibleMenu } from '#schemas/menu/visible.ts';
import { useSession } from '../session/session.ts';
import { closedPageOf, entryAt, frameScopeOf } from './page-of.ts';

const isPast = (search: { readonly at?: unknown; readonly events?: unknown }): boolean =>
  search.at !== undefined || search.events !== undefined;

/** Current scope, customer, and the menu of that scope as visible to the user. */
export function useShellContext() {
  const session = useSession();
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  const scope = frameScopeOf(pathname, session);
  const permissions = new Set(session.permissions);
  const menuOf = (of: MenuEntry['scope']) => visibleMenu({ ...session, scope: of, permissions });
  const menu = menuOf(scope);
  const chosen = (search as { readonly customer?: unknown }).customer;
  const named = chosen === undefined ? undefined : Number(chosen);
  const customer = scope === 'customer' ? session.customers.find(({ id }) => id === named) : undefined;
  const open = menuOf(entryAt(pathname)?.scope ?? scope);
  return {
    session,
    scope,
    menu,
    menuOf,
    customer,
    closed: closedPageOf({ pathname, session, open, customer: named }),
    entry: menu.find(({ route }) => route === pathname),
    pathname,
    /** Whether the alerts of a past time or period are shown. */
    past: ['/alert', '/cc/alert'].includes(pathname) && isPast(search),
  };
}
