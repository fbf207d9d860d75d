import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { respondToProbes } from '#ingest/discovery/respond-to-probes.ts';
import { openAgent } from '#ingest/snmp/agent/open-agent.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { accessOf, withCellSecrets } from '#platform/inventory/snmp-access.ts';
import { silentLog } from '#platform/log/log.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { lastEvent, someone, uniqueName } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { COMMUNITY, honest, portTable, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';

const PATH = '/api/v1/mt/inventory/device';

let server: ServerUnderTest;
let admin: Browser;
const stopped = new AbortController();
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
});
afterAll(async () => {
  stopped.abort();
  await server.close();
});

const acme = (): number => server.customers.get('acme')!;
const newSite = (name = uniqueName('Site')) => ({
  is: 'new',
  name,
  city: 'Lyon',
  country: 'France',
  latitude: 45.764,
  longitude: 4.8357,
});
let host = 0;
const freshAddress = (): string => `198.51.100.${String((host += 1))}`;
const aDraft = (change: object = {}) => ({
  customer: { is: 'stored', id: acme() } as object,
  site: newSite() as object,
  device: { name: 'edge', address: freshAddress(), exportsFlows: true, interfaces: ['eth0', 'eth1'] },
  access: { version: 'v2c', community: 's3cret', port: 161 } as object,
  ...change,
});
const add = (draft: object, page: Browser = admin) => page.send('POST', PATH, { body: draft });
const faultsOf = (response: { readonly json: () => unknown }) =>
  (response.json() as { errors: { path: string; code: string }[] }).errors.map(
    ({ path, code }) => `${path} ${code}`,
  );

const deviceRow = (id: number) =>
  server.stack.db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const customerRow = (clientId: string) =>
  server.stack.db.selectFrom('customer').selectAll().where('client_id', '=', clientId).executeTakeFirst();
const countOf = async (kind: 'site' | 'device'): Promise<number> =>
  (await server.stack.db.selectFrom('network_element').select('id').where('kind', '=', kind).execute())
    .length;

