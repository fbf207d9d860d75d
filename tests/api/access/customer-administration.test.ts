import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Customer } from '#schemas/customer/customer.ts';
import type { Profile } from '#schemas/profile/routes.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { lastEvent, post, someone, uniqueName } from '../../fixtures/server/administrator.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { customerFields } from '#tests/fixtures/update-fields.ts';

let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
});
afterAll(() => server.close());

const CUSTOMERS = '/api/v1/cc/customer';
const PROFILES = '/api/v1/cc/profile';
const profiles = async (page = admin): Promise<Profile[]> =>
  ((await page.get(PROFILES)).json() as { profiles: Profile[] }).profiles;
const defaultProfile = async (): Promise<Profile> => (await profiles()).find(({ isDefault }) => isDefault)!;
const aProfile = (): Promise<Profile> => post(admin, '/cc/profile', { name: uniqueName('Profile') });

const draft = async (changed: object = {}) => ({
  clientId: uniqueName('client'),
  name: 'Halle & Fils',
  profile: (await defaultProfile()).id,
  defaultRole: null,
  contractedInBps: 100_000_000,
  contractedOutBps: null,
  ...changed,
});
/** As an update states it. */
const stated = (changed: object = {}) => draft({ ...customerFields, ...changed });
const aCustomer = async (changed: object = {}, page = admin): Promise<Customer> =>
  post(page, '/cc/customer', await draft(changed));
const foreign = (): number => server.customers.get('initech')!;

