import { createRoute, stripSearchParams } from '@tanstack/react-router';
import {
  applicationSearchDefaults,
  applicationSearch,
} from '#web/features/application/application-search.ts';
import { assignmentSearch } from '#web/features/dashboard/assignment/assignment-search.ts';
import { documentSearch, documentSearchDefaults } from '#web/features/dashboard/document-search.ts';
import { configurationSearch } from '#web/features/configuration/configuration-search.ts';
import { collectorSearch } from '#web/features/collector/collector-search.ts';
import { roleDefaults, roleSearch } from '#web/features/role/role-search.ts';
import { settingsSearch } from '#web/features/settings/settings-search.ts';
import { userSearch } from '#web/features/user/user-search.ts';
import { firstStepsSearch } from '#web/features/first-steps/first-steps-search.ts';
import { kpiSearch } from '#web/features/kpi/kpi-search.ts';
import { pollingDefaults, pollingSearch } from '#web/features/polling/polling-search.ts';
import { cockpitDefaults, cockpitSearch } from '#web/features/cockpit/cockpit-search.ts';
import { provisioningSearch } from '#web/features/provisioning/provisioning-search.ts';
import { qosSearch } from '#web/features/qos/qos-search.ts';
import { billingDefaults, billingSearch } from '#web/features/billing/billing-search.ts';
import { sdwanSearch } from '#web/features/sdwan/sdwan-search.ts';
import { sharingSearch } from '#web/features/sharing/sharing-search.ts';
import { signInRulesSearch } from '#web/features/settings/sign-in/sign-in-rules-search.ts';
import { auditSearch } from '#web/features/audit/audit-search.ts';
import { clusterSearch } from '#web/features/cluster/cluster-search.ts';
import { lazyPage } from './lazy-page.ts';
import { menuPath } from './menu-path.ts';
import { leadToOwnCustomer } from './shared-document.ts';
import { shell } from './shell.ts';

const cockpit = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/cockpit'),
  validateSearch: cockpitSearch,
  search: { middlewares: [stripSearchParams(cockpitDefaults)] },
  component: lazyPage(() => import('#web/features/cockpit/CockpitPage.tsx'), 'CockpitPage'),
});

const configuration = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/conf'),
  validateSearch: configurationSearch,
  component: lazyPage(() => import('#web/features/configuration/ConfigurationPage.tsx'), 'ConfigurationPage'),
});

const firstSteps = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/first-steps'),
  validateSearch: firstStepsSearch,
  component: lazyPage(() => import('#web/features/first-steps/FirstStepsPage.tsx'), 'FirstStepsPage'),
});

const kpi = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/kpi'),
  validateSearch: kpiSearch,
  component: lazyPage(() => import('#web/features/kpi/KpiPage.tsx'), 'KpiPage'),
});

const polling = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/polling'),
  validateSearch: pollingSearch,
  search: { middlewares: [stripSearchParams(pollingDefaults)] },
  component: lazyPage(() => import('#web/features/polling/PollingPage.tsx'), 'PollingPage'),
});

const provisioning = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/provisioning'),
  validateSearch: provisioningSearch,
  component: lazyPage(() => import('#web/features/provisioning/ProvisioningPage.tsx'), 'ProvisioningPage'),
});

const sdwanManager = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/sdwanmanagers'),
  validateSearch: sdwanSearch,
  component: lazyPage(() => import('#web/features/sdwan/SdwanPage.tsx'), 'SdwanPage'),
});

const shareResource = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/share-resource'),
  validateSearch: sharingSearch,
  component: lazyPage(() => import('#web/features/sharing/SharePage.tsx'), 'SharePage'),
});

const user = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/user'),
  validateSearch: userSearch,
  component: lazyPage(() => import('#web/features/user/UserPage.tsx'), 'UserPage'),
});

const signInRules = createRoute({
  getParentRoute: () => shell,
  path: '/mt/user/sign-in',
  validateSearch: signInRulesSearch,
  component: lazyPage(() => import('#web/features/settings/sign-in/SignInRulesPage.tsx'), 'SignInRulesPage'),
});

const role = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/role'),
  validateSearch: roleSearch,
  search: { middlewares: [stripSearchParams(roleDefaults)] },
  component: lazyPage(() => import('#web/features/role/RolePage.tsx'), 'RolePage'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/settings'),
  validateSearch: settingsSearch,
  component: lazyPage(() => import('#web/features/settings/SettingsPage.tsx'), 'SettingsPage'),
});

const collectorMonitoring = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/monitoring-collect'),
  validateSearch: collectorSearch,
  component: lazyPage(() => import('#web/features/collector/CollectorPage.tsx'), 'CollectorPage'),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/audit'),
  validateSearch: auditSearch,
  component: lazyPage(() => import('#web/features/audit/AuditPage.tsx'), 'AuditPage'),
});

const application = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/application'),
  validateSearch: applicationSearch,
  search: { middlewares: [stripSearchParams(applicationSearchDefaults)] },
  component: lazyPage(
    () => import('#web/features/application/ProviderApplicationPage.tsx'),
    'ProviderApplicationPage',
  ),
});

const cluster = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/cluster'),
  validateSearch: clusterSearch,
  component: lazyPage(() => import('#web/features/cluster/ClusterPage.tsx'), 'ProviderClusterPage'),
});

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/dashboard'),
  validateSearch: documentSearch,
  beforeLoad: ({ search, context }) => leadToOwnCustomer('dashboard', search, context.session),
  search: { middlewares: [stripSearchParams(documentSearchDefaults)] },
  component: lazyPage(() => import('#web/features/dashboard/DashboardPage.tsx'), 'DashboardTemplatePage'),
});

const home = createRoute({
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

const qos = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/qos'),
  validateSearch: qosSearch,
  component: lazyPage(() => import('#web/features/qos/QosPage.tsx'), 'QosPage'),
});

const billing = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/license'),
  validateSearch: billingSearch,
  search: { middlewares: [stripSearchParams(billingDefaults)] },
  component: lazyPage(() => import('#web/features/billing/BillingPage.tsx'), 'BillingPage'),
});

/** Pages of the platform. */
export const administrationRoutes = [
  cockpit,
  application,
  cluster,
  configuration,
  firstSteps,
  kpi,
  polling,
  provisioning,
  sdwanManager,
  shareResource,
  user,
  signInRules,
  role,
  settings,
  collectorMonitoring,
  audit,
  dashboard,
  home,
  homeAssignment,
  qos,
  billing,
] as const;
