import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRoute } from '#tests/fixtures/every-route.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Route } from '#schemas/route.ts';
import { post } from '../../fixtures/server/administrator.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { outOfReachRows, type OutOfReachRows } from './out-of-reach-rows.ts';
import { foreignRows, type Foreign } from './foreign-rows.ts';
import { foreignCalls } from './foreign.ts';
import { aScheduling } from '#tests/fixtures/scheduling/scheduling-under-test.ts';
import { applicationOf, clusterFields } from '#tests/fixtures/update-fields.ts';

type Reply = Awaited<ReturnType<Browser['get']>>;
/** Sends a request of a restricted caller. */
type Send = (method: Route['method'], url: string, body?: unknown) => Promise<Reply>;
type Call = { readonly url: string; readonly body?: unknown };

let server: ServerUnderTest;
let foreign: Foreign;
let outside: OutOfReachRows;
let callers: Readonly<Record<'session' | 'token', Send>>;
/** The role of the session, which covers every permission. */
let role: number;

beforeAll(async () => {
  const many = 1_000_000;
  server = await openServer({
    rates: { perAddress: many, perVisitor: many, perSession: many, signInsPerAddress: many },
  });
  foreign = await foreignRows(server);
  const provider = await server.account({ username: 'provider', permissions: permissionKeys });
  outside = await outOfReachRows(server, foreign, provider);
  await server.account({ username: 'restricted', permissions: permissionKeys, customers: ['acme'] });
  const session = await server.signedIn('restricted');
  ({ role_id: role } = await server.stack.db
    .selectFrom('account')
    .select('role_id')
    .where('username', '=', 'restricted')
    .executeTakeFirstOrThrow());
  const owner = await server.signedIn('provider');
  const { token } = await post<{ token: string }>(owner, '/token', {
    name: 'of acme',
    permissions: permissionKeys,
    customers: [own()],
    days: 30,
  });
  // What the owner of the token does with users of others stays in the owner's audit.
  await post(owner, `/mt/user/${String(foreign.account)}/lock`);
  const headers = { authorization: `Bearer ${token}`, host: '127.0.0.1:8080' };
  callers = {
    session: (method, to, body) =>
      method === 'GET' ? session.get(to) : session.send(method, to, body === undefined ? {} : { body }),
    token: (method, to, body) =>
      server.app.inject({
        method,
        url: to,
        headers,
        ...(body === undefined ? {} : { payload: body as object }),
      }),
  };
});
afterAll(() => server.close());

const own = (): number => server.customers.get('acme')!;

const keyOf = ({ method, path }: Route): string => `${method} ${path.replace('/api/v1', '')}`;
/** Routes without a scope concern the account of the caller itself. */
const routes = everyRoute.filter(({ scope }) => scope !== 'none');
const isWrite = ({ method }: Route): boolean => method !== 'GET';

/** Values of the parameters of a path that name what reaches past the caller's customer. */
function parameters(): Readonly<Record<string, number | string>> {
  const { placed, silence, filter, discovery, groups, roles, importRun, schedule } = outside;
  return {
    customerId: own(),
    application: placed.application,
    cluster: placed.cluster,
    silence,
    filter,
    resourceId: placed.applicationResource,
    discoveryId: discovery,
    alarm: foreign.alarm,
    incident: `${String(foreign.site)}:0:1`,
    importId: importRun,
    mappingId: 1,
    scheduleId: 1,
    schedulingId: schedule.scheduling,
    runId: schedule.run,
    element: foreign.site,
    key: 'itf_in_bps',
    kind: 'site',
    scope: 'snmp',
    cockpitId: foreign.cockpit,
    group: groups['with a foreign member']!,
    role: roles['held by a foreigner']!,
    version: 1,
    number: 1,
    day: '2026-11-01',
    customer: own(),
    backtestId: '9b2f0f5e-95f4-4c4e-9c50-6f2cf4f9a1b1',
    qosClass: placed.qosClass,
    imageId: 1,
    annotation: 1,
    note: 1,
    id: foreign.account,
  };
}

