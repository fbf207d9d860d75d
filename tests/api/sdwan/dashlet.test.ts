import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import type { SdwanResponse } from '#schemas/dashboard/sdwan-response-routes.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { managerUser, overlay, otherOverlay, simulated } from '#tests/fixtures/sdwan/managers.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import {
  openServer,
  ORIGIN,
  type Browser,
  type ServerUnderTest,
} from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';

let server: ServerUnderTest;
let admin: Browser;
let author: Browser;
let reader: Browser;
let restricted: Browser;
beforeAll(async () => {
  server = await openServer({
    sdwanAllowedNetworks: ['127.0.0.0/8'],
    sdwanDashletHeaders: ['X-Client', 'X-Token', 'x-region', 'X-Site'],
  });
  admin = (await someone(server)).page;
  const customer = server.customers.get('acme')!;
  const writing = ['DASHBOARD.write', 'PRIVATE.RESOURCE.write'] as const;
  await server.account({ username: 'author', permissions: [...writing], customers: ['acme', 'globex'] });
  await server.account({ username: 'reader', permissions: ['DASHBOARD.read'], customers: ['acme'] });
  await server.account({
    username: 'hanger',
    permissions: ['API.read', 'DASHBOARD.write'],
    customers: ['acme', 'globex'],
  });
  const account_id = await server.account({
    username: 'restricted',
    permissions: ['API.read', 'DASHBOARD.read'],
    customers: ['acme'],
  });
  const { db } = server.stack;
  const sites = [...server.inventory().sites.values()].filter((site) => site.customer === customer);
  await db.insertInto('account_restriction').values({ account_id, customer_id: customer }).execute();
  await db.insertInto('account_site').values({ account_id, site_id: sites[0]!.id }).execute();
  for (const [index, { id: site }] of sites.entries()) {
    const { name, systemIp } = overlay.devices[index]!;
    (server.inventory().devices as Map<number, DeviceEntry>).set(70 + index, {
      customer,
      site,
      active: true,
      id: 70 + index,
      name,
      address: systemIp,
      vendor: '',
      model: '',
      snmp: undefined,
      exporters: [],
      interfaces: [],
    });
  }
  [author, reader, restricted] = [
    await server.signedIn('author'),
    await server.signedIn('reader'),
    await server.signedIn('restricted'),
  ];
});
afterAll(() => server.close());

const closing: (() => void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await server.stack.db.deleteFrom('sdwan_server').execute();
});

type Kind = keyof typeof simulated;
let made = 0;

/** Starts a manager and stores it, without access checks of its own. */
async function manager(kind: Kind, changed: object = {}, options: object = {}) {
  const started = await simulated[kind](options as never);
  closing.push(started.close);
  made += 1;
  const body = {
    name: `Manager ${String(made)}`,
    kind,
    url: started.url,
    ...managerUser,
    organization: kind === 'nuage' ? 'csp' : '',
    elasticUrl: '',
    vsdName: 'acme',
    adom: 'acme',
    vdom: '',
    isMultiTenant: false,
    customer: server.customers.get('acme'),
    clientId: '',
    verifyTls: true,
    suspendProvisioning: true,
    suspendCollect: true,
    ...changed,
  };
  const saved = await admin.send('POST', '/api/v1/mt/sdwanmanagers', { body });
  expect([saved.statusCode, saved.body]).toEqual([200, saved.body]);
  return { ...started, id: (saved.json() as { id: number }).id };
}

const path = (remaining: string, client = 'acme'): string =>
  `/api/v1/customers/${String(server.customers.get(client)!)}${remaining}`;
const period = { from: 1_772_000_000, to: 1_772_003_600 };
const endpoint = '/dataservice/device';

const attempt = (settings: object, more: object = {}, client = 'acme') =>
  author.send('POST', path('/sdwan-endpoint', client), { body: { settings, period, ...more } });