describe('a customer', () => {
  it('is created in sub-network 1 by default, and is visible at once', async () => {
    const made = await aCustomer();
    expect(made).toMatchObject({ recipientId: 1, contractedInBps: 100_000_000, sites: 0, version: 1 });
    const { customers } = (await admin.get(CUSTOMERS)).json() as { customers: Customer[] };
    expect(customers).toContainEqual(made);
  });

  it.each([
    [{ clientId: 'a b' }, 'body.clientId', 'CLIENT_ID_CHARACTERS'],
    [{ clientId: '' }, 'body.clientId', 'REQUIRED'],
    [{ clientId: '../etc' }, 'body.clientId', 'CLIENT_ID_CHARACTERS'],
    [{ name: ' ' }, 'body.name', 'REQUIRED'],
    [{ recipientId: 0 }, 'body.recipientId', 'OUT_OF_RANGE'],
    [{ contractedInBps: -1 }, 'body.contractedInBps', 'OUT_OF_RANGE'],
    [{ id: 4 }, 'body', undefined],
  ])('with %j is rejected, with path and reason', async (changed, path, code) => {
    const response = await admin.send('POST', CUSTOMERS, { body: await draft(changed) });
    expect(statusAndCode(response)).toEqual([400, 'VALIDATION']);
    const { errors } = response.json() as { errors: object[] };
    expect(errors[0]).toMatchObject({ path, ...(code === undefined ? {} : { code }) });
  });

  it('has a unique client id', async () => {
    const response = await admin.send('POST', CUSTOMERS, { body: await draft({ clientId: 'acme' }) });
    expect(statusAndCode(response)).toEqual([409, 'CLIENT_ID_TAKEN']);
  });

  it('keeps its client id in an update, and rejects a stale version', async () => {
    const { id, version } = await aCustomer();
    const { clientId, ...remaining } = await stated({ name: 'Halle' });
    const url = `${CUSTOMERS}/${String(id)}`;
    const withId = await admin.send('PUT', url, { body: { ...remaining, clientId, version } });
    expect(statusAndCode(withId)).toEqual([400, 'VALIDATION']);
    expect((await admin.send('PUT', url, { body: { ...remaining, version } })).json()).toMatchObject({
      name: 'Halle',
    });
    expect(statusAndCode(await admin.send('PUT', url, { body: { ...remaining, version } }))).toEqual([
      409,
      'CONFLICT',
    ]);
  });

  it('has a time zone of its own, which its users and their sessions know', async () => {
    const { id, version, timeZone } = await aCustomer();
    const { clientId: _, ...remaining } = await stated({ timeZone: 'Europe/Paris' });
    const changed = await admin.send('PUT', `${CUSTOMERS}/${String(id)}`, {
      body: { ...remaining, version },
    });
    expect([timeZone, changed.json()]).toMatchObject([null, { timeZone: 'Europe/Paris' }]);
    const session = await admin.get('/api/v1/session');
    expect(session.json()).toMatchObject({
      customers: expect.arrayContaining([expect.objectContaining({ id, timeZone: 'Europe/Paris' })]),
    });
    const body = { ...remaining, timeZone: 'Mars/Base', version: version + 1 };
    const refused = await admin.send('PUT', `${CUSTOMERS}/${String(id)}`, { body });
    expect(refused.json()).toMatchObject({ errors: [{ code: 'TIMEZONE_UNKNOWN' }] });
  });

  it('has explained alarms unless they are switched off, and the engine reads which', async () => {
    const { id, version, explainsAlarms } = await aCustomer();
    const { clientId: _, ...remaining } = await stated({ explainsAlarms: false });
    const off = await admin.send('PUT', `${CUSTOMERS}/${String(id)}`, { body: { ...remaining, version } });
    expect([explainsAlarms, off.json()]).toMatchObject([true, { explainsAlarms: false }]);
    const { customers } = await loadInventory(server.stack.db);
    expect(customers.get(id)?.explainsAlarms).toBe(false);
    expect(customers.get(foreign())?.explainsAlarms).toBe(true);
  });

  it('cannot move to a sub-network where one of its exporters already identifies another customer', async () => {
    const deviceOf = async (customer: Customer, address: string): Promise<void> => {
      const { clientId, name, profileName: profile, recipientId } = customer;
      const { contractedInBps } = customer;
      const devices = [{ name: 'edge', address, exporters: [address] }];
      const sites = [{ name: 'Hall', latitude: 1, longitude: 2, devices }];
      const file = { clientId, name, profile, recipientId, contractedInBps, sites };
      await post(admin, '/mt/inventory/import', { customers: [file] });
    };
    const [one, other] = [await aCustomer({ recipientId: 41 }), await aCustomer({ recipientId: 42 })];
    await deviceOf(one, '10.0.0.1');
    await deviceOf(other, '10.0.0.1');
    const moved = async (recipientId: number) => {
      const body = { ...(await stated({ name: other.name, recipientId })), version: 1, clientId: undefined };
      return admin.send('PUT', `${CUSTOMERS}/${String(other.id)}`, { body });
    };
    const rejected = await moved(41);
    expect(statusAndCode(rejected)).toEqual([400, 'VALIDATION']);
    expect((rejected.json() as { errors: object[] }).errors).toEqual([
      {
        path: 'body.recipientId',
        code: 'EXPORTER_COLLISION',
        params: { address: '10.0.0.1' },
        message:
          'The exporter 10.0.0.1 of this customer already identifies another customer in this sub-network.',
      },
    ]);
    expect((await admin.get(`${CUSTOMERS}/${String(other.id)}`)).json()).toMatchObject({ recipientId: 42 });
    expect((await moved(43)).statusCode).toBe(200);
  });

  it('is assigned only profiles that the caller may assign', async () => {
    const { page } = await someone(server, undefined, ['acme', 'globex']);
    const profile = (await aProfile()).id;
    const rejected = await page.send('POST', CUSTOMERS, { body: await draft({ profile }) });
    expect(statusAndCode(rejected)).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    const made = await aCustomer({}, page);
    const body = { ...(await stated({ profile })), clientId: undefined, version: made.version };
    const path = `${CUSTOMERS}/${String(made.id)}`;
    expect(statusAndCode(await page.send('PUT', path, { body }))).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    const retained = { ...body, profile: made.profile };
    expect((await page.send('PUT', path, { body: retained })).statusCode).toBe(200);
  });

  it('is deleted only with its client id as confirmation', async () => {
    const { id, clientId } = await aCustomer();
    const url = (given: string) => `${CUSTOMERS}/${String(id)}?clientId=${given}`;
    expect(statusAndCode(await admin.send('DELETE', url('acme')))).toEqual([400, 'CLIENT_ID_UNCONFIRMED']);
    expect((await admin.send('DELETE', url(clientId))).statusCode).toBe(200);
    expect(statusAndCode(await admin.get(`${CUSTOMERS}/${String(id)}`))).toEqual([404, 'NOT_FOUND']);
    expect(await lastEvent(server, 'customer.delete')).toMatchObject({ customer_id: id });
  });

  it('of another administrator is NOT_FOUND: to read, update and delete', async () => {
    const { page } = await someone(server, ['CUSTOMER.write'], ['acme', 'globex']);
    const { clientId: _, ...remaining } = await stated();
    const reported = async (id: number) => {
      const url = `${CUSTOMERS}/${String(id)}`;
      return [
        statusAndCode(await page.get(url)),
        statusAndCode(await page.send('PUT', url, { body: { ...remaining, version: 1 } })),
        statusAndCode(await page.send('DELETE', `${url}?clientId=initech`)),
      ];
    };
    expect(await reported(foreign())).toEqual(await reported(2_000_000));
    expect(await reported(foreign())).toEqual(Array.from({ length: 3 }, () => [404, 'NOT_FOUND']));
    const { customers } = (await page.get(CUSTOMERS)).json() as { customers: Customer[] };
    expect(customers.map(({ clientId }) => clientId)).toEqual(['acme', 'globex']);
  });

  it('belongs to the user who created it, even one who does not see every customer', async () => {
    const { page } = await someone(server, ['CUSTOMER.write'], ['acme', 'globex']);
    const made = await aCustomer({}, page);
    await server.clock.leap(10_000);
    expect((await page.get(`${CUSTOMERS}/${String(made.id)}`)).statusCode).toBe(200);
  });
});

