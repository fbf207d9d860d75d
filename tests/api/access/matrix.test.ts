import { beforeAll, describe, expect, it } from 'vitest';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import { closure, withoutRight } from '#schemas/permission/grants.ts';
import type { Route } from '#schemas/route.ts';
import { everyRoute as routes } from '#tests/fixtures/every-route.ts';
import type { Browser } from '../../fixtures/server/server-under-test.ts';
import { accountOf, matrixServerOfFile, problemCodeOf, guarded, named } from './matrix-server.ts';
import { foreignCalls, withoutForeignIds } from './foreign.ts';
import { foreignRows, type Foreign } from './foreign-rows.ts';
import { targetOf } from './targets.ts';

const matrix = matrixServerOfFile();

describe('every route of the contracts', () => {
  it('is served', () => {
    const missing = routes.filter(({ method, path }) => !matrix().server.app.hasRoute({ method, url: path }));
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it.each(named(routes.filter(({ needs }) => needs !== 'anonymous')))(
    '%s returns 401 without a session',
    async (_, route) => {
      const page = matrix().server.browser();
      await page.get('/api/v1/authProviders');
      const response = await matrix().call(page, route);
      expect([response.statusCode, problemCodeOf(response)]).toEqual([401, 'UNAUTHENTICATED']);
    },
  );

  it.each(named(guarded))('%s accepts a caller with its permission', async (_, route) => {
    // The provider's area requires one of the provider's permissions.
    const area: readonly Permission[] = route.scope === 'admin' ? ['KPI.read'] : [];
    const rights = new Set([route.needs as Permission, ...area]);
    const page = await matrix().someone(rights, route.everyCustomer === true ? 'every' : undefined);
    const response = await matrix().call(
      page,
      route,
      matrix().own,
      await targetOf(matrix().server, route, await accountOf(page)),
    );
    expect([401, 403, 404, 405, 500]).not.toContain(response.statusCode);
  });

  // Reading home pages is granted to everyone.
  const deniable = guarded.filter(({ needs }) => !closure([]).has(needs as Permission));
  it.each(named(deniable))(
    '%s returns 403 to a caller with every permission but its own',
    async (_, route) => {
      const rights = withoutRight(new Set(permissionKeys), route.needs as Permission);
      const response = await matrix().call(await matrix().someoneRejected(rights), route);
      expect([response.statusCode, problemCodeOf(response)]).toEqual([403, 'FORBIDDEN']);
    },
  );
});

describe('a route that concerns the entire installation', () => {
  const installationWide = guarded.filter(({ everyCustomer }) => everyCustomer === true);
  it.each(named(installationWide))(
    '%s is closed to users who do not see every customer',
    async (_, route) => {
      const response = await matrix().call(await matrix().someoneRejected(permissionKeys), route);
      expect([response.statusCode, problemCodeOf(response)]).toEqual([403, 'EVERY_CUSTOMER_REQUIRED']);
    },
  );
});

describe('a route of the provider', () => {
  const keyOf = ({ method, path }: Route): string => `${method} ${path.replace('/api/v1', '')}`;
  const bound = guarded.filter(
    (route) => (route.scope === 'admin' || route.scope === 'cross-customer') && route.everyCustomer !== true,
  );
  /** Their query names a foreign id. */
  const listsOfElement = new Set(['GET /mt/debug/templates']);
  const isList = (route: Route): boolean =>
    route.method === 'GET' && !route.path.includes(':') && !listsOfElement.has(keyOf(route));
  const rejections = new Set([
    'NOT_FOUND',
    'RESOURCE_MISSING',
    'RIGHTS_EXCEED_OWN',
    'REACHES_OTHER_CUSTOMERS',
    'NETWORK_FILE_INVALID',
  ]);
  let foreignOnes: Foreign;
  let calls: ReturnType<typeof foreignCalls>;
  let part: Browser;
  const stored = () => {
    const { db } = matrix().server.stack;
    return Promise.all([
      db.selectFrom('customer').selectAll().where('id', '=', matrix().foreign).execute(),
      db
        .selectFrom('resource')
        .selectAll()
        .where('id', 'in', [foreignOnes.cockpit, foreignOnes.applicationResource, foreignOnes.cluster])
        .orderBy('id')
        .execute(),
      db
        .selectFrom('resource_share')
        .selectAll()
        .where('resource_id', 'in', [
          foreignOnes.cockpit,
          foreignOnes.applicationResource,
          foreignOnes.cluster,
        ])
        .orderBy('resource_id')
        .execute(),
      db
        .selectFrom('cluster_template_site')
        .selectAll()
        .where('resource_id', '=', foreignOnes.cluster)
        .execute(),
      db.selectFrom('custom_application').selectAll().where('id', '=', foreignOnes.application).execute(),
      db.selectFrom('cockpit_alarm').selectAll().where('id', '=', foreignOnes.alarm).execute(),
      db.selectFrom('account').selectAll().where('id', '=', foreignOnes.account).execute(),
      db.selectFrom('customer_profile').selectAll().where('id', '=', foreignOnes.profile).execute(),
    ]);
  };
  beforeAll(async () => {
    foreignOnes = await foreignRows(matrix().server);
    // The extra permissions read resources of the provider that are not shared with the caller.
    part = await matrix().someone(permissionKeys.filter((permission) => !permission.startsWith('EXTRA.')));
    const { role_id: role } = await matrix()
      .server.stack.db.selectFrom('account')
      .select('role_id')
      .where('id', '=', await accountOf(part))
      .executeTakeFirstOrThrow();
    calls = foreignCalls(foreignOnes, { customer: matrix().own, role });
  });

  it('is for users who see every customer, or is listed here with the foreign ids it accepts', () => {
    const known = new Set([...Object.keys(calls), ...Object.keys(withoutForeignIds)]);
    const open = bound.filter((route) => !isList(route)).map(keyOf);
    expect(open.filter((key) => !known.has(key))).toEqual([]);
    expect([...known].filter((key) => !open.includes(key))).toEqual([]);
  });

  it.each(named(bound.filter((route) => !isList(route) && !(keyOf(route) in withoutForeignIds))))(
    '%s gives and takes nothing of a foreign customer',
    async (_, route) => {
      const { ids = [], query = '', body, code } = calls[keyOf(route)]!;
      const left = [...ids];
      const url = route.path.replaceAll(/:[a-z]\w*/gi, () => String(left.shift())) + query;
      const before = await stored();
      const response =
        route.method === 'GET'
          ? await part.get(url)
          : await part.send(route.method, url, body === undefined ? {} : { body });
      const isRefused =
        code === undefined
          ? rejections.has(String(problemCodeOf(response)))
          : problemCodeOf(response) === code;
      expect([response.body, isRefused]).toEqual([response.body, true]);
      expect(await stored()).toEqual(before);
    },
  );

  it.each(named(bound.filter(isList)))('%s returns nothing of a foreign customer', async (_, route) => {
    expect((await part.get(route.path)).body).not.toMatch(/initech/i);
  });
});
