import { describe, expect, it } from 'vitest';
import { type Permission, permissionKeys } from '../permission/catalogue.ts';
import { closure, settingsReads } from '../permission/grants.ts';
import { builtModules, builtSettings, moduleNames } from './modules.ts';
import type { MenuEntry, MenuScope } from './entry.ts';
import { menuEntries } from './table.ts';
import { everyCustomerAreas, canOpen, menuOrderOf, visibleMenu, type MenuView } from './visible.ts';

const routes = (
  scope: MenuScope,
  permissions: readonly Permission[],
  {
    modules = moduleNames,
    everyCustomer = true,
    scopes = ['customer', 'cross-customer', 'admin'],
  }: Partial<Pick<MenuView, 'modules' | 'everyCustomer' | 'scopes'>> = {},
) =>
  visibleMenu({ scope, scopes, permissions: closure(permissions), everyCustomer, modules }).map(
    ({ route }) => route,
  );

describe('the menu of a scope', () => {
  it.each(['customer', 'cross-customer', 'admin'] as const)('%s is empty outside the session', (scope) => {
    const others = (['customer', 'cross-customer', 'admin'] as const).filter((one) => one !== scope);
    expect(routes(scope, permissionKeys, { scopes: others })).toEqual([]);
    expect(routes(scope, permissionKeys, { scopes: [scope] })).not.toEqual([]);
  });
});

const entriesWithNeeds = (menuEntries as readonly MenuEntry[]).flatMap((entry) =>
  entry.needs === null ? [] : [{ ...entry, needs: [entry.needs].flat() }],
);

/** Route, scope, group, order and default of section 2 of both documents. */
const specified: readonly [string, MenuScope, string | undefined, number | undefined, boolean][] = [
  ['/alert', 'customer', undefined, 5, false],
  ['/cc/alert', 'cross-customer', undefined, 1, false],
  ['/mt/audit', 'admin', 'inventory', 5, false],
  ['/cluster', 'customer', 'settings', 25, false],
  ['/mt/cockpit', 'admin', 'template', 5, false],
  ['/mt/monitoring-collect', 'admin', 'support', 3, false],
  ['/mt/conf', 'admin', 'support', 1, false],
  ['/home', 'customer', undefined, undefined, false],
  ['/mt/home', 'admin', undefined, undefined, false],
  ['/dashboard', 'customer', undefined, undefined, false],
  ['/mt/dashboard', 'admin', undefined, undefined, false],
  ['/application', 'customer', undefined, undefined, false],
  ['/mt/application', 'admin', 'inventory', undefined, false],
  // Not in the specification: the page of shared clusters.
  ['/mt/cluster', 'admin', 'inventory', undefined, false],
  ['/cc/customer', 'cross-customer', undefined, undefined, false],
  // Not in the specification: flows by any dimensions.
  ['/explore', 'customer', undefined, undefined, false],
  ['/cc/explore', 'cross-customer', undefined, 4, false],
  ['/flowmap', 'customer', undefined, undefined, false],
  ['/mt/health', 'admin', 'support', undefined, true],
  ['/mt/debug', 'admin', 'support', undefined, false],
  ['/cc/inventory', 'cross-customer', undefined, 3, false],
  ['/inventory', 'customer', 'settings', 25, false],
  ['/mt/kpi', 'admin', undefined, 4, false],
  ['/mt/license', 'admin', undefined, 7, false],
  ['/mt/polling', 'admin', undefined, 5, false],
  ['/mt/provisioning', 'admin', 'inventory', 1, true],
  ['/mt/qos', 'admin', 'inventory', 4, false],
  ['/report', 'customer', undefined, 20, false],
  ['/mt/report', 'admin', 'template', 6, false],
  ['/mt/role', 'admin', 'rights', 72, true],
  ['/scheduling', 'customer', undefined, 20, false],
  // Not in the specification: the checklist of a new installation.
  ['/mt/first-steps', 'admin', 'support', 4, false],
  ['/mt/sdwanmanagers', 'admin', 'inventory', 2, true],
  ['/mt/settings', 'admin', undefined, 0, true],
  ['/mt/share-resource', 'admin', 'template', 1, true],
  ['/mt/user', 'admin', undefined, 70, false],
  ['/test', 'customer', undefined, 999, false],
  ['/mt/test', 'admin', undefined, 999, false],
];

describe('menu table', () => {
  it('has exactly the entries of the specification, in its order', () => {
    const entries: readonly MenuEntry[] = menuEntries;
    expect(
      entries.map((entry) => [entry.route, entry.scope, entry.group, entry.order, entry.default ?? false]),
    ).toEqual(specified);
  });

  it('has unique ids and routes', () => {
    expect(new Set(menuEntries.map(({ id }) => id)).size).toBe(menuEntries.length);
    expect(new Set(menuEntries.map(({ route }) => route)).size).toBe(menuEntries.length);
  });

  it('gives each module at least one entry', () => {
    expect(new Set(menuEntries.map(({ module }) => module))).toEqual(new Set(moduleNames));
  });

  it('routes of a scope start with its prefix', () => {
    const prefixes = { '/mt/': 'admin', '/cc/': 'cross-customer' } as const;
    const scopes = menuEntries.map(({ route }) => prefixes[route.slice(0, 4) as '/mt/'] ?? 'customer');
    expect(scopes).toEqual(menuEntries.map(({ scope }) => scope));
  });
});