async function responseOf(response: { statusCode: number; body: string }): Promise<SdwanResponse> {
  expect([response.statusCode, response.body]).toEqual([200, response.body]);
  return Promise.resolve(JSON.parse(response.body) as SdwanResponse);
}

function documentOf(settings: object, filters: readonly object[] = []) {
  const place = { x: 0, y: 0, width: 12, height: 8 };
  return {
    version: 1,
    filters,
    dashlets: [
      { id: 'd1', type: 'sdwan', title: '', place, settings },
      { id: 'd2', type: 'iframe', title: '', place, settings: { url: 'https://example.com' } },
    ],
  };
}

async function dashboard(settings: object, filters: readonly object[] = []): Promise<DocumentEntry> {
  made += 1;
  const body = {
    name: `SD-WAN ${String(made)}`,
    visibility: 'public',
    document: documentOf(settings, filters),
  };
  const response = await author.send('POST', path('/dashboard'), { body });
  expect([response.statusCode, response.body]).toEqual([200, response.body]);
  return response.json();
}

const run = (by: Browser, { id }: { id: number }, more: object = {}) =>
  by.send('POST', path(`/dashboard/${String(id)}/sdwan`), { body: { dashlet: 'd1', period, ...more } });

describe('an SD-WAN dashlet', () => {
  it.each([
    ['vmanage', endpoint, '$.data[*]["host-name"]'],
    ['nuage', '/nuage/api/v6/enterprises/{manager.tenant}/nsgateways', '$[*].name'],
    ['fortinet', '/dvmdb/adom/{manager.tenant}/device', '$[*].name'],
  ] as const)('shows what %s answers, with the manager’s credentials', async (kind, at, names) => {
    await manager(kind);
    const saved = await dashboard({ endpoint: at, paths: [names] });
    const { value, kind: shown } = await responseOf(await run(reader, saved));
    expect([shown, value]).toEqual([kind, overlay.devices.map(({ name }) => name)]);
  });

  it('queries managers of another kind by their variant', async () => {
    await manager('fortinet');
    const variant = { kind: 'fortinet', endpoint: '/dvmdb/adom/acme/device', paths: ['$[0].name'] };
    const response = await attempt({ endpoint, paths: ['$.data'], variants: [variant] });
    expect((await responseOf(response)).value).toBe(overlay.devices[0]!.name);
    const other = await attempt({ endpoint });
    expect(statusAndCode(other)).toEqual([400, 'SDWAN_ENDPOINT_OF_OTHER']);
    expect((other.json() as { errors: unknown }).errors).toMatchObject([
      { path: 'body.settings.endpoint', params: { endpoint: 'Cisco vManage', manager: 'Fortinet' } },
    ]);
  });

  it('sends its headers, those with one name together, in Base64 where they say so, and replaces texts', async () => {
    const sent: Record<string, string>[] = [];
    const vmanage = await manager('vmanage');
    vmanage.watch(({ headers }) => sent.push({ ...headers }));
    const headers = [
      { name: 'X-Client', value: '{customer.clientId}' },
      { name: 'X-Token', value: 'pässword', base64: true },
      { name: 'X-Region', value: 'north' },
      { name: 'x-region', value: 'south' },
    ];
    const replacements = [{ search: 'reachable', by: 'up' }];
    const paths = ['$.data[0].reachability'];
    expect((await responseOf(await attempt({ endpoint, headers, paths, replacements }))).value).toBe('up');
    expect(sent.at(-1)).toMatchObject({
      'x-client': 'acme',
      'x-token': 'cMOkc3N3b3Jk',
      'x-region': 'north, south',
    });
    const stolen = await attempt({ endpoint, headers: [{ name: 'Cookie', value: 'JSESSIONID=1' }] });
    expect(stolen.json()).toMatchObject({ errors: [{ code: 'SDWAN_HEADER_RESERVED' }] });
  });

  it.each([
    'X-HTTP-Method-Override',
    'X-Original-URL',
    'X-Forwarded-For',
    'Forwarded',
    'Range',
    'User-Agent',
  ])('does not send the header %s, which the installation does not allow', async (name) => {
    const vmanage = await manager('vmanage');
    const rejected = await attempt({ endpoint, headers: [{ name, value: 'DELETE' }] });
    expect([rejected.statusCode, rejected.json()]).toMatchObject([
      400,
      {
        errors: [
          { path: 'body.settings.headers.0.name', code: 'SDWAN_HEADER_NOT_ALLOWED', params: { name } },
        ],
      },
    ]);
    expect(vmanage.requests).toEqual([]);
  });

  it.each([
    ['/dataservice/%63lient/token', '%'],
    ['/dataservice/client;x=1/token', ';'],
    ['/dataservice\\..\\client', '\\'],
    ['/dataservice/dévice', 'é'],
  ])(
    'names the character of %s that servers read differently, when tried and when saved',
    async (at, character) => {
      const vmanage = await manager('vmanage');
      const fault = { code: 'SDWAN_ENDPOINT_CHARACTER', params: { character } };
      const tried = await attempt({ endpoint: at });
      expect(tried.json()).toMatchObject({ errors: [{ path: 'body.settings.endpoint', ...fault }] });
      const body = { name: 'Endpoint', document: documentOf({ endpoint: at }) };
      const saved = await author.send('POST', path('/dashboard'), { body });
      const place = 'body.document.dashlets.0.settings.endpoint';
      expect(saved.json()).toMatchObject({ errors: [{ path: place, ...fault }] });
      expect(vmanage.requests).toEqual([]);
    },
  );

  it('rejects a header that cannot carry its value, naming header and character, when tried and when saved', async () => {
    const vmanage = await manager('vmanage');
    const headers = [{ name: 'X-Site', value: 'Besançon' }];
    const params = { name: 'X-Site', character: 'ç' };
    const tried = await attempt({ endpoint, headers });
    expect([tried.statusCode, tried.json()]).toMatchObject([
      400,
      { errors: [{ path: 'body.settings.headers.0.value', code: 'SDWAN_HEADER_CHARACTER', params }] },
    ]);
    const body = { name: 'Headers', document: documentOf({ endpoint, headers }) };
    const saved = await author.send('POST', path('/dashboard'), { body });
    const at = 'body.document.dashlets.0.settings.headers.0.value';
    expect([saved.statusCode, saved.json()]).toMatchObject([
      400,
      { errors: [{ path: at, code: 'SDWAN_HEADER_CHARACTER', params }] },
    ]);
    expect(vmanage.requests).not.toContain('GET /dataservice/device');
  });

  it('fills placeholders from the context that the reader chose', async () => {
    const vmanage = await manager('vmanage');
    const filter = { id: 'device', element: 'device' };
    const settings = {
      endpoint: `${endpoint}?deviceId={device.address}&from={period.from}`,
      paths: ["$.data[?@['host-name']=='{device}'].deviceId"],
    };
    const saved = await dashboard(settings, [filter]);
    const chosen = { selection: { device: [71] } };
    expect((await responseOf(await run(reader, saved, chosen))).value).toEqual([
      overlay.devices[1]!.systemIp,
    ]);
    expect(vmanage.requests.at(-1)).toBe('GET /dataservice/device');
    const codes = [];
    for (const selection of [{}, { device: [99] }])
      codes.push(statusAndCode(await run(reader, saved, { selection })));
    expect(codes).toEqual([
      [422, 'SDWAN_CONTEXT_MANY_MATCHES'],
      [422, 'SDWAN_CONTEXT_NO_MATCH'],
    ]);
    for (const [text, code] of [
      ['{router.name}', 'SDWAN_ELEMENT_UNKNOWN'],
      ['{device.colour}', 'SDWAN_ATTRIBUTE_UNKNOWN'],
      ['{device.vendor}', 'SDWAN_CONTEXT_NO_MATCH'],
      ['{customer.colour}', 'SDWAN_ATTRIBUTE_UNKNOWN'],
    ] as const) {
      const more = { filters: [{ element: 'device', ids: [71] }] };
      const rejected = await attempt({ endpoint: `${endpoint}?x=${text}` }, more);
      expect(statusAndCode(rejected)[1]).toBe(code);
      expect(rejected.json()).toMatchObject({ errors: [{ path: 'body.settings.endpoint', code }] });
    }
    // Of many devices as well: fewer of them would not have it either.
    const many = await attempt({ endpoint: `${endpoint}?x={device.colour}` });
    expect(many.json()).toMatchObject({ errors: [{ code: 'SDWAN_ATTRIBUTE_UNKNOWN' }] });
    const mandatory = { ...filter, mandatory: true, default: { strategy: 'first' } };
    const first = await dashboard({ endpoint }, [mandatory]);
    expect(statusAndCode(await run(reader, first))[1]).toBe('DASHLET_NO_CONTEXT');
  });

  it('reports a JSON filter at its place, also when the document is saved', async () => {
    await manager('vmanage');
    for (const [paths, code, at] of [
      [['$.data', '$[?'], 'JSON_FILTER_SYNTAX', 1],
      [['$.nothing'], 'JSON_FILTER_PATH', 0],
    ] as const) {
      const rejected = await attempt({ endpoint, paths });
      expect(rejected.json()).toMatchObject({
        code,
        errors: [{ path: `body.settings.paths.${String(at)}` }],
      });
    }
    const place = { x: 0, y: 0, width: 12, height: 8 };
    const document = {
      version: 1,
      dashlets: [{ id: 'd1', type: 'sdwan', title: '', place, settings: { endpoint, paths: ['data'] } }],
    };
    const saving = await author.send('POST', path('/dashboard'), { body: { name: 'Wrong', document } });
    const at = 'body.document.dashlets.0.settings.paths.0';
    const [fault] = saving.json<{ errors: object[] }>().errors;
    expect(fault).toMatchObject({
      path: at,
      code: 'JSON_FILTER_SYNTAX',
      params: { position: expect.any(Number) },
    });
  });
});