describe('a customer profile', () => {
  it('moves its customers to the default profile when it is deleted', async () => {
    const { id } = await aProfile();
    const made = await aCustomer({ profile: id });
    expect((await admin.send('DELETE', `${PROFILES}/${String(id)}`)).json()).toEqual({ moved: 1 });
    const after = (await admin.get(`${CUSTOMERS}/${String(made.id)}`)).json() as Customer;
    expect(after.profile).toBe((await defaultProfile()).id);
  });

  it('that is the default cannot be deleted; another one can become the default', async () => {
    const before = await defaultProfile();
    const url = `${PROFILES}/${String(before.id)}`;
    expect(statusAndCode(await admin.send('DELETE', url))).toEqual([409, 'PROFILE_DEFAULT_FROZEN']);
    const { id } = await aProfile();
    await post(admin, `/cc/profile/${String(id)}/default`);
    expect((await profiles()).filter(({ isDefault }) => isDefault).map((each) => each.id)).toEqual([id]);
    await post(admin, `/cc/profile/${String(before.id)}/default`);
  });

  it('has a unique name', async () => {
    const { name } = await aProfile();
    const other = await aProfile();
    const response = await admin.send('PUT', `${PROFILES}/${String(other.id)}`, { body: { name } });
    expect(statusAndCode(response)).toEqual([409, 'NAME_TAKEN']);
  });

  it('with hidden customers cannot be changed or deleted', async () => {
    const { page } = await someone(server, ['CUSTOMER.write'], ['acme', 'globex']);
    const { id } = await defaultProfile();
    const url = `${PROFILES}/${String(id)}`;
    expect((await profiles(page)).find((each) => each.id === id)?.customers).toBe(2);
    const rejected = [403, 'REACHES_OTHER_CUSTOMERS'];
    expect(statusAndCode(await page.send('PUT', url, { body: { name: 'Mine' } }))).toEqual(rejected);
    expect(statusAndCode(await page.send('DELETE', url))).toEqual(rejected);
    const own = await post<Profile>(page, '/cc/profile', { name: uniqueName('Own') });
    expect(own).toMatchObject({ reachesOthers: false });
    const path = `${PROFILES}/${String(own.id)}`;
    expect((await page.send('PUT', path, { body: { name: uniqueName('Own') } })).statusCode).toBe(200);
    expect(statusAndCode(await page.send('POST', `${path}/default`))).toEqual([
      403,
      'EVERY_CUSTOMER_REQUIRED',
    ]);
    expect((await page.send('DELETE', path)).statusCode).toBe(200);
  });
});