const namesIn = ({ path }: Route): string[] => [...path.matchAll(/:([a-z]\w*)/gi)].map(([, name]) => name!);

const fill = (path: string, ids: readonly (number | string)[]): string => {
  const left = [...ids];
  return path.replaceAll(/:[a-z]\w*/gi, () => String(left.shift()));
};

const draft = applicationOf('Taken', { ports: ['1'] });
const area = (site: number) => ({ ...clusterFields, type: 'area', name: 'Taken', sites: [site] });

/** Bodies in the space of the own customer, and of routes without one in `foreignCalls`. */
function placedBody(key: string): unknown {
  const { site, account } = foreign;
  const bodies: Readonly<Record<string, unknown>> = {
    'PUT /customers/:customerId/application/:application': { application: draft, version: 1 },
    'PUT /customers/:customerId/application-order': {
      order: [outside.placed.application],
      version: 'none',
    },
    'PUT /customers/:customerId/application/:application/override': {
      override: { attributes: draft.attributes },
      version: 0,
    },
    'POST /customers/:customerId/application-match': { attributes: draft.attributes },
    'POST /customers/:customerId/application/:application/override/custom': { name: 'Taken', version: 1 },
    'PUT /customers/:customerId/qos/class/:qosClass': {
      class: { name: 'Taken', colour: 'blue' },
      version: 0,
    },
    'PUT /customers/:customerId/qos/order': { order: [outside.placed.qosClass], version: 0 },
    'POST /customers/:customerId/cluster': area(site),
    'PUT /customers/:customerId/cluster/:cluster': { cluster: area(site), version: 1 },
    'PUT /customers/:customerId/resource/application/:resourceId/status': { version: 1, active: false },
    'PUT /customers/:customerId/resource/cluster/:resourceId/status': { version: 1, active: false },
    'PUT /customers/:customerId/resource/application/:resourceId/owner': { version: 1, owner: account },
    'PUT /customers/:customerId/resource/cluster/:resourceId/owner': { version: 1, owner: account },
    'PUT /customers/:customerId/cockpit/alarms/:alarm/threshold': { value: 1 },
    'POST /customers/:customerId/discoveries/:discoveryId/accept': { proposals: 'all' },
    'PUT /customers/:customerId/scheduling/:schedulingId': { ...aScheduling(), version: 1 },
    'PUT /customers/:customerId/scheduling/:schedulingId/enabled': { enabled: true },
    'POST /mt/application-import': {
      csv: 'name;ports\ninitech application;1\nshared with all application;1',
    },
    'POST /mt/application': { ...draft, name: 'Own application' },
    'POST /mt/cockpit': { name: 'Own cockpit' },
    'POST /mt/cockpit/groups': { name: 'Own team', members: [account] },
  };
  return bodies[key];
}

/** Calls of a route that name what reaches past the caller's customer: each kind of sharing, role, group and profile. */
function callsOf(route: Route): readonly Call[] {
  const key = keyOf(route);
  const generic = fill(
    route.path,
    namesIn(route).map((name) => parameters()[name]!),
  );
  const variants = Object.values(outside.resources).map((resources) => {
    const call = foreignCalls({ ...foreign, ...resources }, { customer: own(), role })[key];
    return call && { url: fill(route.path, call.ids ?? []) + (call.query ?? ''), body: call.body };
  });
  const known = variants.filter((call) => call !== undefined);
  const of = (
    ids: Readonly<Record<string, number>>,
    remaining: { body?: unknown; query?: string } = {},
  ): Call[] =>
    Object.values(ids).map((id) => ({
      url: fill(route.path, [id]) + (remaining.query ?? ''),
      body: remaining.body,
    }));
  const { roles, groups, profiles } = outside;
  const body = { label: 'Taken', permissions: [], version: 1 };
  const library: Readonly<Record<string, readonly Call[]>> = {
    'PUT /mt/role/:id': of(roles, { body }),
    'DELETE /mt/role/:id': of(roles),
    'POST /mt/role/:id/default': of(roles),
    'PUT /mt/sign-in/roles/:role': of(roles, { body: { required: true } }),
    'PUT /mt/cockpit/groups/:group': of(groups, { body: { name: 'Taken', members: [], version: 1 } }),
    'DELETE /mt/cockpit/groups/:group': of(groups, { query: '?version=1' }),
    'PUT /cc/profile/:id': of(profiles, { body: { name: 'Taken' } }),
    'DELETE /cc/profile/:id': of(profiles),
    'POST /cc/profile/:id/default': of(profiles),
  };
  return (
    library[key] ??
    (known.length > 0
      ? known
      : [{ url: generic, body: placedBody(key) ?? (isWrite(route) ? {} : undefined) }])
  );
}

