import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import { DiscoveryRequest } from '#schemas/discovery/request.ts';
import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
import type { DiscoveryRun } from '#schemas/discovery/routes.ts';
import type { DiscoveryFault } from '#schemas/discovery/run.ts';
import type { Problem } from '#schemas/problem/problem.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

let server: ServerUnderTest;
let admin: Browser;
let site: number;
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
  const row = await server.stack.db
    .selectFrom('network_element')
    .select('id')
    .where('kind', '=', 'site')
    .where('customer_id', '=', acme())
    .executeTakeFirstOrThrow();
  site = row.id;
});
afterAll(() => server.close());

const acme = (): number => server.customers.get('acme')!;
const path = (remaining = ''): string => `/api/v1/customers/${String(acme())}/discoveries${remaining}`;
const french = { 'accept-language': 'fr' };

async function faultsOf(body: object, headers = {}) {
  const response = await admin.send('POST', path(), { body, headers });
  const { code, errors = [] } = response.json<Problem>();
  return { status: response.statusCode, code, errors };
}

describe('the form of a discovery', () => {
  it('is rejected with every fault of its contract at once, in the language of the request', async () => {
    const { status, code, errors } = await faultsOf(
      {
        site: -1,
        ranges: ['10.0.0.256'],
        options: { packetsPerSecond: 0 },
        credentials: [
          { version: 'v3' },
          {},
          { community: 'x', port: 0 },
          { version: 'v9' },
          { credential: 0 },
        ],
      },
      french,
    );
    expect([status, code]).toEqual([400, 'VALIDATION']);
    expect(errors.map((fault) => [fault.path, fault.code])).toEqual([
      ['body.site', 'TOO_SMALL'],
      ['body.ranges.0', 'APPLICATION_RANGE_INVALID'],
      ['body.ranges', 'DISCOVERY_RANGES_EMPTY'],
      ['body.credentials.0.user', 'SNMP_USER_REQUIRED'],
      ['body.credentials.1.community', 'SNMP_COMMUNITY_REQUIRED'],
      ['body.credentials.2.port', 'TOO_SMALL'],
      ['body.credentials.3.version', 'OPTION_INVALID'],
      ['body.credentials.4.credential', 'TOO_SMALL'],
      ['body.options.packetsPerSecond', 'TOO_SMALL'],
    ]);
    expect(errors.find((fault) => fault.code === 'DISCOVERY_RANGES_EMPTY')?.message).toBe(
      'Les plages ne contiennent aucune adresse.',
    );
  });

  it('is rejected with every fault that the stores show at once: address, credential and site', async () => {
    const body = {
      site: 2_000_000_000,
      ranges: ['127.0.0.1'],
      credentials: [{ community: 'x' }, { credential: 2_000_000_000 }],
    };
    const { status, code, errors } = await faultsOf(body, french);
    expect([status, code]).toEqual([422, 'DISCOVERY_ADDRESS_BLOCKED']);
    expect(errors.map((fault) => [fault.path, fault.code])).toEqual([
      ['body.ranges', 'DISCOVERY_ADDRESS_BLOCKED'],
      ['body.credentials.1.credential', 'SNMP_CREDENTIAL_UNKNOWN'],
      ['body.site', 'SITE_UNKNOWN'],
    ]);
    expect(errors.map(({ message }) => message).slice(1)).toEqual([
      'Cet identifiant n’existe pas.',
      'Le client n’a pas ce site.',
    ]);
    const ofSite = await faultsOf({ ...body, ranges: ['192.0.2.1'], credentials: [{ community: 'x' }] });
    expect([ofSite.status, ofSite.code, ofSite.errors[0]?.code]).toEqual([400, 'VALIDATION', 'SITE_UNKNOWN']);
  });
});

const device = (change: Partial<FoundDevice>) => ({
  address: '192.0.2.1',
  credential: 0,
  sysName: 'edge',
  description: '',
  objectId: '',
  vendor: 'Cisco',
  model: '',
  serial: '',
  serials: [],
  software: '',
  complete: [],
  faults: {},
  ...change,
});

