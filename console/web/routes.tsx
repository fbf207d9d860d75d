import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  stripSearchParams,
  type ParsedLocation,
} from '@tanstack/react-router';
import { z } from 'zod';
import type { Session } from '#schemas/account/routes.ts';
import type { MenuRoute } from '#schemas/menu/table.ts';
import { visibleMenu } from '#schemas/menu/visible.ts';
import { alertDefaults, alertSearch } from '#web/features/alerting/alert-search.ts';
import { customerAlertSearch } from '#web/features/alerting/customer-alert-search.ts';
import { silenceSearch } from '#web/features/silence/silence-search.ts';
import { collectorSearch } from '#web/features/collector/collector-search.ts';
import { customerPageSearch } from '#web/features/customer/customer-page-search.ts';
import { roleDefaults, roleSearch } from '#web/features/role/role-search.ts';
import { settingsSearch } from '#web/features/settings/settings-search.ts';
import { userSearch } from '#web/features/user/user-search.ts';
import { kpiSearch } from '#web/features/kpi/kpi-search.ts';
import { cockpitDefaults, cockpitSearch } from '#web/features/cockpit/cockpit-search.ts';
import { sharingSearch } from '#web/features/sharing/sharing-search.ts';
import { signInRulesSearch } from '#web/features/account/rules/sign-in-rules-search.ts';
import { auditSearch } from '#web/features/audit/audit-search.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { sessionQuery } from '#web/kernel/session/session.ts';
import { customerToOpen, rememberCustomer } from '#web/kernel/shell/last-customer.ts';
import { EmptyMenuPage, FailedDocument, FailedPage, NotFoundPage } from '#web/kernel/shell/MessagePage.tsx';
import { Shell } from '#web/kernel/shell/Shell.tsx';
import { parseSearch, searchValue, stringifySearch, versionedSearch } from '#web/lib/search-params.ts';

interface RouterContext {
  readonly queries: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: FailedDocument,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: versionedSearch(
    z.object({
      next: searchValue.text(),
      reason: z.enum(['expired', 'not-signed-out', 'password-changed']).optional().catch(undefined),
      problem: searchValue.text(),
    }),
    [],
  ),
  component: lazyRouteComponent(() => import('#web/features/account/SignInPage.tsx'), 'SignInPage'),
});

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazyRouteComponent(
    () => import('#web/features/account/ForgottenPasswordPage.tsx'),
    'ForgottenPasswordPage',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(
    () => import('#web/features/account/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
  ),
});

async function sessionOrSignIn({ queries }: RouterContext, location: ParsedLocation): Promise<Session> {
  try {
    return await queries.ensureQueryData(sessionQuery);
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.status !== 401) throw problem;
    const next = location.href === '/' ? undefined : location.href;
    throw redirect({
      to: '/sign-in',
      search: { next, reason: problem.code === 'SESSION_EXPIRED' ? 'expired' : undefined },
    });
  }
}

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context, location }) => ({ session: await sessionOrSignIn(context, location) }),
  component: Shell,
  notFoundComponent: NotFoundPage,
});

/** A page of the menu table; a path that is not in the table does not compile. */
const menuPath = <const P extends MenuRoute>(path: P): P => path;

/** The page to open when none is named: the first the user may see, customer scope first. */
function firstPage(session: Session): string | undefined {
  const permissions = new Set(session.permissions);
  const menus = session.scopes.map((scope) => visibleMenu({ scope, permissions, modules: session.modules }));
  return menus.find((menu) => menu.length > 0)?.[0]?.route;
}

const start = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: ({ context }) => {
    const route = firstPage(context.session);
    if (route !== undefined) throw redirect({ to: route as '/alert' });
  },
  component: EmptyMenuPage,
});

/** A page of one customer always names him in its address. */
function needsCustomer(search: { readonly customer?: number | undefined }, session: Session): void {
  const known = session.customers.some(({ id }) => id === search.customer);
  if (known && search.customer !== undefined) return rememberCustomer(search.customer);
  const customer = customerToOpen(session);
  if (customer !== undefined)
    throw redirect({ to: '.', search: (now: object) => ({ ...now, customer }), replace: true });
}

const alert = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/alert'),
  validateSearch: alertSearch,
  search: { middlewares: [stripSearchParams(alertDefaults)] },
  beforeLoad: ({ search, context }) => needsCustomer(search, context.session),
  component: lazyRouteComponent(() => import('#web/features/alerting/AlertPage.tsx'), 'AlertPage'),
});

