import { createRoute, redirect } from '@tanstack/react-router';
import { EmptyMenuPage } from '#web/kernel/shell/MessagePage.tsx';
import { landingOf } from './landing.ts';
import { shell } from './shell.ts';

export const startRoute = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: ({ context }) => {
    const route = landingOf(context.session);
    if (route !== undefined) throw redirect({ to: route as '/alert' });
  },
  component: EmptyMenuPage,
});