describe('a device that is added by the form', () => {
  it('comes with its customer, site, interfaces, exporter and sealed access in one step', async () => {
    const clientId = uniqueName('first');
    const draft = aDraft({ customer: { is: 'new', clientId, name: 'First customer' } });
    const { device, customer, interfaces, reading } = (await add(draft)).json();
    expect({ interfaces, reading }).toEqual({ interfaces: 2, reading: null });
    expect(await customerRow(clientId)).toMatchObject({ id: customer, name: 'First customer' });
    const row = await deviceRow(device);
    expect(row.snmp_community).not.toContain('s3cret');
    expect(accessOf(withCellSecrets(row, testSecrets.open))).toMatchObject({ community: 's3cret' });
    const exporters = await server.stack.db
      .selectFrom('exporter')
      .select('address')
      .where('device_id', '=', device)
      .execute();
    expect(exporters).toEqual([{ address: row.address }]);
    expect(JSON.stringify(await lastEvent(server, 'inventory.import'))).not.toContain('s3cret');
  });

  it('leaves the customer and the site that it joins as they are', async () => {
    const { db } = server.stack;
    await db
      .updateTable('customer')
      .set({ contracted_in_bps: 5_000_000, time_zone: 'Europe/Paris', recipient_id: 7 })
      .where('id', '=', server.customers.get('globex')!)
      .execute();
    const before = await customerRow('globex');
    const first = (await add(aDraft({ customer: { is: 'stored', id: before!.id } }))).json();
    await db
      .updateTable('site')
      .set({ networks: ['10.1.0.0/16'] })
      .where('id', '=', first.site)
      .execute();
    const site = await db.selectFrom('site').selectAll().where('id', '=', first.site).executeTakeFirst();
    const draft = aDraft({
      customer: { is: 'stored', id: before!.id },
      site: { is: 'stored', id: first.site },
    });
    const second = (await add({ ...draft, device: { ...draft.device, name: 'core' } })).json();
    expect(second.site).toBe(first.site);
    expect(await customerRow('globex')).toEqual(before);
    expect(await db.selectFrom('site').selectAll().where('id', '=', first.site).executeTakeFirst()).toEqual(
      site,
    );
  });

  it('reads its interfaces from the device when none are named, without loopback', async () => {
    const table = new Map(portTable(['Gi0/0', 'Gi0/1', 'Lo0']));
    for (const [at, value] of [6, 6, 24].entries())
      table.set(`1.3.6.1.2.1.2.2.1.3.${String(at + 1)}`, { type: 'integer', value });
    const agent = await startUdpAgent(({ datagram, reply }) => {
      const response = honest(table)(datagram);
      if (response !== undefined) reply(response);
    });
    respondToProbes(
      {
        bus: server.stack.bus,
        secrets: testSecrets,
        clock: systemClock,
        log: silentLog,
        openAgent,
        refusalOf: () => undefined,
      },
      stopped.signal,
    );
    await server.stack.bus.flush();
    const device = { name: 'read', address: '127.0.0.1', exportsFlows: false, interfaces: [] };
    const access = { version: 'v2c', community: COMMUNITY, port: agent.port };
    const added = (await add(aDraft({ device, access }))).json();
    expect(added).toMatchObject({ interfaces: 2, reading: { ok: true, failure: '' } });
    agent.close();
    const silent = { ...device, address: '127.0.0.2' };
    const later = (await add(aDraft({ device: silent, access }))).json();
    expect(later).toMatchObject({ interfaces: 0, reading: { ok: false } });
    expect(later.reading.failure).not.toBe('');
  });

  it.each([
    [
      'the customer id that is taken',
      () => ({ customer: { is: 'new', clientId: 'ACME', name: 'Other' } }),
      'body.customer.clientId CLIENT_ID_TAKEN',
    ],
    ['a site that is there', () => ({ site: newSite('Acme One') }), 'body.site.name NAME_TAKEN'],
    [
      'a latitude out of range',
      () => ({ site: { ...newSite(), latitude: 91 } }),
      'body.site.latitude OUT_OF_RANGE',
    ],
    [
      'an address that is none',
      () => ({ device: { name: 'edge', address: '300.1.1.1', exportsFlows: false, interfaces: [] } }),
      'body.device.address ADDRESS_INVALID',
    ],
    [
      'an interface that is named twice',
      () => ({
        device: { name: 'edge', address: freshAddress(), exportsFlows: false, interfaces: ['e', 'e'] },
      }),
      'body.device.interfaces NETWORK_NAME_REPEATED',
    ],
    [
      'a credential that is not stored',
      () => ({ access: { version: 'stored', credential: 'Nothing' } }),
      'body.access.credential NETWORK_CREDENTIAL_UNKNOWN',
    ],
    [
      'a short password',
      () => ({
        access: {
          version: 'v3',
          user: 'noc',
          priv: null,
          port: 161,
          auth: { protocol: 'SHA-256', password: 'short' },
        },
      }),
      'body.access.auth.password TOO_SHORT',
    ],
    [
      'privacy without authentication',
      () => ({
        access: {
          version: 'v3',
          user: 'noc',
          auth: null,
          port: 161,
          priv: { protocol: 'AES-128', password: 'long enough' },
        },
      }),
      'body.access.priv SNMP_PRIVACY_WITHOUT_AUTH',
    ],
  ])('reports %s at its field, and adds nothing', async (_, change, fault) => {
    const before = [await countOf('site'), await countOf('device')];
    const response = await add(aDraft(change()));
    expect(response.statusCode).toBe(400);
    expect(faultsOf(response)).toEqual([fault]);
    expect([await countOf('site'), await countOf('device')]).toEqual(before);
  });

  it('reports the address of another device and an exporter of another customer at the address', async () => {
    const first = aDraft();
    await add(first);
    const { address } = first.device;
    const again = { name: 'twin', address, exportsFlows: false, interfaces: [] };
    expect(faultsOf(await add(aDraft({ device: again })))).toEqual([
      'body.device.address NETWORK_ADDRESS_TAKEN',
    ]);
    const elsewhere = { customer: { is: 'stored', id: server.customers.get('initech')! } };
    const exporting = { device: { ...again, exportsFlows: true } };
    expect(faultsOf(await add(aDraft({ ...elsewhere, ...exporting })))).toEqual([
      'body.device.address NETWORK_EXPORTER_TAKEN',
    ]);
  });

  it('takes the rights of its parts', async () => {
    const without = (right: string) => permissionKeys.filter((key) => key !== right);
    const noCustomers = await someone(server, without('CUSTOMER.write'));
    const customer = { is: 'new', clientId: uniqueName('other'), name: 'Other' };
    expect(faultsOf(await add(aDraft({ customer }), noCustomers.page))).toEqual([
      'body.customer.clientId NETWORK_CUSTOMER_NOT_ALLOWED',
    ]);
    expect((await add(aDraft(), noCustomers.page)).statusCode).toBe(200);
    const noCredentials = await someone(server, ['NETWORK.PROVISIONING.write']);
    const access = { version: 'stored', credential: 'Core' };
    expect(faultsOf(await add(aDraft({ access }), noCredentials.page))).toEqual([
      'body.access.credential NETWORK_CREDENTIAL_NOT_ALLOWED',
    ]);
    const foreign = await someone(server, permissionKeys, ['globex']);
    expect(faultsOf(await add(aDraft(), foreign.page))).toEqual(['body.customer.id RESOURCE_MISSING']);
  });
});
