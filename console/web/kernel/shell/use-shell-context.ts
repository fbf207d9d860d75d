import { useRouterState } from '@tanstack/react-router';
import type { MenuEntry, MenuScope } from '#schemas/menu/entry.ts';
import { visibleMenu } from '#schemas/menu/visible.ts';
import { useSession } from '../session/session.ts';

/** The scope an address belongs to: `/cc/…` across customers, `/mt/…` administration, the rest one customer. */
function scopeOf(pathname: string): MenuScope {
  if (pathname.startsWith('/cc/')) return 'cross-customer';
  return pathname.startsWith('/mt/') ? 'admin' : 'customer';
}

/** Current scope, customer, and the menu of that scope as visible to the user. */
export function useShellContext() {
  const session = useSession();
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  const scope = scopeOf(pathname);
  const permissions = new Set(session.permissions);
  const menuOf = (of: MenuEntry['scope']) => visibleMenu({ ...session, scope: of, permissions });
  const menu = menuOf(scope);
  const chosen = (search as { readonly customer?: unknown }).customer;
  const customer =
    scope === 'customer' ? session.customers.find(({ id }) => id === Number(chosen)) : undefined;
  return {
    session,
    scope,
    menu,
    menuOf,
    customer,
    entry: menu.find(({ route }) => route === pathname),
    pathname,
  };
}
