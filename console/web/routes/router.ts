import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { isSignInAddress } from '#web/features/account/sign-in/sign-in-address.ts';
import { NotFoundPage } from '#web/kernel/shell/MessagePage.tsx';
import { galleryRoutes } from './gallery.ts';
import { accountRoutes } from './pages/account.ts';
import { alertingRoutes, wallRoute } from './pages/alerting.ts';
import { applicationRoutes } from './pages/application.ts';
import { flowMapRoutes } from './pages/flowmap.ts';
import { auditRoutes } from './pages/audit.ts';
import { billingRoutes } from './pages/billing.ts';
import { changedRoutes } from './pages/changed.ts';
import { clusterRoutes } from './pages/cluster.ts';
import { cockpitRoutes } from './pages/cockpit.ts';
import { collectorRoutes } from './pages/collector.ts';
import { configurationRoutes } from './pages/configuration.ts';
import { customerRoutes } from './pages/customer.ts';
import { dashboardRoutes, documentWallRoute } from './pages/dashboard.ts';
import { exploreRoutes } from './pages/explore.ts';
import { debugRoutes } from './pages/debug.ts';
import { firstStepsRoutes } from './pages/first-steps.ts';
import { healthRoutes } from './pages/health.ts';
import { inventoryRoutes } from './pages/inventory.ts';
import { kpiRoutes } from './pages/kpi.ts';
import { pollingRoutes } from './pages/polling.ts';
import { provisioningRoutes } from './pages/provisioning.ts';
import { qosRoutes } from './pages/qos.ts';
import { referenceRoutes } from './pages/reference.ts';
import { reportPrintRoute, reportRoutes, schedulingRoutes } from './pages/report.ts';
import { roleRoutes } from './pages/role.ts';
import { sdwanRoutes } from './pages/sdwan.ts';
import { settingsRoutes } from './pages/settings.ts';
import { sharePageRoutes } from './pages/sharing.ts';
import { silenceRoutes } from './pages/silence.ts';
import { userRoutes } from './pages/user.ts';
import { root } from './root.ts';
import { routerOptions } from './router-options.ts';
import { shell } from './shell.ts';
import { signedOutRoutes } from './sign-in.tsx';
import { startRoute } from './start.ts';

/** Unknown addresses of signed-in users: reported inside the shell. Who looks for the sign-in is signed in already. */
const unknown = createRoute({
  getParentRoute: () => shell,
  path: '$',
  beforeLoad({ params: { _splat: path = '' } }) {
    if (isSignInAddress(`/${path}`)) throw redirect({ to: '/', replace: true });
  },
  component: NotFoundPage,
});

/** Made for each router: a route knows its parent, and holds its children. */
const makeTree = () =>
  root.addChildren([
    signedOutRoutes,
    wallRoute,
    documentWallRoute,
    reportPrintRoute,
    shell.addChildren([
      startRoute,
      ...alertingRoutes,
      ...silenceRoutes,
      ...schedulingRoutes,
      ...changedRoutes,
      ...cockpitRoutes,
      ...clusterRoutes,
      ...applicationRoutes,
      ...flowMapRoutes,
      ...dashboardRoutes,
      ...reportRoutes,
      ...exploreRoutes,
      ...inventoryRoutes,
      ...customerRoutes,
      ...configurationRoutes,
      ...debugRoutes,
      ...firstStepsRoutes,
      ...kpiRoutes,
      ...pollingRoutes,
      ...provisioningRoutes,
      ...sdwanRoutes,
      ...sharePageRoutes,
      ...userRoutes,
      ...roleRoutes,
      ...settingsRoutes,
      ...collectorRoutes,
      ...healthRoutes,
      ...auditRoutes,
      ...qosRoutes,
      ...billingRoutes,
      ...accountRoutes,
      ...referenceRoutes,
      ...galleryRoutes,
      unknown,
    ]),
  ]);

export const makeRouter = (queries: QueryClient) =>
  createRouter({ ...routerOptions(queries), routeTree: makeTree() });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
