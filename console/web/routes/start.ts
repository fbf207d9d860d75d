import { createRoute, redirect } from '@tanstack/react-router';
import { EmptyMenuPage } from '#web/kernel/shell/MessagePage.tsx';
import { landingOf } from './landing.ts';
import { shell } from './shell.ts';

export const startRoute = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: async ({ context }) => {
    const { permissions, modules } = context.session;
    const mayHave = permissions.includes('HOME.read') && modules.includes('home');
    const home = mayHave && (await (await import('./home-landing.ts')).homeLanding(context));
    if (home) throw redirect({ to: '/home', search: home });
    if (context.session.firstSteps) throw redirect({ to: '/mt/first-steps' });
    const route = landingOf(context.session);
    if (route !== undefined) throw redirect({ to: route as '/alert' });
  },
  component: EmptyMenuPage,
});
