import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { respondToProbes } from '#ingest/discovery/respond-to-probes.ts';
import { openAgent } from '#ingest/snmp/agent/open-agent.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { silentLog } from '#platform/log/log.ts';
import { accessOf, withCellSecrets } from '#platform/inventory/snmp-access.ts';
import type { SnmpCredential, SnmpProbeResult } from '#schemas/settings/snmp/credential-routes.ts';
import type { DiscoveryRun } from '#schemas/discovery/routes.ts';
import { lastEvent, someone, uniqueName } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { COMMUNITY, honest, portTable, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';
import { atNight } from '#tests/gate/at-night.ts';

const PATH = '/api/v1/mt/settings/snmp/credentials';

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

const aDraft = (access: object = { version: 'v2c', community: 'first' }) => ({
  name: uniqueName('Core'),
  port: 161,
  context: '',
  access,
});
const create = async (draft = aDraft()): Promise<SnmpCredential> =>
  (await admin.send('POST', PATH, { body: draft })).json();
const save = ({ id, devices: _devices, ...stored }: SnmpCredential, change: object) =>
  admin.send('PUT', `${PATH}/${String(id)}`, { body: { ...stored, ...change } });

const acme = (): number => server.customers.get('acme')!;

async function siteOfAcme(): Promise<number> {
  const { id } = await server.stack.db
    .selectFrom('network_element')
    .select('id')
    .where('kind', '=', 'site')
    .where('customer_id', '=', acme())
    .executeTakeFirstOrThrow();
  return id;
}

const accessOfRow = async (id: number) => {
  const row = await server.stack.db
    .selectFrom('snmp_credential')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { row, access: accessOf(withCellSecrets(row, testSecrets.open)) };
};

describe('an SNMP credential', () => {
  it('is listed without its secrets, which are stored sealed', async () => {
    const created = await create();
    const { row, access } = await accessOfRow(created.id);
    expect(access).toMatchObject({ version: 'v2c', community: 'first' });
    expect(row.snmp_community).not.toContain('first');
    const { credentials } = (await admin.get(PATH)).json() as { credentials: SnmpCredential[] };
    expect(credentials).toContainEqual({ ...created, access: { version: 'v2c', community: null } });
    expect(JSON.stringify(await lastEvent(server, 'snmp-credential.create'))).not.toContain('first');
  });

  it('has a unique name', async () => {
    const { name } = await create();
    const response = await admin.send('POST', PATH, { body: { ...aDraft(), name } });
    expect(statusAndCode(response)).toEqual([409, 'NAME_TAKEN']);
  });

  it('keeps a secret that is not entered again, for the same user only', async () => {
    const auth = { protocol: 'SHA-256', password: 'to be authentic' };
    const created = await create(aDraft({ version: 'v3', user: 'poller', auth, priv: null }));
    const retained = { protocol: 'SHA-256', password: null };
    const access = { version: 'v3', user: 'poller', auth: retained, priv: null };
    expect((await save(created, { access, port: 1161 })).statusCode).toBe(200);
    expect((await accessOfRow(created.id)).access).toMatchObject({ port: 1161, auth });
    const other = await save({ ...created, version: 2 }, { access: { ...access, user: 'other' } });
    expect(statusAndCode(other)).toEqual([400, 'SNMP_SECRET_UNKNOWN']);
  });

  it('changes the devices that use it, and is not deleted while they do', async () => {
    const created = await create();
    const { db } = server.stack;
    const { id: device } = await db
      .insertInto('network_element')
      .values({ kind: 'device', name: 'edge-1', customer_id: acme(), parent_id: await siteOfAcme() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('device')
      .values({ id: device, address: '192.0.2.1', snmp_credential_id: created.id })
      .execute();
    const saved = await save(created, { access: { version: 'v2c', community: 'second' } });
    expect(saved.json()).toMatchObject({ devices: 1, version: 2 });
    const cells = await db
      .selectFrom('device')
      .selectAll()
      .where('id', '=', device)
      .executeTakeFirstOrThrow();
    expect(accessOf(withCellSecrets(cells, testSecrets.open))).toMatchObject({ community: 'second' });
    const remove = () => admin.send('DELETE', `${PATH}/${String(created.id)}`);
    expect(statusAndCode(await remove())).toEqual([409, 'SNMP_CREDENTIAL_IN_USE']);
    await db.deleteFrom('network_element').where('id', '=', device).execute();
    expect((await remove()).statusCode).toBe(200);
  });

  atNight('is tried on an address: the reply names the device, or why there is none', async () => {
    const agent = await startUdpAgent(({ datagram, reply }) => {
      const response = honest(portTable(['Gi0/0']))(datagram);
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
    const created = await create(aDraft({ version: 'v2c', community: COMMUNITY }));
    const { id, version: _version, devices: _devices, ...shown } = created;
    const credential = { ...shown, port: agent.port };
    const attempt = async (body: object): Promise<SnmpProbeResult> =>
      (await admin.send('POST', `${PATH}/test`, { body })).json();
    expect(await attempt({ credential, id, address: '127.0.0.1' })).toMatchObject({ ok: true, failure: '' });
    const wrong = { ...credential, access: { version: 'v2c', community: 'wrong' } };
    expect(await attempt({ credential: wrong, address: '127.0.0.1' })).toMatchObject({ ok: false });
    agent.close();
  });

  it('is used by a discovery of a user who may read credentials of every customer', async () => {
    const { id } = await create();
    const url = `/api/v1/customers/${String(acme())}/discoveries`;
    const body = { site: await siteOfAcme(), ranges: ['192.0.2.1'], credentials: [{ credential: id }] };
    const run: DiscoveryRun = (await admin.send('POST', url, { body })).json();
    expect(run.credentials).toEqual(['v2c']);
    const { request } = await server.stack.db
      .selectFrom('discovery_run')
      .select('request')
      .where('id', '=', run.id)
      .executeTakeFirstOrThrow();
    expect(request).toMatchObject({ credentialIds: [id] });
    await server.account({
      username: 'acme-discoverer',
      permissions: ['NETWORK.PROVISIONING.write', 'SETTINGS.SNMP.read'],
      customers: ['acme'],
    });
    const narrow = await server.signedIn('acme-discoverer');
    const rejected = statusAndCode(await narrow.send('POST', url, { body }));
    expect(rejected).toEqual([403, 'DISCOVERY_CREDENTIAL_NOT_ALLOWED']);
  });
});
