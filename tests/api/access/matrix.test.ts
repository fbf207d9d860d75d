import { everyRoute as routes } from '#tests/fixtures/every-route.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packJson } from '#platform/bus/packed-json.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { CockpitDocument } from '#schemas/cockpit/version.ts';
import { addImportRow } from '#tests/fixtures/provisioning/import-rows.ts';
import { DiscoveryRequest } from '#schemas/discovery/request.ts';
import { permissionAreas, permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Permission, PermissionGroup, PermissionKey } from '#schemas/permission/catalogue.ts';
import { closure, withoutRight } from '#schemas/permission/grants.ts';
import type { PermissionSet } from '#schemas/permission/grants.ts';
import type { Route } from '#schemas/route.ts';
import { foreignRows } from './foreign-rows.ts';
import { foreignCalls, withoutForeignIds } from './foreign.ts';
import type { Foreign } from './foreign-rows.ts';
import { targetOf } from './targets.ts';
import { openServer } from '../../fixtures/server/server-under-test.ts';
import type { Browser, ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const);

const isPermission = ({ needs }: Route): boolean => needs !== 'anonymous' && needs !== 'signed-in';
const guarded = routes.filter(isPermission);
const ofCustomer = guarded.filter(({ scope }) => scope === 'customer');
const UNKNOWN_CUSTOMER = 2_000_000_000;

let server: ServerUnderTest;
let discovery: number;
let importRun: number;
let silence: number;
let device: number;
const listening = new AbortController();
beforeAll(async () => {
  const many = 1_000_000;
  server = await openServer({
    rates: { perAddress: many, perVisitor: many, perSession: many, signInsPerAddress: many },
  });
  const { db, bus } = server.stack;
  discovery = await aDiscovery(db);
  importRun = await addImportRow(db, {
    ...{ name: 'acme.csv', customer: own(), author: null, at: server.clock.now() },
  });
  silence = await aSilence(db);
  device = await aDevice(db);
  await keepVersions(db);
  const { signal } = listening;
  bus.subscribe(
    subjects.polledDevices,
    ({ respond }) => {
      respond(packJson({ poller: 'poller', pollers: 1, devices: [] }));
    },
    { signal },
  );
  await bus.flush();
});
afterAll(async () => {
  listening.abort();
  await server.close();
});

/** Version 1 of every cockpit. */
async function keepVersions(db: Db): Promise<void> {
  const cockpits = await db.selectFrom('resource').select('id').where('kind', '=', 'cockpit').execute();
  const document = CockpitDocument.parse({ name: 'Kept', description: '', alarms: [] });
  const at = server.clock.now();
  for (const { id } of cockpits)
    await db
      .insertInto('cockpit_version')
      .values({ cockpit_id: id, number: 1, author_id: null, at, restored: null, document })
      .execute();
}

/** A device of the customer that is one's own. */
async function aDevice(db: Db): Promise<number> {
  const place = { customer_id: own(), parent_id: siteOf(own()), kind: 'device', name: 'edge of the matrix' };
  const { id } = await db
    .insertInto('network_element')
    .values(place)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('device').values({ id, address: '192.0.2.77' }).execute();
  await server.followInventory();
  return id;
}