const silence = createRoute({
  getParentRoute: () => shell,
  path: '/alert/silence',
  validateSearch: silenceSearch,
  beforeLoad: ({ search, context }) => needsCustomer(search, context.session),
  component: lazyRouteComponent(() => import('#web/features/silence/SilencePage.tsx'), 'SilencePage'),
});

const customerAlert = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/alert'),
  validateSearch: customerAlertSearch,
  component: lazyRouteComponent(
    () => import('#web/features/alerting/CustomerAlertPage.tsx'),
    'CustomerAlertPage',
  ),
});

const user = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/user'),
  validateSearch: userSearch,
  component: lazyRouteComponent(() => import('#web/features/user/UserPage.tsx'), 'UserPage'),
});

const signInRules = createRoute({
  getParentRoute: () => shell,
  path: '/mt/user/sign-in',
  validateSearch: signInRulesSearch,
  component: lazyRouteComponent(
    () => import('#web/features/account/rules/SignInRulesPage.tsx'),
    'SignInRulesPage',
  ),
});

const role = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/role'),
  validateSearch: roleSearch,
  search: { middlewares: [stripSearchParams(roleDefaults)] },
  component: lazyRouteComponent(() => import('#web/features/role/RolePage.tsx'), 'RolePage'),
});

const customer = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/customer'),
  validateSearch: customerPageSearch,
  component: lazyRouteComponent(() => import('#web/features/customer/CustomerPage.tsx'), 'CustomerPage'),
});

const ownAccount = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('#web/features/account/OwnAccountPage.tsx'), 'OwnAccountPage'),
});

const reference = createRoute({
  getParentRoute: () => shell,
  path: '/reference',
  component: lazyRouteComponent(() => import('#web/features/reference/ReferencePage.tsx'), 'ReferencePage'),
});

const cockpit = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/cockpit'),
  validateSearch: cockpitSearch,
  search: { middlewares: [stripSearchParams(cockpitDefaults)] },
  component: lazyRouteComponent(() => import('#web/features/cockpit/CockpitPage.tsx'), 'CockpitPage'),
});

const kpi = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/kpi'),
  validateSearch: kpiSearch,
  component: lazyRouteComponent(() => import('#web/features/kpi/KpiPage.tsx'), 'KpiPage'),
});

const collectorMonitoring = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/monitoring-collect'),
  validateSearch: collectorSearch,
  component: lazyRouteComponent(() => import('#web/features/collector/CollectorPage.tsx'), 'CollectorPage'),
});

const shareResource = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/share-resource'),
  validateSearch: sharingSearch,
  component: lazyRouteComponent(() => import('#web/features/sharing/SharePage.tsx'), 'SharePage'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/settings'),
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import('#web/features/settings/SettingsPage.tsx'), 'SettingsPage'),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/audit'),
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('#web/features/audit/AuditPage.tsx'), 'AuditPage'),
});

const customerSearch = versionedSearch(z.object({ customer: searchValue.id(), tab: searchValue.text() }), []);

const sharedCockpit = createRoute({
  getParentRoute: () => shell,
  path: '/alert/cockpit',
  validateSearch: customerSearch,
  beforeLoad: ({ search, context }) => needsCustomer(search, context.session),
  component: lazyRouteComponent(
    () => import('#web/features/cockpit/SharedCockpitPage.tsx'),
    'SharedCockpitPage',
  ),
});

const gallery = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/test'),
  validateSearch: customerSearch,
  component: lazyRouteComponent(() => import('#web/features/gallery/GalleryPage.tsx'), 'GalleryPage'),
});

const adminGallery = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/test'),
  validateSearch: customerSearch,
  component: lazyRouteComponent(() => import('#web/features/gallery/GalleryPage.tsx'), 'GalleryPage'),
});

/** An address of no page, for somebody who is signed in: said inside the shell. */
const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage });

const tree = root.addChildren([
  signIn,
  forgottenPassword,
  resetPassword,
  shell.addChildren([
    start,
    alert,
    silence,
    sharedCockpit,
    customerAlert,
    cockpit,
    shareResource,
    customer,
    user,
    signInRules,
    role,
    settings,
    ownAccount,
    collectorMonitoring,
    kpi,
    audit,
    reference,
    gallery,
    adminGallery,
    unknown,
  ]),
]);

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    parseSearch: (search) => parseSearch(search),
    stringifySearch: (search) => stringifySearch(search),
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    scrollRestoration: false,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