describe('visible entries', () => {
  it('include home and the test entry without any permission', () => {
    expect(routes('customer', [])).toEqual(['/home', '/test']);
    expect(routes('cross-customer', [])).toEqual([]);
    expect(routes('admin', [])).toEqual(['/mt/test']);
  });

  it('exclude the entries of a disabled module', () => {
    expect(routes('customer', permissionKeys, { modules: builtModules })).toEqual([
      '/alert',
      '/report',
      '/scheduling',
      '/home',
      '/dashboard',
      '/application',
      '/explore',
      '/flowmap',
      '/test',
      '/cluster',
      '/inventory',
    ]);
    expect(routes('cross-customer', permissionKeys, { modules: builtModules })).toEqual([
      '/cc/alert',
      '/cc/inventory',
      '/cc/explore',
      '/cc/customer',
    ]);
    expect(routes('admin', permissionKeys, { modules: builtModules })).toEqual([
      '/mt/settings',
      '/mt/kpi',
      '/mt/polling',
      '/mt/license',
      '/mt/user',
      '/mt/home',
      '/mt/dashboard',
      '/mt/test',
      '/mt/provisioning',
      '/mt/sdwanmanagers',
      '/mt/qos',
      '/mt/audit',
      '/mt/application',
      '/mt/cluster',
      '/mt/share-resource',
      '/mt/cockpit',
      '/mt/report',
      '/mt/conf',
      '/mt/monitoring-collect',
      '/mt/first-steps',
      '/mt/health',
      '/mt/debug',
      '/mt/role',
    ]);
    expect(routes('admin', permissionKeys, { modules: [] })).toEqual([]);
  });

  it('follow from each permission', () => {
    const shut = entriesWithNeeds.filter(
      (entry) => !entry.needs.every((one) => canOpen(entry, closure([one]))),
    );
    expect(shut).toEqual([]);
  });

  it('never follow from other permissions; home needs none', () => {
    const open = entriesWithNeeds.filter((entry) =>
      canOpen(entry, new Set(permissionKeys.filter((key) => !entry.needs.includes(key)))),
    );
    expect(open.map(({ id }) => id)).toEqual(['home']);
  });

  it.each(settingsReads)(
    'include the settings menu with the permission %s alone once its page exists',
    (right) => {
      expect(routes('admin', [right]).includes('/mt/settings')).toBe(builtSettings.includes(right));
    },
  );

  it('include the settings menu, the first steps, SD-WAN managers and the configuration only with access to every customer', () => {
    const ofEvery = ['/mt/settings', '/mt/first-steps', '/mt/sdwanmanagers', '/mt/conf'];
    const without = routes('admin', permissionKeys, { everyCustomer: false });
    expect(without.filter((route) => ofEvery.includes(route))).toEqual([]);
    expect([...ofEvery, ...without].toSorted()).toEqual(routes('admin', permissionKeys).toSorted());
  });

  it('name the areas whose pages need access to every customer, for the editor of roles', () => {
    const areas = builtSettings.map((right) => right.replace(/\.read$/, ''));
    expect([...everyCustomerAreas()].toSorted()).toEqual(
      [...areas, 'NETWORK.PROVISIONING', 'NETWORK.SDWAN_MANAGER', 'SUPPORT.CONF'].toSorted(),
    );
  });

  it.each(['HOME', 'DASHBOARD', 'COCKPIT', 'REPORT'] as const)(
    'include the share-resource menu with the share permission on %s templates',
    (template) => {
      expect(routes('admin', [`TEMPLATE.${template}.share`])).toContain('/mt/share-resource');
      expect(routes('admin', [`TEMPLATE.${template}.write`])).toContain('/mt/share-resource');
      expect(routes('admin', [`TEMPLATE.${template}.read`])).not.toContain('/mt/share-resource');
    },
  );

  it('include the user menu with the user read permission in the admin scope', () => {
    expect(routes('admin', ['USER.read'])).toContain('/mt/user');
    expect(routes('admin', ['ROLE.read'])).not.toContain('/mt/user');
    expect(routes('customer', ['USER.read'])).not.toContain('/mt/user');
  });
});

describe('order of the menu', () => {
  it('customer entries', () => {
    expect(routes('customer', permissionKeys)).toEqual([
      '/alert',
      '/report',
      '/scheduling',
      '/home',
      '/dashboard',
      '/application',
      '/explore',
      '/flowmap',
      '/test',
      '/cluster',
      '/inventory',
    ]);
  });

  it('entries across customers', () => {
    expect(routes('cross-customer', permissionKeys)).toEqual([
      '/cc/alert',
      '/cc/inventory',
      '/cc/explore',
      '/cc/customer',
    ]);
  });

  it('admin entries, group by group', () => {
    expect(routes('admin', permissionKeys)).toEqual([
      '/mt/settings',
      '/mt/kpi',
      '/mt/polling',
      '/mt/license',
      '/mt/user',
      '/mt/home',
      '/mt/dashboard',
      '/mt/test',
      '/mt/provisioning',
      '/mt/sdwanmanagers',
      '/mt/qos',
      '/mt/audit',
      '/mt/application',
      '/mt/cluster',
      '/mt/share-resource',
      '/mt/cockpit',
      '/mt/report',
      '/mt/conf',
      '/mt/monitoring-collect',
      '/mt/first-steps',
      '/mt/health',
      '/mt/debug',
      '/mt/role',
    ]);
  });

  it('an entry without an order follows the ordered ones and precedes the test entry', () => {
    const places = menuEntries.map((entry: MenuEntry) => [entry.order, menuOrderOf(entry)] as const);
    for (const [order, place] of places) expect(place).toBe(order ?? 500);
    const highest = Math.max(
      ...places.flatMap(([order]) => (order === undefined || order === 999 ? [] : [order])),
    );
    expect(highest).toBeLessThan(500);
  });
});