describe('a reader', () => {
  it('runs what a stored document says, and nothing else', async () => {
    await manager('vmanage');
    const saved = await dashboard({ endpoint });
    expect((await run(reader, saved)).statusCode).toBe(200);
    for (const dashlet of ['d2', 'd3'])
      expect(statusAndCode(await run(reader, saved, { dashlet }))).toEqual([403, 'NOT_OF_DOCUMENT']);
    const more = { settings: { endpoint: '/dataservice/device/counters' } };
    expect((await run(reader, saved, more)).statusCode).toBe(400);
    const body = { settings: { endpoint }, period };
    expect((await reader.send('POST', path('/sdwan-endpoint'), { body })).statusCode).toBe(403);
  });

  it('of some sites gets responses about their elements only', async () => {
    await manager('vmanage');
    const full = await dashboard({ endpoint });
    expect(statusAndCode(await run(restricted, full))).toEqual([403, 'SDWAN_SITES_LIMITED']);
    const paths = ["$.data[?@['host-name']=='{device}']['host-name']"];
    const own = await dashboard({ endpoint, paths }, [{ id: 'device', element: 'device' }]);
    expect((await responseOf(await run(restricted, own))).value).toEqual([overlay.devices[0]!.name]);
    const selection = { device: [71] };
    expect(statusAndCode(await run(restricted, own, { selection }))[1]).toBe('SDWAN_CONTEXT_NO_MATCH');
  });

  it('of some sites tries no endpoint and saves no SD-WAN dashlet, whatever site it names', async () => {
    const vmanage = await manager('vmanage');
    const account_id = await server.account({
      username: 'limited',
      permissions: ['DASHBOARD.write', 'PRIVATE.RESOURCE.write'],
      customers: ['acme'],
    });
    const [site] = server.inventory().sites.values();
    const { db } = server.stack;
    await db
      .insertInto('account_restriction')
      .values({ account_id, customer_id: server.customers.get('acme')! })
      .execute();
    await db.insertInto('account_site').values({ account_id, site_id: site!.id }).execute();
    const limited = await server.signedIn('limited');
    const settings = { endpoint: `${endpoint}?x={site.name}` };
    const tried = await limited.send('POST', path('/sdwan-endpoint'), { body: { settings, period } });
    expect(statusAndCode(tried)).toEqual([403, 'SDWAN_SITES_LIMITED']);
    const saved = await limited.send('POST', path('/dashboard'), {
      body: { name: 'Limited', document: documentOf(settings) },
    });
    expect(saved.json()).toMatchObject({
      errors: [{ path: 'body.document.dashlets.0.settings.endpoint', code: 'SDWAN_SITES_LIMITED' }],
    });
    expect(vmanage.requests).toEqual([]);
  });

  it('who leaves ends the call to the manager', async () => {
    const vmanage = await manager('vmanage');
    vmanage.fail({ fault: 'hang', on: /device$/ });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: path('/sdwan-endpoint'),
      headers: {
        host: new URL(ORIGIN).host,
        origin: ORIGIN,
        'content-type': 'application/json',
        cookie: [...author.cookies].map((pair) => pair.join('=')).join('; '),
        'x-csrf-token': author.cookies.get('X-CSRF-Token')!,
      },
    });
    sent.on('error', () => undefined);
    sent.end(JSON.stringify({ settings: { endpoint }, period }));
    await expect.poll(() => vmanage.requests.at(-1)).toBe('GET /dataservice/device');
    expect(vmanage.abandoned).toEqual([]);
    sent.destroy();
    await expect.poll(() => vmanage.abandoned).toEqual(['GET /dataservice/device']);
  });
});