/** Columns that requests of the callers move, and the version of an alarm, which their own thresholds are saved against. */
const moving: Readonly<Record<string, readonly string[]>> = {
  account: ['last_access_at'],
  api_token: ['last_used_at', 'last_used_address'],
  cockpit_alarm: ['version'],
};
/** What callers leave behind: traces, and their own screens. */
const traces = new Set([
  'audit_event',
  'audit_head',
  'audit_state',
  'session',
  'layout',
  'cockpit_opened',
  'resource_mark',
  'home_choice',
  'document_link',
]);

/** Every row of the database, by table. */
async function readRows(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { db } = server.stack;
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`.execute(db);
  const read = tables
    .filter(({ name }) => !traces.has(name))
    .map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`
        SELECT (to_jsonb(one) - ${[...(moving[name] ?? [])]}::text[])::text AS row FROM ${sql.table(name)} AS one`.execute(
        db,
      );
      return [name, new Set(rows.map(({ row }) => row))] as const;
    });
  return new Map(await Promise.all(read));
}

/** Rows that are no longer as they were. */
async function changedSince(before: ReadonlyMap<string, ReadonlySet<string>>): Promise<readonly string[]> {
  const after = await readRows();
  return [...before].flatMap(([table, rows]) =>
    [...rows].filter((row) => after.get(table)?.has(row) !== true).map((row) => `${table} ${row}`),
  );
}

const describedBy = (route: Route, { url }: Call, { statusCode, body }: Reply): string =>
  `${route.method} ${url.replace('/api/v1', '')}: ${String(statusCode)} ${statusCode < 400 ? '' : body.slice(-160)}`;

/** Writes that are allowed on what others have too: they make a copy or a link, mark what the caller opened, or set a threshold of the caller's customer. */
const withoutEffect = new Set([
  ...['dashboard', 'home', 'report'].flatMap((kind) =>
    ['POST /duplicate', 'PUT /opened', 'PUT /favourite', 'POST /link'].map((act) =>
      act.replace(' ', ` /mt/${kind}/:resourceId`),
    ),
  ),
  'POST /mt/cockpit/:cockpitId/duplicate',
  'POST /mt/cockpit/:cockpitId/open',
  'PUT /mt/cockpit/:cockpitId/alarms/:alarm/thresholds',
  'DELETE /mt/cockpit/:cockpitId/alarms/:alarm/thresholds',
]);
/** Writes without a target: they create something of the caller, or only query. */
const isNew = (route: Route): boolean => namesIn(route).every((name) => name === 'customerId');

const kinds = ['session', 'token'] as const;
describe.each(kinds)('a %s of one customer, with every permission', (kind) => {
  it('changes nothing that reaches past this customer, by any route', async () => {
    const before = await readRows();
    const accepted: string[] = [];
    for (const route of routes.filter(isWrite))
      for (const call of callsOf(route)) {
        const reply = await callers[kind](route.method, call.url, call.body);
        const isAccepted = reply.statusCode < 300 && !withoutEffect.has(keyOf(route)) && !isNew(route);
        if (isAccepted || reply.statusCode === 500) accepted.push(describedBy(route, call, reply));
      }
    expect(accepted).toEqual([]);
    // Another customer's rows are there to be changed.
    expect(before.get('network_element')?.size).toBeGreaterThan(5);
    expect(await changedSince(before)).toEqual([]);
  });

  it('reads nothing of another customer, by any route', async () => {
    const leaks: string[] = [];
    for (const route of routes.filter((one) => !isWrite(one)))
      for (const call of callsOf(route)) {
        const reply = await callers[kind]('GET', call.url);
        const leak = /.{0,60}initech.{0,20}/i.exec(reply.body)?.[0];
        if (leak !== undefined) leaks.push(`${route.method} ${call.url}: ${leak}`);
      }
    expect(leaks).toEqual([]);
  });

  it('is rejected with the reason, for every kind of object', async () => {
    const { cockpit, alarm, applicationResource, application, cluster } = outside.resources['everyone']!;
    const [send, base] = [callers[kind], '/api/v1/mt'];
    const version = { version: 1 };
    const calls: readonly (readonly [Route['method'], string, unknown?])[] = [
      ['PUT', `cockpit/${String(cockpit)}`, { name: 'Taken', description: '', ...version }],
      ['DELETE', `cockpit/${String(cockpit)}?version=1`],
      ['POST', `cockpit/${String(cockpit)}/alarms`, anAlarmDraft()],
      ['PATCH', `cockpit/${String(cockpit)}/alarms/${String(alarm)}`, { enabled: false, version: 1 }],
      ['DELETE', `cockpit/${String(cockpit)}/alarms/${String(alarm)}?version=1`],
      ['PUT', `application/${String(application)}`, { application: draft, ...version }],
      ['DELETE', `application/${String(application)}?version=1`],
      ['PUT', `cluster/${String(cluster)}`, { cluster: area(foreign.site), ...version }],
      ['DELETE', `cluster/${String(cluster)}?version=1`],
      ...(['cockpit', 'application', 'cluster'] as const).flatMap((one) => {
        const id = { cockpit, application: applicationResource, cluster }[one];
        const url = `share-resource/${one}/${String(id)}`;
        return [
          ['PUT', `${url}/status`, { active: false, ...version }],
          ['PUT', `${url}/owner`, { owner: foreign.account, ...version }],
          ['PUT', url, { everyone: false, profiles: [], clients: [own()], ...version }],
          ['DELETE', `${url}?version=1`],
        ] as const;
      }),
      [
        'PUT',
        `role/${String(outside.roles['held by a foreigner'])}`,
        { label: 'Taken', permissions: [], version: 1 },
      ],
      ['DELETE', `role/${String(outside.roles['held by a foreigner'])}`],
      ['PUT', `sign-in/roles/${String(outside.roles['of the product'])}`, { required: true }],
      ['DELETE', `cockpit/groups/${String(outside.groups['of a shared alarm'])}?version=1`],
    ];
    for (const [method, url, body] of calls) {
      const reply = await send(method, `${base}/${url}`, body);
      expect([method, url, (reply.json() as { code: string }).code]).toEqual([
        method,
        url,
        'REACHES_OTHER_CUSTOMERS',
      ]);
    }
  });
});

describe('a restricted administrator', () => {
  it('assigns the administrator role to no one, and makes it no default role of a customer', async () => {
    const administrators = outside.roles['administrators']!;
    const person = { username: 'new', firstName: 'A', lastName: 'B', email: 'a@example.net', language: 'en' };
    const grants = { allCustomers: false, customers: [own()], profiles: [], restrictions: [] };
    const user = { ...person, ...grants, role: administrators };
    const reply = await callers.session('POST', '/api/v1/mt/user', user);
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([403, 'ROLE_ADMIN_RESERVED']);
    const choices = await callers.session('GET', '/api/v1/mt/user-choices');
    const { roles } = choices.json<{ roles: { id: number; exceedsOwn: boolean }[] }>();
    expect(roles.find(({ id }) => id === administrators)).toMatchObject({ exceedsOwn: true });
  });
});

describe('the routes of this test', () => {
  it('have a value for every parameter of their paths', () => {
    const known = new Set(Object.keys(parameters()));
    const names = new Set(routes.flatMap(namesIn));
    expect([...names].filter((name) => !known.has(name))).toEqual([]);
  });
});