/** A silence of every customer. */
async function aSilence(db: Db): Promise<number> {
  const match = { alarms: [], severities: [], sites: [], elements: [] };
  const times = { starts_at: new Date(0), ends_at: new Date(1) };
  const { id } = await db
    .insertInto('silence')
    .values({ match, ...times, reason: 'Works', author: 'another user' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A discovery of the customer that is one's own. */
async function aDiscovery(db: Db): Promise<number> {
  const site = await db
    .selectFrom('network_element')
    .select(['id', 'customer_id'])
    .where('customer_id', '=', own())
    .executeTakeFirstOrThrow();
  const request = DiscoveryRequest.parse({
    site: site.id,
    ranges: ['192.0.2.1'],
    credentials: [{ community: 'public' }],
  });
  const { id } = await db
    .insertInto('discovery_run')
    .values({
      customer_id: site.customer_id,
      site_id: site.id,
      state: 'finished',
      request,
      progress: { addresses: 1, asked: 1, found: 0, rejections: {}, rejected: [] },
      created_at: server.clock.now(),
      created_by: 'another user',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const own = (): number => server.customers.get('acme')!;
const foreign = (): number => server.customers.get('initech')!;

const siteOf = (customer: number): number =>
  [...server.inventory().sites.values()].find((site) => site.customer === customer)?.id ?? 1;

const urlOf = ({ path, method }: Route, customer: number, id = '1'): string =>
  path
    .replace(':id', id)
    .replace(':resourceId', id)
    .replace(':customerId', String(customer))
    .replace(':alarm', String(server.alarms.open))
    .replace('/kpi/:key', '/kpi/itf_in_bps')
    .replace('/formulas/:scope', '/formulas/snmp')
    .replace('/inventory/:kind/:element/sdwan-alarms', `/inventory/device/${String(device)}/sdwan-alarms`)
    .replace('/inventory/:kind/:element', `/inventory/site/${String(siteOf(customer))}`)
    .replace('/inventory/:kind', '/inventory/site')
    .replace(':discoveryId', String(discovery))
    .replace(':importId', String(importRun))
    .replace(':silence', method === 'GET' ? String(silence) : '1')
    .replaceAll(/:[a-z]\w*/gi, '1');

/** Sends no body and, for a write, a valid token: only a missing permission or the missing body can reject it. */
const send = (page: Browser, { method }: Route, url: string) =>
  method === 'GET'
    ? page.get(url)
    : page.send(method, url, { body: '', headers: { 'content-type': 'application/json' } });
const call = (page: Browser, route: Route, customer = own(), id = '1') =>
  send(page, route, urlOf(route, customer, id));

let made = 0;
/** A user with these permissions, for two customers by default. */
async function someone(
  permissions: Iterable<Permission>,
  customers: readonly string[] | 'every' = ['acme', 'globex'],
): Promise<Browser> {
  made += 1;
  const username = `user-${String(made)}`;
  const seen = customers === 'every' ? {} : { customers };
  await server.account({ username, permissions: [...permissions], ...seen });
  return server.signedIn(username);
}

const alike = new Map<string, Promise<Browser>>();
/** A user with these permissions, shared by calls that are rejected: those change nothing. */
function someoneRejected(
  permissions: Iterable<Permission>,
  customers: readonly string[] | 'every' = ['acme', 'globex'],
): Promise<Browser> {
  const rights = [...permissions].toSorted();
  const key = [...rights, String(customers)].join();
  const known = alike.get(key) ?? someone(rights, customers);
  alike.set(key, known);
  return known;
}

const accountOf = async (page: Browser): Promise<number> =>
  ((await page.get('/api/v1/session')).json() as { user: { id: number } }).user.id;

const codeOf = (response: { json: () => unknown }): unknown => (response.json() as { code?: unknown }).code;

describe('every route of the contracts', () => {
  it('is served', () => {
    const missing = routes.filter(({ method, path }) => !server.app.hasRoute({ method, url: path }));
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it.each(named(routes.filter(({ needs }) => needs !== 'anonymous')))(
    '%s returns 401 without a session',
    async (_, route) => {
      const page = server.browser();
      await page.get('/api/v1/authProviders');
      const response = await call(page, route);
      expect([response.statusCode, codeOf(response)]).toEqual([401, 'UNAUTHENTICATED']);
    },
  );

  it.each(named(guarded))('%s accepts a caller with its permission', async (_, route) => {
    // The provider's area requires one of the provider's permissions.
    const area: readonly Permission[] = route.scope === 'admin' ? ['KPI.read'] : [];
    const rights = new Set([route.needs as Permission, ...area]);
    const page = await someone(rights, route.everyCustomer === true ? 'every' : undefined);
    const response = await call(page, route, own(), await targetOf(server, route, await accountOf(page)));
    expect([401, 403, 404, 405, 500]).not.toContain(response.statusCode);
  });

  // Reading home pages is granted to everyone.
  const deniable = guarded.filter(({ needs }) => !closure([]).has(needs as Permission));
  it.each(named(deniable))(
    '%s returns 403 to a caller with every permission but its own',
    async (_, route) => {
      const rights = withoutRight(new Set(permissionKeys), route.needs as Permission);
      const response = await call(await someoneRejected(rights), route);
      expect([response.statusCode, codeOf(response)]).toEqual([403, 'FORBIDDEN']);
    },
  );
});

describe('a route of a customer', () => {
  it.each(named(ofCustomer))('%s treats a foreign customer as a missing one', async (_, route) => {
    const page = await someoneRejected([route.needs as Permission]);
    const reported = async (customer: number) => {
      const response = await call(page, route, customer);
      const { code, title, status, params, errors } = response.json() as Record<string, unknown>;
      return { statusCode: response.statusCode, code, title, status, params, errors };
    };
    expect(await reported(foreign())).toEqual(await reported(UNKNOWN_CUSTOMER));
    expect(await reported(foreign())).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
  });

  it.each(named(ofCustomer))('%s returns 404 for an impossible customer id', async (_, route) => {
    const page = await someoneRejected([route.needs as Permission]);
    for (const id of ['0', '-1', '1.5', 'acme', `${String(own())}%20OR%201=1`, '1e400']) {
      const url = urlOf(route, own()).replace(`/customers/${String(own())}/`, `/customers/${id}/`);
      expect([id, (await send(page, route, url)).statusCode]).toEqual([id, 404]);
    }
  });

  it.each(named(ofCustomer))('%s is open through the profile of the customer as well', async (_, route) => {
    const page = await someone([route.needs as Permission], []);
    expect((await call(page, route)).statusCode).toBe(404);
    const { db } = server.stack;
    const account = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', `user-${String(made)}`)
      .executeTakeFirstOrThrow();
    const customer = await db
      .selectFrom('customer')
      .select('profile_id')
      .where('id', '=', own())
      .executeTakeFirstOrThrow();
    await db
      .insertInto('account_profile')
      .values({ account_id: account.id, profile_id: customer.profile_id })
      .execute();
    await server.clock.leap(60_000);
    // 400 where the route asks for more than the customer, or for a body: a foreign customer answers 404 before that.
    const target = await targetOf(server, route, account.id);
    expect([200, 400]).toContain((await call(page, route, own(), target)).statusCode);
  });
});

describe('a route that concerns the whole installation', () => {
  const whole = guarded.filter(({ everyCustomer }) => everyCustomer === true);
  it.each(named(whole))('%s is closed to users who do not see every customer', async (_, route) => {
    const response = await call(await someoneRejected(permissionKeys), route);
    expect([response.statusCode, codeOf(response)]).toEqual([403, 'EVERY_CUSTOMER_REQUIRED']);
  });
});

describe('a route of the provider', () => {
  const keyOf = ({ method, path }: Route): string => `${method} ${path.replace('/api/v1', '')}`;
  const bound = guarded.filter(
    (route) => (route.scope === 'admin' || route.scope === 'cross-customer') && route.everyCustomer !== true,
  );
  const isList = ({ method, path }: Route): boolean => method === 'GET' && !path.includes(':');
  const rejections = new Set([
    ...['NOT_FOUND', 'RESOURCE_MISSING', 'RIGHTS_EXCEED_OWN', 'REACHES_OTHER_CUSTOMERS'],
    'NETWORK_FILE_INVALID',
  ]);
  let foreignOnes: Foreign;
  let calls: ReturnType<typeof foreignCalls>;
  let part: Browser;
  const stored = () =>
    Promise.all([
      server.stack.db.selectFrom('customer').selectAll().where('id', '=', foreign()).execute(),
      server.stack.db
        .selectFrom('resource')
        .selectAll()
        .where('id', 'in', [foreignOnes.cockpit, foreignOnes.applicationResource, foreignOnes.cluster])
        .orderBy('id')
        .execute(),
      server.stack.db
        .selectFrom('resource_share')
        .selectAll()
        .where('resource_id', 'in', [
          foreignOnes.cockpit,
          foreignOnes.applicationResource,
          foreignOnes.cluster,
        ])
        .orderBy('resource_id')
        .execute(),
      server.stack.db
        .selectFrom('cluster_template_site')
        .selectAll()
        .where('resource_id', '=', foreignOnes.cluster)
        .execute(),
      server.stack.db
        .selectFrom('custom_application')
        .selectAll()
        .where('id', '=', foreignOnes.application)
        .execute(),
      server.stack.db.selectFrom('cockpit_alarm').selectAll().where('id', '=', foreignOnes.alarm).execute(),
      server.stack.db.selectFrom('account').selectAll().where('id', '=', foreignOnes.account).execute(),
      server.stack.db
        .selectFrom('customer_profile')
        .selectAll()
        .where('id', '=', foreignOnes.profile)
        .execute(),
    ]);
  beforeAll(async () => {
    foreignOnes = await foreignRows(server);
    // The extra permissions read resources of the provider that are not shared with the caller.
    part = await someone(permissionKeys.filter((permission) => !permission.startsWith('EXTRA.')));
    const { role_id: role } = await server.stack.db
      .selectFrom('account')
      .select('role_id')
      .where('id', '=', await accountOf(part))
      .executeTakeFirstOrThrow();
    calls = foreignCalls(foreignOnes, { customer: own(), role });
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
        code === undefined ? rejections.has(String(codeOf(response))) : codeOf(response) === code;
      expect([response.body, isRefused]).toEqual([response.body, true]);
      expect(await stored()).toEqual(before);
    },
  );

  it.each(named(bound.filter(isList)))('%s returns nothing of a foreign customer', async (_, route) => {
    expect((await part.get(route.path)).body).not.toMatch(/initech/i);
  });
});

describe('each role', () => {
  const areaOf = (right: Permission): PermissionKey =>
    right.slice(0, right.lastIndexOf('.')) as PermissionKey;
  const ofGroup = (group: PermissionGroup): readonly Permission[] =>
    permissionKeys.filter((key) => permissionAreas[areaOf(key)].group === group);
  const reading = (list: readonly Permission[]) => list.filter((key) => key.endsWith('.read'));
  const roles: readonly (readonly [string, readonly Permission[]])[] = [
    ['without rights', []],
    ['of a reader of a customer', reading(ofGroup('client'))],
    ['of a customer', ofGroup('client')],
    ['of a reader of the provider', reading(ofGroup('multi-tenant'))],
    ['of the provider', ofGroup('multi-tenant')],
    ['of extra permissions and programs', [...ofGroup('extra'), ...ofGroup('api')]],
    ['of administrators', permissionKeys],
  ];
  type Place = 'own' | 'foreign';

  /** What the specification says: the right first, then the scope, then whose customer it is. */
  function expected({ needs, scope, everyCustomer }: Route, rights: PermissionSet, place: Place): string {
    if (!rights.has(needs as Permission)) return '403 FORBIDDEN';
    if (scope === 'customer' && place === 'foreign') return '404 NOT_FOUND';
    if (scope === 'admin' && !opensAdministration(rights)) return '403 FORBIDDEN';
    return everyCustomer === true ? '403 EVERY_CUSTOMER_REQUIRED' : 'allowed';
  }
  const opensAdministration = (rights: PermissionSet): boolean =>
    ofGroup('multi-tenant').some((right) => rights.has(right));
  const rejected = new Set([401, 403, 404, 405, 500]);
  const TOGETHER = 8;

  async function answered(
    route: Route,
    page: Browser,
    { place, account }: { place: Place; account: number },
  ) {
    const customer = place === 'own' ? own() : foreign();
    const target = place === 'own' ? await targetOf(server, route, account) : '1';
    const response = await call(page, route, customer, target);
    return rejected.has(response.statusCode)
      ? `${String(response.statusCode)} ${String(codeOf(response))}`
      : 'allowed';
  }

  it.each(roles)('%s may do exactly what its permissions grant, within its customers', async (_, given) => {
    const rights = closure(given);
    const page = await someone(given);
    const account = await accountOf(page);
    const calls = guarded.flatMap((route) => {
      const places = route.scope === 'customer' ? (['own', 'foreign'] as const) : (['own'] as const);
      return places.map((place) => ({ route, place, wanted: expected(route, rights, place) }));
    });
    const others: string[] = [];
    for (let first = 0; first < calls.length; first += TOGETHER)
      await Promise.all(
        calls.slice(first, first + TOGETHER).map(async ({ route, place, wanted }) => {
          const reported = await answered(route, page, { place, account });
          if (reported !== wanted)
            others.push(`${route.method} ${route.path} of ${place}: ${reported}, not ${wanted}`);
        }),
      );
    const allowed = calls.filter(({ wanted }) => wanted === 'allowed').length;
    const seen = { allowed, rejected: calls.length - allowed };
    expect(others).toEqual([]);
    expect(seen.rejected).toBeGreaterThan(30);
    expect(seen.allowed > 0).toBe(guarded.some(({ needs }) => rights.has(needs as Permission)));
  });
});

describe('a scope', () => {
  const across = guarded.filter(({ scope }) => scope === 'cross-customer');
  it.each(named(across))('%s is closed to users with a single customer', async (_, route) => {
    const response = await call(await someoneRejected([route.needs as Permission], ['acme']), route);
    expect([response.statusCode, codeOf(response)]).toEqual([403, 'FORBIDDEN']);
  });

  const sessionOf = async (permissions: readonly Permission[], customers: readonly string[]) => {
    const session = await (await someone(permissions, customers)).get('/api/v1/session');
    return (session.json() as { scopes: string[] }).scopes;
  };
  it('is part of the session: customer, across customers, administration', async () => {
    expect(await sessionOf(['ALERT.read'], [])).toEqual([]);
    expect(await sessionOf(['ALERT.read'], ['acme'])).toEqual(['customer']);
    expect(await sessionOf(['ALERT.read'], ['acme', 'globex'])).toEqual(['customer', 'cross-customer']);
    expect(await sessionOf(['ROLE.read'], ['acme'])).toEqual(['customer', 'admin']);
  });

  it('across customers shows the counts of one’s own customers only', async () => {
    const response = await (await someone(['ALERT.read'])).get('/api/v1/cc/alert');
    const { customers } = response.json() as { customers: { name: string }[] };
    expect(customers.map(({ name }) => name)).toEqual(['Customer acme', 'Customer globex']);
  });
});
