import { sharedKinds } from '../resource/kind.ts';
import type { Route } from '../route.ts';
import type { ModuleName } from './modules.ts';

type Place = readonly [path: string, ...modules: readonly ModuleName[]];

/** Parts of the interface that no module owns: signing in, the own account, the names of KPIs. */
const core: readonly Place[] = [
  ['/authProviders'],
  ['/internalLogin'],
  ['/kpi'],
  // Leads to documents of each kind, for those who may open their page.
  ['/link'],
  ['/requestPasswordReset'],
  ['/resetPassword'],
  // Finds each kind for those who may open its page.
  ['/search'],
  ['/session'],
  ['/token'],
];

const inCustomer: readonly Place[] = [
  ['/customers/:customerId/alert', 'alerting'],
  ['/customers/:customerId/annotation', 'alerting', 'dashboard', 'inventory'],
  ['/customers/:customerId/application', 'application'],
  ['/customers/:customerId/application-import', 'application'],
  ['/customers/:customerId/application-match', 'application'],
  ['/customers/:customerId/application-order', 'application'],
  ['/customers/:customerId/application-response', 'application'],
  ['/customers/:customerId/application-traffic', 'application'],
  ['/customers/:customerId/cluster', 'cluster'],
  ['/customers/:customerId/cockpit', 'cockpit'],
  ['/customers/:customerId/dashboard', 'dashboard'],
  ['/customers/:customerId/data', 'dashboard'],
  ['/customers/:customerId/discoveries', 'provisioning'],
  ['/customers/:customerId/elements', 'dashboard'],
  ['/customers/:customerId/sdwan-endpoint', 'dashboard'],
  ['/customers/:customerId/explore', 'explore'],
  ['/customers/:customerId/flow-map', 'flowmap'],
  ['/customers/:customerId/home', 'home'],
  ['/customers/:customerId/inventory', 'inventory'],
  ['/customers/:customerId/inventory-actions', 'inventory'],
  ['/customers/:customerId/kpi', 'kpi'],
  ['/customers/:customerId/polled-devices', 'collector'],
  ['/customers/:customerId/qos', 'qos'],
  ['/customers/:customerId/qos-mapping', 'qos'],
  ['/customers/:customerId/qos-traffic', 'qos'],
  ['/customers/:customerId/report', 'report'],
  ['/customers/:customerId/report-brand', 'report'],
  ['/customers/:customerId/report-image', 'report'],
  ['/customers/:customerId/resource/application', 'application'],
  ['/customers/:customerId/resource/cluster', 'cluster'],
  ['/customers/:customerId/resource/dashboard', 'dashboard'],
  ['/customers/:customerId/resource/home', 'home'],
  ['/customers/:customerId/resource/report', 'report'],
  ['/customers/:customerId/scheduling', 'scheduling'],
  ['/customers/:customerId/scheduling-choices', 'scheduling'],
  ['/customers/:customerId/silence', 'alerting'],
  ['/customers/:customerId/what-changed', 'explore'],
];

const ofProvider: readonly Place[] = [
  ['/cc/alert', 'alerting'],
  ['/wall', 'alerting'],
  ['/unsubscribe', 'scheduling'],
  ['/report-file', 'scheduling'],
  ['/cc/customer', 'customer'],
  ['/cc/explore', 'explore'],
  ['/cc/inventory', 'inventory'],
  ['/cc/profile', 'customer'],
  ['/mt/application', 'application'],
  ['/mt/application-import', 'application'],
  ['/mt/application-match', 'application'],
  ['/mt/application-order', 'application'],
  ['/mt/application-precedence', 'application'],
  ['/mt/audit', 'audit'],
  ['/mt/cluster', 'cluster'],
  ['/mt/cockpit', 'cockpit'],
  ['/mt/cockpit-alarm', 'cockpit'],
  ['/mt/conf', 'configuration'],
  ['/mt/dashboard', 'dashboard'],
  ['/mt/debug', 'debug'],
  ['/mt/discovery', 'provisioning'],
  ['/mt/first-steps', 'settings'],
  ['/mt/health', 'health'],
  ['/mt/home', 'home'],
  ['/mt/inventory', 'inventory'],
  ['/mt/kpi', 'kpi'],
  ['/mt/license', 'billing'],
  ['/mt/monitoring-collect', 'collector'],
  ['/mt/polled-devices', 'collector'],
  ['/mt/polling', 'polling'],
  ['/mt/provisioning', 'provisioning'],
  ['/mt/provisioning-mapping', 'provisioning'],
  ['/mt/provisioning-schedule', 'provisioning'],
  ['/mt/qos', 'qos'],
  ['/mt/qos-traffic', 'qos'],
  ['/mt/qos-unmapped', 'qos'],
  ['/mt/report', 'report'],
  ['/mt/report-brand', 'report'],
  ['/mt/report-image', 'report'],
  ['/mt/role', 'role'],
  ['/mt/sdwanmanagers', 'sdwan-manager'],
  ['/mt/settings', 'settings'],
  ['/mt/sign-in', 'user'],
  ['/mt/silence', 'alerting'],
  ['/mt/terms', 'user'],
  ['/mt/user', 'user'],
  ['/mt/user-choices', 'user'],
  ['/mt/user-objects', 'user'],
  ['/mt/user-token', 'user'],
  ['/report-settings', 'report'],
];

/** Status and owner belong to the kind of resource, its share to the sharing module as well. */
const ofSharing: readonly Place[] = sharedKinds.flatMap((kind): readonly Place[] => [
  [`/mt/share-resource/${kind}`, kind, 'sharing'],
  [`/mt/share-resource/${kind}/owners`, kind],
  [`/mt/share-resource/${kind}/:resourceId/status`, kind],
  [`/mt/share-resource/${kind}/:resourceId/owner`, kind],
]);

const places = [...core, ...inCustomer, ...ofProvider, ...ofSharing];

const isAt = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** Returns the modules that a route requires, by the longest path; undefined for a path that none claims. */
export function modulesOf({ path }: Pick<Route, 'path'>): readonly ModuleName[] | undefined {
  const below = path.replace('/api/v1', '');
  const [found] = places
    .filter(([place]) => isAt(below, place))
    .toSorted(([one], [other]) => other.length - one.length);
  return found?.slice(1) as readonly ModuleName[] | undefined;
}

/** Users and settings name roles, also without the library of roles. */
const rolesAreListed = (
  { method, path }: Pick<Route, 'method' | 'path'>,
  offered: ReadonlySet<string>,
): boolean =>
  method === 'GET' && path.endsWith('/mt/role') && (offered.has('user') || offered.has('settings'));

/** Whether an installation that offers these modules serves the route. */
export const isOffered = (route: Pick<Route, 'method' | 'path'>, offered: ReadonlySet<string>): boolean =>
  rolesAreListed(route, offered) || (modulesOf(route) ?? []).every((name) => offered.has(name));
