import { aScheduling } from '#tests/fixtures/scheduling/scheduling-under-test.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import { emptyOf } from '#schemas/report/any-document.ts';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import { everyRoute } from '#tests/fixtures/every-route.ts';
import { sampleOf } from '#tests/fixtures/sample-of.ts';
import { aUser, post, someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import {
  applicationOf,
  clusterFields,
  documentFields,
  pollerFields,
  serviceFields,
} from '#tests/fixtures/update-fields.ts';

const scope = { customers: [], severities: [], alarms: [], includeRestricted: false };
const target = { ...scope, enabled: false, notifyPlatformEvents: false };
const application = (name: string) => applicationOf(name, { ports: ['8443'] });

interface Stored {
  readonly id: number;
  readonly version?: number;
}

interface Named {
  /** The field of the name. */
  readonly field?: string;
  /** A name may not have letters beyond ASCII. */
  readonly plain?: boolean;
  readonly body: (name: string) => object;
  /** Part of the body of an update that has the fields. */
  readonly within?: string;
}

let server: ServerUnderTest;
let page: Browser;
let site: number;
let profile: number;
let role: number;
let dashboard: number;

let sources = 0;
/** A source of an agent is free once. */
const freeSource = (): string => {
  sources += 1;
  return `192.0.2.${String(sources)}`;
};

const area = (name: string) => ({ ...clusterFields, type: 'area', name, sites: [site] });

const documented = { body: (name: string) => ({ ...documentFields, name, document: emptyDocument }) };

const reported = { body: (name: string) => ({ ...documentFields, name, document: emptyOf('report') }) };
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>').toString('base64');
const image = { body: (name: string) => ({ name, data: svg }) };

const documentFile = (kind: ShownKind): Named => ({
  field: 'file.name',
  body: (name) => ({
    file: { format: 'telltale-document', version: 1, kind, name, document: emptyOf(kind) },
    visibility: 'public',
  }),
});

/** How to create one of each, by the path that creates it. */
const named: Readonly<Record<string, Named>> = {
  '/mt/role': { field: 'label', body: (label) => ({ label, permissions: [] }) },
  '/mt/user': {
    field: 'username',
    plain: true,
    body: (username) => aUser({ username, role, allCustomers: true }),
  },
  '/cc/profile': { body: (name) => ({ name }) },
  '/customers/:customerId/scheduling': { body: (name) => aScheduling({ name }) },
  '/customers/:customerId/alert/filter': {
    body: (name) => ({ name, search: { q: 'x' }, shared: false }),
  },
  '/cc/alert/filter': { body: (name) => ({ name, search: { q: 'x' }, shared: false }) },
  '/mt/cockpit/file': {
    field: 'file.cockpit.name',
    body: (name) => ({
      file: { format: 'telltale-cockpit', version: 1, cockpit: { name }, alarms: [] },
      enable: false,
    }),
  },
  '/cc/customer': {
    field: 'clientId',
    plain: true,
    body: (clientId) => ({
      clientId,
      name: 'A customer',
      profile,
      defaultRole: null,
      recipientId: 1,
      contractedInBps: null,
      contractedOutBps: null,
      timeZone: null,
      explainsAlarms: true,
    }),
  },
  '/token': { body: (name) => ({ name, permissions: ['ALERT.read'], customers: 'all', days: 1 }) },
  '/token/display/dashboard': {
    body: (name) => ({
      name,
      customer: server.customers.get('acme')!,
      documents: [dashboard],
      days: 1,
    }),
  },
  '/token/display': { body: (name) => ({ name, customer: null, days: 1 }) },
  '/mt/cockpit': { body: (name) => ({ name, description: '' }) },
  '/mt/cockpit/:cockpitId/duplicate': { body: (name) => ({ name }) },
  '/mt/cockpit/groups': { body: (name) => ({ name, members: [] }) },
  '/mt/polling': {
    body: (name) => ({
      ...pollerFields,
      name,
      level: 'device',
      oid: '1.3.6.1.4.1.9.1',
      valueType: 'gauge',
      counters: ['heat'],
    }),
  },
  '/mt/provisioning-mapping': { body: (name) => ({ name, columns: { customer: 'Client' } }) },
  '/mt/provisioning-schedule': {
    body: (name) => ({
      name,
      enabled: false,
      source: { kind: 'https', url: 'https://files.example/a.csv' },
      cron: '0 6 * * *',
      timeZone: 'UTC',
      mapping: null,
      mode: 'lines',
      removeMissing: false,
    }),
  },
  '/customers/:customerId/application': { body: application, within: 'application' },
  '/mt/application': { body: application, within: 'application' },
  '/customers/:customerId/cluster': { body: area, within: 'cluster' },
  '/mt/cluster': { body: area, within: 'cluster' },
  '/customers/:customerId/dashboard': documented,
  '/customers/:customerId/home': documented,
  '/mt/dashboard': documented,
  '/mt/home': documented,
  '/customers/:customerId/report': reported,
  '/mt/report': reported,
  '/customers/:customerId/report-image': image,
  '/mt/report-image': image,
  '/customers/:customerId/report/file': documentFile('report'),
  '/mt/report/file': documentFile('report'),
  '/customers/:customerId/dashboard/file': documentFile('dashboard'),
  '/customers/:customerId/home/file': documentFile('home'),
  '/mt/dashboard/file': documentFile('dashboard'),
  '/mt/home/file': documentFile('home'),
  '/mt/settings/agents': {
    field: 'agentId',
    plain: true,
    body: (agentId) => ({
      agentId,
      customer: server.customers.get('acme')!,
      networkMarker: 'edge',
      index: 'a1B',
      source: freeSource(),
      expires: '31/12/2090',
    }),
  },
  '/mt/settings/snmp/credentials': {
    body: (name) => ({ name, port: 161, context: '', access: { version: 'v2c', community: 'first' } }),
  },
  '/mt/settings/snmp/traps': {
    body: (name) => ({
      ...target,
      name,
      host: 'noc.example',
      port: 162,
      inform: false,
      access: { version: 'v2c', community: 'first' },
    }),
  },
  '/mt/settings/webhooks': {
    body: (name) => ({
      ...target,
      name,
      url: 'https://noc.example/x',
      headers: [],
      trigger: 'both',
      allowInsecure: false,
      payload: { kind: 'json', template: '{}' },
      ...serviceFields,
    }),
  },
  '/mt/settings/mails': {
    body: (name) => ({
      ...target,
      name,
      recipients: ['noc@example.net'],
      trigger: 'both',
      grouping: 'single',
      language: 'en',
      subject: '{{alert.name}}',
      body: '{{alert.name}}',
    }),
  },
  '/mt/sdwanmanagers': {
    body: (name) => ({
      name,
      kind: 'vmanage',
      url: 'https://manager.example',
      login: 'noc',
      password: 'first',
      organization: '',
      elasticUrl: '',
      vsdName: '',
      adom: '',
      vdom: '',
      clientId: '',
      verifyTls: true,
      signsInWith: 'password',
      secretExpiresOn: null,
      recipientId: 1,
      isMultiTenant: true,
      customer: null,
      suspendProvisioning: true,
      suspendCollect: true,
    }),
  },
};

/** Names without capitals by their rules: there is no other case. */
const LOWER_CASE = ['/mt/kpi'];

/**
 * They start from something that is there: a document or one of its versions (`tests/api/dashboard/documents.test.ts`), the version of a cockpit, whose name counts (`tests/api/cockpit/library.test.ts`), and the override
 * of an application (`tests/api/application/custom-applications.test.ts`).
 */
const FROM_EXISTING = [
  // inventory-moves.test.ts
  '/customers/:customerId/inventory/device/move',
  ...['dashboard', 'home', 'report']
    .flatMap((kind) => [`/customers/:customerId/${kind}`, `/mt/${kind}`])
    .flatMap((path) => [`${path}/:resourceId/duplicate`, `${path}/:resourceId/versions/:number/restore`]),
  '/mt/cockpit/:cockpitId/versions/:number/restore',
  '/customers/:customerId/application/:application/override/custom',
];

/** Their calls name the version of the model that they are in (`tests/api/qos/qos-classes.test.ts`). */
const OF_MODELS = ['/mt/qos/class', '/customers/:customerId/qos/class'];

const short = (path: string): string => path.replace('/api/v1', '');
const taking = everyRoute.filter(({ problems = [] }) => problems.some((code) => code.endsWith('_TAKEN')));
const creating = taking.filter(
  ({ method, path }) =>
    method === 'POST' && ![...LOWER_CASE, ...FROM_EXISTING, ...OF_MODELS].includes(short(path)),
);
const updating = taking.filter(
  ({ method, path }) => method === 'PUT' && !OF_MODELS.some((own) => short(path).startsWith(own)),
);
const byPath = <One extends { readonly path: string }>(routes: readonly One[]) =>
  routes.map((route) => [short(route.path), route] as const);

beforeAll(async () => {
  server = await openServer();
  page = (await someone(server)).page;
  ({ id: site } = await server.stack.db
    .selectFrom('network_element')
    .select('id')
    .where('kind', '=', 'site')
    .where('customer_id', '=', server.customers.get('acme')!)
    .executeTakeFirstOrThrow());
  ({ id: profile } = await post<{ id: number }>(page, '/cc/profile', { name: 'Of names' }));
  ({ id: role } = await post<{ id: number }>(page, '/mt/role', { label: 'Of names', permissions: [] }));
  const own = `/customers/${String(server.customers.get('acme'))}/dashboard`;
  ({ id: dashboard } = await post<{ id: number }>(page, own, { name: 'Of names', document: emptyDocument }));
});
afterAll(() => server.close());

let made = 0;
const pair = ({ plain = false }: Named): readonly [first: string, other: string] => {
  made += 1;
  return plain
    ? [`Edge-${String(made)}`, `eDGE-${String(made)}`]
    : [`Été ${String(made)}`, `éTÉ ${String(made)}`];
};

const cockpit = async (): Promise<string> => {
  const { id } = await server.stack.db
    .selectFrom('resource')
    .select('id')
    .where('kind', '=', 'cockpit')
    .executeTakeFirstOrThrow();
  return String(id);
};
const urlOf = async (path: string): Promise<string> =>
  path.replace(':customerId', String(server.customers.get('acme')!)).replace(':cockpitId', await cockpit());

/** The problem at the field that has the name, in the reply to a taken one. */
const taken = (field: string) => ({
  code: expect.stringMatching(/_TAKEN$/),
  errors: [{ path: `body.${field}`, code: expect.stringMatching(/_TAKEN$/) as string }],
});

describe('a name', () => {
  it.each(byPath(creating))(
    'given at %s is taken regardless of case, and its field says so',
    async (path) => {
      const kind = named[path]!;
      const [first, other] = pair(kind);
      const url = await urlOf(path);
      await post(page, url, kind.body(first));
      const response = await page.send('POST', `/api/v1${url}`, { body: kind.body(other) });
      expect([response.statusCode, response.json()]).toMatchObject([409, taken(kind.field ?? 'name')]);
    },
  );

  it.each(byPath(updating))(
    'changed at %s to one that differs by case is taken, its own is not',
    async (path, route) => {
      const collection = path.replace(/\/:\w+$/, '');
      const kind = named[collection]!;
      const [first, other] = pair(kind);
      const url = await urlOf(collection);
      await post(page, url, kind.body(first));
      const reply = await post<Stored & { user?: Stored }>(page, url, kind.body(`${first}-more`));
      const own = reply.user ?? reply;
      const change = (name: string) => {
        const { version } = own;
        const fields = kind.within === undefined ? kind.body(name) : { [kind.within]: kind.body(name) };
        const expected = Object.keys(sampleOf(route.body!) as object);
        return { ...fields, ...(expected.includes('version') ? { version } : {}) };
      };
      const send = (name: string) =>
        page.send('PUT', `/api/v1${url}/${String(own.id)}`, { body: change(name) });
      const response = await send(other);
      expect([response.statusCode, response.json()]).toMatchObject([409, taken(kind.field ?? 'name')]);
      expect((await send(`${other}-more`)).json()).not.toHaveProperty('code');
    },
  );
});
