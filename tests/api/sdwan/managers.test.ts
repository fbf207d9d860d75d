import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SdwanServer } from '#schemas/sdwan/server.ts';
import { SDWAN_PASSWORD } from '#schemas/sdwan/server-secrets.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { managerUser, simulated } from '#tests/fixtures/sdwan/managers.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { lastEvent, someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';

const PATH = '/api/v1/mt/sdwanmanagers';

let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer({ sdwanAllowedNetworks: ['127.0.0.0/8'] });
  admin = (await someone(server)).page;
});
afterAll(() => server.close());

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Kind = keyof typeof simulated;

async function started(kind: Kind) {
  const manager = await simulated[kind]();
  closing.push(manager.close);
  return manager;
}

let made = 0;
function draftOf(kind: Kind, url: string, changed: object = {}) {
  made += 1;
  return {
    name: `Manager ${String(made)}`,
    kind,
    url,
    ...managerUser,
    organization: kind === 'nuage' ? 'csp' : '',
    elasticUrl: '',
    vsdName: 'acme',
    adom: 'acme',
    vdom: '',
    recipientId: 1,
    isMultiTenant: false,
    customer: server.customers.get('acme'),
    clientId: 'acme',
    verifyTls: true,
    signsInWith: 'password',
    secretExpiresOn: null,
    suspendProvisioning: false,
    suspendCollect: false,
    ...changed,
  };
}

