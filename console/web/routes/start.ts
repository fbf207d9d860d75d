import { createRoute, redirect } from '@tanstack/react-router';
import type { Session } from '#schemas/account/routes.ts';
import { visibleMenu } from '#schemas/menu/visible.ts';
import { EmptyMenuPage } from '#web/kernel/shell/MessagePage.tsx';
import { shell } from './shell.ts';

/** The start page: the first page the user can access, customer scope first. */
function firstPage(session: Session): string | undefined {
  const permissions = new Set(session.permissions);
  const menus = session.scopes.map((scope) => visibleMenu({ ...session, scope, permissions }));
  return menus.find((menu) => menu.length > 0)?.[0]?.route;
}

export const startRoute = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: ({ context }) => {
    const route = firstPage(context.session);
    if (route !== undefined) throw redirect({ to: route as '/alert' });
  },
  component: EmptyMenuPage,
});