/** A finished run that proposes a new device. */
async function runWith(
  found: ReturnType<typeof device>,
  fault: DiscoveryFault | null = null,
): Promise<number> {
  const { db } = server.stack;
  const request = DiscoveryRequest.parse({
    site,
    ranges: ['192.0.2.0/24'],
    credentials: [{ community: 'x' }],
  });
  const run = await db
    .insertInto('discovery_run')
    .values({
      customer_id: acme(),
      site_id: site,
      state: fault === null ? 'finished' : 'failed',
      request,
      fault,
      progress: { addresses: 254, queried: 254, found: 1, rejections: {}, rejected: [] },
      created_at: server.clock.now(),
      created_by: 'another user',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('discovery_proposal')
    .values({
      run_id: run.id,
      customer_id: acme(),
      change: 'added',
      kind: 'device',
      name: found.sysName,
      fields: JSON.stringify([]) as never,
      content: JSON.stringify({ kind: 'device', found }) as never,
    })
    .execute();
  return run.id;
}

async function accepted(found: ReturnType<typeof device>): Promise<readonly string[]> {
  const id = await runWith(found);
  await admin.send('POST', path(`/${String(id)}/accept`), { body: { proposals: 'all' } });
  const rows = await server.stack.db
    .selectFrom('network_element as element')
    .innerJoin('device', 'device.id', 'element.id')
    .innerJoin('device_identity as identity', 'identity.device_id', 'element.id')
    .select(['name', 'address', 'serial'])
    .where('element.customer_id', '=', acme())
    .where('sys_name', '=', found.sysName)
    .orderBy('element.id')
    .execute();
  return rows.map(({ name, address, serial }) => `${name} ${address} ${serial}`);
}

describe('a new device that is accepted', () => {
  it('under the name of another one is another one, and the same one when two runs propose it', async () => {
    const one = device({ sysName: 'same', serial: 'FTX1001', serials: ['FTX1001'] });
    const two = device({ sysName: 'same', serial: 'FTX2002', serials: ['FTX2002'], address: '192.0.2.2' });
    const nameless = device({ sysName: 'same', address: '192.0.2.3' });
    expect(await accepted(one)).toEqual(['same 192.0.2.1 FTX1001']);
    expect(await accepted(two)).toEqual(['same 192.0.2.1 FTX1001', 'same (192.0.2.2) 192.0.2.2 FTX2002']);
    await accepted(nameless);
    const all = await accepted({ ...one, address: '192.0.2.9' });
    expect(all).toEqual([
      'same 192.0.2.9 FTX1001',
      'same (192.0.2.2) 192.0.2.2 FTX2002',
      'same (192.0.2.3) 192.0.2.3 ',
    ]);
  });

  it('is in the action log of the inventory, with the discovery as what was done', async () => {
    await accepted(
      device({ sysName: 'logged', serial: 'FTX9009', serials: ['FTX9009'], address: '192.0.2.90' }),
    );
    const log = await admin.get(`/api/v1/customers/${String(acme())}/inventory-actions?count=1`);
    const [action] = log.json<{ actions: ElementAction[] }>().actions;
    expect(action).toMatchObject({ action: 'discovery.accept', name: expect.stringContaining('logged') });
    const element = await server.stack.db
      .selectFrom('network_element')
      .select('name')
      .where('id', '=', action!.element)
      .executeTakeFirst();
    expect(element).toEqual({ name: 'logged' });
  });

  it('at the address of a known one under another serial number and name is another one, and waits until that one is deactivated', async () => {
    await accepted(
      device({ sysName: 'former', serial: 'FTX3003', serials: ['FTX3003'], address: '192.0.2.40' }),
    );
    const newer = device({
      sysName: 'newer',
      serial: 'FTX4004',
      serials: ['FTX4004'],
      address: '192.0.2.40',
    });
    expect(await accepted(newer)).toEqual([]);
    await server.stack.db
      .updateTable('network_element')
      .set({ active: false })
      .where('name', '=', 'former')
      .execute();
    expect(await accepted(newer)).toEqual(['newer 192.0.2.40 FTX4004']);
  });

  it('stays open with its parts while another device has its address', async () => {
    const { db } = server.stack;
    await accepted(
      device({ sysName: 'owner', serial: 'FTX5005', serials: ['FTX5005'], address: '192.0.2.50' }),
    );
    const other = { sysName: 'claims', serial: 'FTX6006', serials: ['FTX6006'], address: '192.0.2.50' };
    const id = await runWith(device(other));
    const { id: parent } = await db
      .selectFrom('discovery_proposal')
      .select('id')
      .where('run_id', '=', id)
      .executeTakeFirstOrThrow();
    const port = { name: 'eth0', alias: '', index: 1 };
    await db
      .insertInto('discovery_proposal')
      .values({
        run_id: id,
        customer_id: acme(),
        change: 'added',
        kind: 'interface',
        name: 'eth0',
        parent_id: parent,
        fields: JSON.stringify([]) as never,
        content: JSON.stringify({ kind: 'interface', found: port }) as never,
      })
      .execute();
    const reply = await admin.send('POST', path(`/${String(id)}/accept`), { body: { proposals: 'all' } });
    expect(reply.json()).toEqual({ accepted: 0, held: 2, run: null });
  });
});

describe('a discovery that failed', () => {
  it.each<[DiscoveryFault, string]>([
    [
      'DISCOVERY_STORE_FAILED',
      'PostgreSQL était indisponible ou trop lent pour enregistrer cette découverte.',
    ],
    ['DISCOVERY_FAILED', 'Cette découverte a échoué\u00A0; consultez le journal de son processus.'],
  ])('shows %s in the language of the request, and can be repeated', async (fault, message) => {
    const id = await runWith(device({ sysName: 'of a failure' }), fault);
    const run = (await admin.get(path(`/${String(id)}`), french)).json<DiscoveryRun>();
    expect(run).toMatchObject({ state: 'failed', fault: { code: fault, message } });
    const again = await admin.send('POST', path(`/${String(id)}/repeat`));
    expect(again.json()).toMatchObject({ state: 'queued', repeatOf: id, fault: null });
  });
});