describe('a wall by display token', () => {
  /** A token for documents, by an account that may make tokens. */
  async function tokenOf(username: string, documents: readonly number[]) {
    const creator = await server.signedIn(username);
    const body = { name: `Wall of ${username}`, customer: server.customers.get('acme'), documents, days: 1 };
    const saved = await creator.send('POST', '/api/v1/token/display/dashboard', { body });
    expect([saved.statusCode, saved.body]).toEqual([200, saved.body]);
    return saved.json<{ token: string }>().token;
  }
  const query = (token: string, { id }: { id: number }, more: object = {}, client = 'acme') =>
    server.app.inject({
      method: 'POST',
      url: path(`/dashboard/${String(id)}/sdwan`, client),
      headers: { authorization: `Bearer ${token}` },
      payload: { dashlet: 'd1', period, ...more },
    });

  it('shows what its dashboards request from managers, and nothing else', async () => {
    await manager('vmanage');
    const [shown, other] = [await dashboard({ endpoint }), await dashboard({ endpoint })];
    const token = await tokenOf('hanger', [shown.id]);
    expect((await responseOf(await query(token, shown))).kind).toBe('vmanage');
    expect(statusAndCode(await query(token, shown, { dashlet: 'd2' }))).toEqual([403, 'NOT_OF_DOCUMENT']);
    expect(statusAndCode(await query(token, shown, { settings: { endpoint } }))).toEqual([400, 'VALIDATION']);
    expect(statusAndCode(await query(token, other))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await query(token, shown, {}, 'globex'))).toEqual([404, 'NOT_FOUND']);
    const body = { settings: { endpoint }, period };
    const tried = await server.app.inject({
      method: 'POST',
      url: path('/sdwan-endpoint'),
      payload: body,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(statusAndCode(tried)).toEqual([403, 'TOKEN_SCOPE']);
  });

  it('has the limits of its creator', async () => {
    await manager('vmanage');
    const full = await dashboard({ endpoint });
    const paths = ["$.data[?@['host-name']=='{device}']['host-name']"];
    const own = await dashboard({ endpoint, paths }, [{ id: 'device', element: 'device' }]);
    const token = await tokenOf('restricted', [full.id, own.id]);
    expect(statusAndCode(await query(token, full))).toEqual([403, 'SDWAN_SITES_LIMITED']);
    expect((await responseOf(await query(token, own))).value).toEqual([overlay.devices[0]!.name]);
    const selection = { device: [71] };
    expect(statusAndCode(await query(token, own, { selection }))[1]).toBe('SDWAN_CONTEXT_NO_MATCH');
  });
});

describe('the manager of a customer', () => {
  it('is its own, or the part of one of several that its client id names', async () => {
    const tenants = [
      { id: 't1', name: 'ACME', overlay },
      { id: 't2', name: 'Globex', overlay: otherOverlay },
    ];
    await manager('vmanage', { isMultiTenant: true, customer: null }, { isMultiTenant: true, tenants });
    const paths = ['$.data[0]["host-name"]'];
    for (const [client, shown] of [
      ['acme', overlay],
      ['globex', otherOverlay],
    ] as const)
      expect((await responseOf(await attempt({ endpoint, paths }, {}, client))).value).toBe(
        shown.devices[0]!.name,
      );
    const { id } = await manager('nuage');
    expect(statusAndCode(await attempt({ endpoint, manager: id }, {}, 'globex'))[1]).toBe(
      'SDWAN_SERVER_NOT_FOUND',
    );
    const listed = await author.get(path('/sdwan-endpoint'));
    expect((listed.json() as { managers: { kind: string }[] }).managers.map(({ kind }) => kind)).toEqual([
      'nuage',
      'vmanage',
    ]);
  });

  it('may be missing', async () => {
    expect(statusAndCode(await attempt({ endpoint }))).toEqual([404, 'SDWAN_SERVER_LIST_EMPTY']);
    await manager('vmanage');
    expect(statusAndCode(await attempt({ endpoint }, {}, 'globex'))).toEqual([404, 'SDWAN_SERVER_NOT_FOUND']);
  });

  it.each([
    ['forbidden', 'SDWAN_INSUFFICIENT_RIGHTS'],
    ['missing', 'SDWAN_ROUTE_MISSING'],
    ['bad request', 'SDWAN_REQUEST_INVALID'],
    ['login page', 'SDWAN_AUTHENTICATION_FAILED'],
    ['not JSON', 'SDWAN_RESPONSE_NOT_JSON'],
    ['endless', 'SDWAN_RESPONSE_TOO_LARGE'],
    ['cut', 'SDWAN_UNREACHABLE'],
    ['server error', 'SDWAN_MANAGER_FAILED'],
  ] as const)('that fails with %s is reported as %s', async (fault, code) => {
    const vmanage = await manager('vmanage');
    vmanage.fail({ fault, on: /dataservice\/device/ });
    expect(statusAndCode(await attempt({ endpoint }))[1]).toBe(code);
  });

  it('outside of the allowed networks is not called', async () => {
    const { id } = await manager('vmanage');
    await server.stack.db
      .updateTable('sdwan_server')
      .set({ url: 'http://169.254.169.254', version: 9 })
      .where('id', '=', id)
      .execute();
    expect(statusAndCode(await attempt({ endpoint }))[1]).toBe('SDWAN_ADDRESS_NOT_ALLOWED');
  });

  it('is signed in to once for many dashlets', async () => {
    const vmanage = await manager('vmanage');
    const before = vmanage.requests.length;
    const many = await Promise.all(Array.from({ length: 6 }, () => attempt({ endpoint })));
    expect(many.map(({ statusCode }) => statusCode)).toEqual(many.map(() => 200));
    const signIns = vmanage.requests.slice(before).filter((one) => one.endsWith('j_security_check'));
    expect(signIns.length).toBeLessThanOrEqual(2);
  });
});
