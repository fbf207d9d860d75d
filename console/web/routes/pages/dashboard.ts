import { createRoute, redirect, stripSearchParams } from '@tanstack/react-router';
import { assignmentSearch } from '#web/features/dashboard/assignment/assignment-search.ts';
import { documentSearch, documentSearchDefaults } from '#web/features/dashboard/document-search.ts';
import { documentWallSearch } from '#web/features/dashboard/wall/wall-search.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { FailedDocument } from '#web/kernel/shell/FailedPage.tsx';
import { LostLinkPage } from '#web/kernel/shell/MessagePage.tsx';
import { WaitingDocument } from '#web/kernel/shell/WaitingPage.tsx';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { needsCustomer } from '../needs-customer.ts';
import { root } from '../root.ts';
import { leadToOwnCustomer } from '../shared-document.ts';
import { sessionOrSignIn, shell } from '../shell.ts';

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/dashboard'),
  validateSearch: documentSearch,
  search: { middlewares: [stripSearchParams(documentSearchDefaults)] },
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

const home = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/home'),
  validateSearch: documentSearch,
  search: { middlewares: [stripSearchParams(documentSearchDefaults)] },
  async beforeLoad({ search, context }) {
    await needsCustomer(search, context);
    const { customer, open, library } = search;
    if (customer === undefined || open !== undefined || library) return;
    const own = await (await import('../home-landing.ts')).homeOf(customer);
    if (own !== undefined) throw redirect({ to: '/home', search: own, replace: true });
  },
  component: lazyPage(() => import('#web/features/dashboard/DashboardPage.tsx'), 'HomePage'),
});

const dashboardTemplate = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/dashboard'),
  validateSearch: documentSearch,
  beforeLoad: ({ search, context }) => leadToOwnCustomer('dashboard', search, context.session),
  search: { middlewares: [stripSearchParams(documentSearchDefaults)] },
  component: lazyPage(() => import('#web/features/dashboard/DashboardPage.tsx'), 'DashboardTemplatePage'),
});

const homeTemplate = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/home'),
  validateSearch: documentSearch,
  beforeLoad: ({ search, context }) => leadToOwnCustomer('home', search, context.session),
  search: { middlewares: [stripSearchParams(documentSearchDefaults)] },
  component: lazyPage(() => import('#web/features/dashboard/DashboardPage.tsx'), 'HomeTemplatePage'),
});

const homeAssignment = createRoute({
  getParentRoute: () => shell,
  path: '/mt/home/assignment',
  validateSearch: assignmentSearch,
  component: lazyPage(
    () => import('#web/features/dashboard/assignment/HomeAssignmentPage.tsx'),
    'HomeAssignmentPage',
  ),
});

/** A short link: leads to the page that it names, or says that there is none for this user. */
const link = createRoute({
  getParentRoute: () => shell,
  path: '/link/$link',
  beforeLoad: async ({ params }) => {
    const { pageOfLink } = await import('#web/features/dashboard/link/open-link.ts');
    const page = await pageOfLink(params.link).catch((problem: unknown) => {
      // What the user may not read is as what does not exist.
      if (problem instanceof ApiProblem && [400, 404].includes(problem.status)) return undefined;
      throw problem;
    });
    if (page !== undefined) throw redirect({ ...page, replace: true });
  },
  component: LostLinkPage,
});

/** Dashboards on a wall, of a session or a display token. */
export const documentWallRoute = createRoute({
  getParentRoute: () => root,
  path: '/wall/dashboard',
  validateSearch: documentWallSearch,
  beforeLoad: async ({ context, location }) => {
    if (displayToken() === undefined) await sessionOrSignIn(context, location);
  },
  pendingComponent: WaitingDocument,
  errorComponent: FailedDocument,
  component: lazyPage(() => import('#web/features/dashboard/wall/DocumentWallPage.tsx'), 'DocumentWallPage'),
});

export const dashboardRoutes = [
  dashboard,
  home,
  dashboardTemplate,
  homeTemplate,
  homeAssignment,
  link,
] as const;