async function create(body: object): Promise<SdwanServer> {
  const response = await admin.send('POST', PATH, { body });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

const faultsOf = (response: { json: () => unknown }) =>
  (response.json() as { errors: { path: string; code: string }[] }).errors.map(
    ({ path, code }) => `${path} ${code}`,
  );

/** A device of the first customer. */
async function addDevice(name: string, address: string): Promise<number> {
  const { db } = server.stack;
  const customer_id = server.customers.get('acme')!;
  const add = async (kind: string, parent_id: number | null, named: string) =>
    (
      await db
        .insertInto('network_element')
        .values({ customer_id, kind, parent_id, name: named })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const site = await add('site', null, `site of ${name}`);
  await db.insertInto('site').values({ id: site, latitude: 0, longitude: 0 }).execute();
  const id = await add('device', site, name);
  await db.insertInto('device').values({ id, address }).execute();
  await server.followInventory();
  return id;
}

describe.each(['vmanage', 'nuage', 'fortinet'] as const)('a manager of kind %s', (kind) => {
  it('that responds is available, and is listed without its password', async () => {
    const manager = await started(kind);
    const saved = await create(draftOf(kind, manager.url));
    expect(saved.connectivity).toMatchObject({ state: 'available', fault: null });
    expect(saved).toMatchObject({ recipientId: 1, customerName: 'Customer acme', suspendCollect: false });
    const listed = (await admin.get(PATH)).body;
    expect(listed).toContain(saved.name);
    expect(listed).not.toContain(managerUser.password);
    const row = await server.stack.db
      .selectFrom('sdwan_server')
      .select('password')
      .where('id', '=', saved.id)
      .executeTakeFirstOrThrow();
    expect(row.password).not.toContain(managerUser.password);
    expect(testSecrets.open(row.password, SDWAN_PASSWORD)).toBe(managerUser.password);
  });

  it('that fails the check needs a confirmation, then provisioning and collection are suspended', async () => {
    const manager = await started(kind);
    const body = draftOf(kind, manager.url, { password: 'wrong' });
    const rejected = await admin.send('POST', PATH, { body });
    expect(statusAndCode(rejected)).toEqual([409, 'SDWAN_CONNECTIVITY_FAILED']);
    expect(faultsOf(rejected)).toEqual(['body.url SDWAN_AUTHENTICATION_FAILED']);
    expect((await admin.get(PATH)).body).not.toContain(body.name);
    const saved = await create({ ...body, confirmed: true });
    expect(saved).toMatchObject({ suspendProvisioning: true, suspendCollect: true });
    expect(saved.connectivity).toMatchObject({
      state: 'unavailable',
      responseMs: null,
      fault: { code: 'SDWAN_AUTHENTICATION_FAILED', message: 'Authentication on the SD-WAN manager failed.' },
    });
  });
});

describe('a manager', () => {
  it('that is neither provisioned nor collected from is not tried', async () => {
    const manager = await started('vmanage');
    const suspended = { suspendProvisioning: true, suspendCollect: true };
    const saved = await create(draftOf('vmanage', manager.url, suspended));
    expect(saved.connectivity).toEqual({ state: 'not tried', at: null, responseMs: null, fault: null });
    expect(manager.requests).toEqual([]);
  });

  it.each([
    [12_000, 'ok with lag', null],
    [30_000, 'unavailable', 'SDWAN_SLOW'],
  ] as const)('that answers after %d ms is %s', async (delayMs, state, code) => {
    const manager = await started('vmanage');
    const { id } = await create(draftOf('vmanage', manager.url));
    // Responses to the sign-in once the time of the server has passed.
    manager.fail({ fault: 'hang', on: /j_security_check/ });
    const before = manager.requests.length;
    const checking = admin.send('POST', `${PATH}/${String(id)}/check`);
    await eventually(() => (manager.requests.length > before ? true : undefined));
    manager.fail();
    await server.clock.leap(delayMs);
    manager.releaseHeld();
    const { connectivity } = (await checking).json<SdwanServer>();
    expect(connectivity).toMatchObject({ state, responseMs: code === null ? delayMs : null });
    expect(connectivity.fault?.code ?? null).toBe(code);
  });

  it('keeps its password for the same address and login only', async () => {
    const [manager, other] = [await started('vmanage'), await started('vmanage')];
    const draft = draftOf('vmanage', manager.url);
    const saved = await create(draft);
    const update = (changed: object) =>
      admin.send('PUT', `${PATH}/${String(saved.id)}`, {
        body: { ...draft, version: saved.version, password: null, ...changed },
      });
    const moved = await update({ url: other.url });
    expect(statusAndCode(moved)).toEqual([400, 'SDWAN_PASSWORD_UNKNOWN']);
    expect(other.requests).toEqual([]);
    // Without verification any server between them could show a certificate and learn it.
    const unverified = await update({ verifyTls: false });
    expect(statusAndCode(unverified)).toEqual([400, 'SDWAN_PASSWORD_UNKNOWN']);
    const renamed = await update({ name: `${draft.name} renamed` });
    expect(renamed.json<SdwanServer>()).toMatchObject({ version: 2, connectivity: { state: 'available' } });
    expect(statusAndCode(await update({}))).toEqual([409, 'CONFLICT']);
  });

  it.each([
    [{ customer: null }, 'body.customer SDWAN_CLIENT_REQUIRED'],
    [{ clientId: 'Acme Corp' }, 'body.clientId SDWAN_CLIENT_ID_INVALID'],
    [{ kind: 'fortinet', adom: '' }, 'body.adom REQUIRED'],
    [{ kind: 'nuage', organization: '' }, 'body.organization REQUIRED'],
    [{ customer: 999_999 }, 'body.customer RESOURCE_MISSING'],
    [{ url: 'ftp://manager' }, 'body.url URL_INVALID'],
    [{ url: 'https://user:secret@manager' }, 'body.url URL_INVALID'],
    [{ recipientId: 0 }, 'body.recipientId OUT_OF_RANGE'],
    [{ recipientId: 2 }, 'body.recipientId SDWAN_RECIPIENT_DIFFERS'],
    [{ secretExpiresOn: '31/12/2026' }, 'body.secretExpiresOn FORMAT_INVALID'],
    [
      { kind: 'nuage', organization: 'csp', signsInWith: 'token' },
      'body.signsInWith SDWAN_TOKEN_UNSUPPORTED',
    ],
  ])('is rejected with %j', async (changed, fault) => {
    const manager = await started('vmanage');
    const suspended = { suspendProvisioning: true, suspendCollect: true };
    const body = draftOf('vmanage', manager.url, { ...suspended, ...changed });
    expect(faultsOf(await admin.send('POST', PATH, { body }))).toEqual([fault]);
  });

  it('is synchronised by its process once a user requests it', async () => {
    const manager = await started('nuage');
    const { id, synchronisation } = await create(draftOf('nuage', manager.url));
    expect(synchronisation).toEqual({ state: 'never', at: null, fault: null, open: 0 });
    const requested = await admin.send('POST', `${PATH}/${String(id)}/synchronise`);
    expect(requested.json<SdwanServer>().synchronisation.state).toBe('requested');
  });

  it('with the address of another one of its kind needs a confirmation', async () => {
    const manager = await started('vmanage');
    const first = await create(draftOf('vmanage', manager.url));
    const body = draftOf('vmanage', `${manager.url}/`);
    const rejected = await admin.send('POST', PATH, { body });
    expect(statusAndCode(rejected)).toEqual([409, 'SDWAN_URL_TAKEN']);
    expect(faultsOf(rejected)).toEqual(['body.url SDWAN_URL_TAKEN']);
    expect(rejected.body).toContain(first.name);
    // The confirmation of a failed check is another one.
    expect(statusAndCode(await admin.send('POST', PATH, { body: { ...body, confirmed: true } }))).toEqual([
      409,
      'SDWAN_URL_TAKEN',
    ]);
    expect((await admin.get(PATH)).body).not.toContain(body.name);
    const second = await create({ ...body, sharesAddress: true });
    expect(second).toMatchObject({ suspendCollect: false, connectivity: { state: 'available' } });
    // What was confirmed stays: other fields change without it.
    const changed = { ...body, name: `${body.name} renamed`, version: second.version };
    expect((await admin.send('PUT', `${PATH}/${String(second.id)}`, { body: changed })).statusCode).toBe(200);
  });

  it('has a name of its own', async () => {
    const manager = await started('vmanage');
    const first = await create(draftOf('vmanage', manager.url));
    const body = draftOf('vmanage', manager.url, { name: first.name.toUpperCase() });
    expect(statusAndCode(await admin.send('POST', PATH, { body }))).toEqual([409, 'NAME_TAKEN']);
  });

  it('warns before its password or token expires', async () => {
    const suspended = { suspendProvisioning: true, suspendCollect: true };
    const day = (days: number): string =>
      new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const url = 'https://manager.example';
    const of = async (changed: object) =>
      (await create(draftOf('vmanage', url, { ...suspended, ...changed }))).credentials.expiring.map(
        ({ what, isOver }) => `${what} ${String(isOver)}`,
      );
    expect(await of({ secretExpiresOn: day(40) })).toEqual([]);
    expect(await of({ secretExpiresOn: day(10) })).toEqual(['password false']);
    expect(await of({ secretExpiresOn: day(-1), signsInWith: 'token' })).toEqual(['token true']);
  });

  it('lists its alarms, raised ones first, and those of a device to those who see its site', async () => {
    const suspended = { suspendProvisioning: true, suspendCollect: true };
    const { id } = await create(draftOf('vmanage', 'https://manager.example', suspended));
    const [acme, device] = [server.customers.get('acme')!, await addDevice('edge-1', '192.0.2.77')];
    const said = { server_id: id, customer_id: acme, type: 't', severity: 'major' } as const;
    const raised_at = new Date(Date.UTC(2026, 0, 1));
    await server.stack.db
      .insertInto('sdwan_alarm')
      .values([
        { ...said, key: '1', message: 'old', device: 'EDGE-1', raised_at, is_event: false },
        {
          ...said,
          key: '2',
          message: 'over',
          device: '192.0.2.77',
          raised_at,
          cleared_at: new Date(),
          is_event: false,
        },
        {
          ...said,
          key: '3',
          message: 'event',
          device: 'edge-2',
          raised_at,
          cleared_at: raised_at,
          is_event: true,
        },
      ])
      .execute();
    const other = await addDevice('edge-3', '192.0.2.78');
    await server.stack.db
      .insertInto('sdwan_alarm')
      .values(
        // The manager calls the devices otherwise than the inventory.
        (
          [
            ['called', 'vedge-9', device],
            ['other', 'edge-1', other],
            ['again', 'edge-1', 999_999],
          ] as const
        ).map(([message, called, device_id]) => ({
          ...said,
          key: message,
          message,
          device: called,
          device_id,
          raised_at,
          cleared_at: raised_at,
          is_event: true,
        })),
      )
      .execute();
    const { alarms, total } = (await admin.get(`${PATH}/${String(id)}/alarms`)).json<{
      alarms: { message: string; state: string }[];
      total: number;
    }>();
    expect(total).toBe(6);
    expect(alarms.map(({ message, state }) => `${message} ${state}`).toSorted()).toEqual([
      'again event',
      'called event',
      'event event',
      'old raised',
      'other event',
      'over cleared',
    ]);
    expect(alarms[0]!.message).toBe('old');
    const shown = (await admin.get(`${PATH}/${String(id)}`)).json<SdwanServer>();
    expect(shown.alarms).toMatchObject({ raised: 1, at: null, fault: null });

    const ofDevice = (client: string, page = admin) =>
      page.get(
        `/api/v1/customers/${String(server.customers.get(client)!)}/inventory/device/${String(device)}/sdwan-alarms`,
      );
    const messages = (await ofDevice('acme')).json<{ alarms: { message: string }[] }>().alarms;
    expect(messages.map(({ message }) => message).toSorted()).toEqual(['again', 'called', 'old', 'over']);
    expect((await ofDevice('globex')).statusCode).toBe(404);
  });

  it('shows what its last collection could not place or read, until it has another address', async () => {
    const suspended = { suspendProvisioning: true, suspendCollect: true };
    const draft = draftOf('vmanage', 'https://manager.example', suspended);
    const { id, version } = await create(draft);
    const page = async () => (await admin.get(`${PATH}/${String(id)}`)).json<SdwanServer>();
    expect(await page()).toMatchObject({ unplaced: null, applications: { at: null, fault: null } });
    const unplaced = {
      devices: { count: 7, names: ['edge-1', 'edge-2'] },
      tenants: { count: 1, names: ['zeta'] },
    };
    const { db } = server.stack;
    await db
      .updateTable('sdwan_server')
      .set({
        unplaced,
        volumes_at: new Date(),
        volumes_fault: { code: 'SDWAN_SERVER_UNAVAILABLE', params: {} },
      })
      .where('id', '=', id)
      .execute();
    await db
      .insertInto('sdwan_device')
      .values({ server_id: id, tenant: '', name: 'edge-1', address: '10.0.0.1' })
      .execute();
    const { applications, unplaced: shown } = await page();
    expect(shown).toEqual({ ...unplaced, unread: [] });
    const unread = [{ tenant: 'gamma', fault: { code: 'SDWAN_INSUFFICIENT_RIGHTS', params: {} } }] as const;
    await db
      .updateTable('sdwan_server')
      .set({ unplaced: { ...unplaced, unread } })
      .where('id', '=', id)
      .execute();
    expect((await page()).unplaced?.unread).toMatchObject([
      { tenant: 'gamma', fault: { code: 'SDWAN_INSUFFICIENT_RIGHTS' } },
    ]);
    expect(applications.fault).toMatchObject({ code: 'SDWAN_SERVER_UNAVAILABLE' });
    expect(applications.fault!.message).not.toBe('');
    const called = () => db.selectFrom('sdwan_device').select('name').where('server_id', '=', id).execute();
    const save = (body: object) => admin.send('PUT', `${PATH}/${String(id)}`, { body });
    expect((await save({ ...draft, name: 'Renamed', confirmed: false, version })).statusCode).toBe(200);
    expect(await called()).toHaveLength(1);
    const moved = { ...draft, url: 'https://other.example', confirmed: false, version: version + 1 };
    expect((await save(moved)).statusCode).toBe(200);
    expect(await called()).toEqual([]);
    expect((await page()).unplaced).toBeNull();
  });

  it('no longer exists once it is deleted, and its deletion is recorded without the password', async () => {
    const manager = await started('fortinet');
    const { id, name } = await create(draftOf('fortinet', manager.url));
    expect((await admin.send('DELETE', `${PATH}/${String(id)}`)).statusCode).toBe(200);
    expect(statusAndCode(await admin.get(`${PATH}/${String(id)}`))).toEqual([404, 'NOT_FOUND']);
    const event = await lastEvent(server, 'sdwan-manager.delete');
    expect(event).toMatchObject({ subject: 'sdwan-manager', subject_name: name });
    expect(JSON.stringify(event)).not.toContain(managerUser.password);
  });

  it('is a matter of users who see every customer', async () => {
    const { page } = await someone(
      server,
      ['NETWORK.SDWAN_MANAGER.write', 'NETWORK.SDWAN_MANAGER.read'],
      ['acme'],
    );
    expect((await page.get(PATH)).statusCode).toBe(403);
  });

  it('on this machine is not called outside the networks of SDWAN_ALLOWED_NETWORKS', async () => {
    const strict = await openServer({ adjacent: server });
    const { page } = await someone(strict);
    const manager = await started('vmanage');
    const rejected = await page.send('POST', PATH, { body: draftOf('vmanage', manager.url) });
    expect(faultsOf(rejected)).toEqual(['body.url SDWAN_ADDRESS_NOT_ALLOWED']);
    expect(manager.requests).toEqual([]);
    await strict.close();
  });
});
