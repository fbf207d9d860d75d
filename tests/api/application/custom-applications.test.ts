import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { findApplicationNames } from '#server/shared/application/find-application-names.ts';
import { lastEvent } from '../../fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statedAttributes } from '#tests/fixtures/update-fields.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

let server: ServerUnderTest;

const customer = (clientId: string): number => server.customers.get(clientId)!;

async function someone(
  username: string,
  permissions: readonly Permission[],
  customers: readonly string[],
): Promise<Browser> {
  await server.account({ username, permissions, customers });
  return server.signedIn(username);
}

beforeAll(async () => {
  server = await openServer();
});
afterAll(async () => {
  await server.close();
});

describe('an import of applications', () => {
  const at = (clientId: string): string => `/api/v1/customers/${String(customer(clientId))}/application`;
  const rights: readonly Permission[] = ['PARAMETERS.APPLICATION.write', 'PRIVATE.RESOURCE.write'];
  const importing = (by: Browser, csv: string, dryRun = false) =>
    by.send('POST', `${at('acme')}-import`, { body: { csv, dryRun } });
  const listed = async (by: Browser): Promise<ApplicationEntry[]> =>
    (await by.get(at('acme'))).json<{ applications: ApplicationEntry[] }>().applications;
  const FILE =
    '\uFEFFname;category;ports;addresses;client\r\n"Till; old";Shops;9001|9002;192.0.2.0/24;acme\r\n\r\nWiki;;443;;globex\r\n';

  it('previews an import, applies it in full, and updates by name', async () => {
    const by = await someone('importer', rights, ['acme']);
    const looked = await importing(by, FILE, true);
    expect([looked.statusCode, looked.json()]).toEqual([
      200,
      {
        applied: false,
        applications: [
          { name: 'Till; old', change: 'added' },
          { name: 'Wiki', change: 'added' },
        ],
        ofAnotherClient: [{ line: 4, client: 'globex' }],
      },
    ]);
    expect((await listed(by)).map(({ name }) => name)).not.toContain('Wiki');
    expect(await lastEvent(server, 'application.preview')).toMatchObject({ customer_id: customer('acme') });
    expect((await importing(by, FILE)).json()).toMatchObject({ applied: true });
    const [till] = (await listed(by)).filter(({ name }) => name.startsWith('Till'));
    expect(till).toMatchObject({
      category: 'Shops',
      attributes: { ports: ['9001', '9002'], addresses: ['192.0.2.0/24'], dscp: [] },
      owner: { name: 'importer' },
    });
    expect((await importing(by, FILE)).json()).toMatchObject({
      applications: [{ change: 'unchanged' }, { change: 'unchanged' }],
    });
    // A column that is not in the file stays as it is.
    const again = await importing(by, 'name,dscp\nWiki,46\n');
    expect(again.json()).toMatchObject({ applications: [{ name: 'Wiki', change: 'changed' }] });
    const [wiki] = (await listed(by)).filter(({ name }) => name === 'Wiki');
    expect(wiki?.attributes).toMatchObject({ ports: ['443'], dscp: [46] });
    expect(await lastEvent(server, 'application.update')).toMatchObject({ subject_name: 'Wiki' });
  });

  it.each([
    [
      'an empty first line',
      '\n',
      ['csv.1.1 APPLICATION_COLUMN_UNKNOWN', 'csv.1.1 APPLICATION_COLUMN_MISSING'],
    ],
    ['a column that is none', 'name,colour\n', ['csv.1.2 APPLICATION_COLUMN_UNKNOWN']],
    ['a column twice', 'name,name\n', ['csv.1.2 NOT_UNIQUE']],
    ['no names', 'ports\n80\n', ['csv.1.1 APPLICATION_COLUMN_MISSING']],
    ['a name twice', 'name,ports\nA,80\n\nA,81\n', ['csv.4.1 NOT_UNIQUE']],
    ['values beyond the columns', 'name,ports\nA,80,81\n', ['csv.2.3 APPLICATION_CELL_WITHOUT_HEADING']],
    [
      'a quote that does not end',
      'name,ports\n"A,80\n',
      [expect.stringMatching(/^csv\.\d+\.1 IMPORT_FORMAT_INVALID$/)],
    ],
    [
      'wrong values, one of them of two lines',
      'name,ports,addresses\n"A\nB",99999,192.0.2.1/99\n,80,\nC,,\n',
      [
        'csv.2.1 INPUT_INVALID',
        'csv.2.2 APPLICATION_PORT_INVALID',
        'csv.2.3 APPLICATION_IP_INVALID',
        'csv.4.1 REQUIRED',
        'csv.5.3 APPLICATION_ATTRIBUTES_MISSING',
      ],
    ],
  ])('is rejected for %s, each fault with line and column, and changes nothing', async (_, csv, faults) => {
    const by = await server.signedIn('importer');
    const before = await listed(by);
    const response = await importing(by, csv);
    const { code, errors } = response.json<{ code: string; errors: { path: string; code: string }[] }>();
    expect([response.statusCode, code]).toEqual([400, 'IMPORT_FORMAT_INVALID']);
    expect(errors.map(({ path, code: fault }) => `${path} ${fault}`)).toEqual(faults);
    expect(await listed(by)).toEqual(before);
  });

  it('stays within the limit per owner, and changes nothing of another owner', async () => {
    const by = await server.signedIn('importer');
    const many = Array.from({ length: 500 }, (_, at) => `many-${String(at)},80`).join('\n');
    const response = await importing(by, `name,ports\n${many}\n`);
    expect(statusAndCode(response)).toEqual([409, 'APPLICATION_MAXIMUM_REACHED']);
    const other = await someone('import-reader', ['PARAMETERS.APPLICATION.read'], ['acme']);
    expect((await importing(other, 'name,ports\nWiki,80\n')).statusCode).toBe(403);
    const hider = await someone('import-hider', rights, ['acme']);
    const draft = { name: 'Hidden', visibility: 'private', attributes: { ports: ['7'] } };
    expect((await hider.send('POST', at('acme'), { body: draft })).statusCode).toBe(200);
    expect((await importing(by, 'name,ports\nHidden,8\n')).json()).toMatchObject({
      applications: [{ name: 'Hidden', change: 'added' }],
    });
    const [hidden] = (await listed(hider)).filter(({ visibility }) => visibility === 'private');
    expect(hidden?.attributes.ports).toEqual(['7']);
    // Flows that it matched while it was public.
    const number = CUSTOM_ENGINE * 2 ** 32 + (hidden?.id ?? 0);
    const namedTo = async (username: string): Promise<string | undefined> => {
      const { id } = await server.stack.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      const caller = { id, permissions: new Set<Permission>() };
      const requested = { caller, customer: customer('acme'), device: 0, applications: [number], to: 0 };
      return (await findApplicationNames(server.stack, requested)).get(number);
    };
    expect([await namedTo('import-hider'), await namedTo('import-reader')]).toEqual(['Hidden', undefined]);
  });
});

interface Listed {
  readonly applications: readonly ApplicationEntry[];
  readonly orderVersion: string;
}

describe('an application of the provider', () => {
  const at = (clientId: string): string => `/api/v1/customers/${String(customer(clientId))}/application`;
  const read = async (by: Browser, path: string) => (await by.get(path)).json<Listed>();
  const find = async (by: Browser, path: string, id: number) =>
    (await read(by, path)).applications.find((one) => one.id === id);
  const rights: readonly Permission[] = ['PARAMETERS.APPLICATION.write'];

  it('is overridden by a customer in its place, restored, and made a custom application of the customer', async () => {
    const provider = await someone('app-provider', ['NETWORK.APPLICATION.write'], ['acme', 'globex']);
    const draft = { name: 'Voice', category: 'Office', attributes: { dscp: [46] } };
    const { id, resource } = (
      await provider.send('POST', '/api/v1/mt/application', { body: draft })
    ).json<ApplicationEntry>();
    const by = await someone('app-overrider', rights, ['acme']);
    const other = await someone('app-other', rights, ['globex']);
    const path = `${at('acme')}/${String(id)}/override`;
    const attributes = statedAttributes({ dscp: [40, 46] });
    const override = { description: 'Old phones', category: 'Voice', attributes, active: true };
    const store = (version: number, who = by) => who.send('PUT', path, { body: { override, version } });
    // Not shared yet: to the customer it does not exist.
    expect((await store(0)).statusCode).toBe(404);
    await server.stack.db
      .updateTable('resource')
      .set({ shared_with_all: true })
      .where('id', '=', resource)
      .execute();
    const provided = await find(by, at('acme'), id);
    expect(provided).toMatchObject({ type: 'provider', state: 'not-overridden', override: null });
    const places = (await read(by, at('acme'))).applications.map((one) => one.id);

    expect((await store(0)).json()).toMatchObject({ id, name: 'Voice', state: 'overridden' });
    const own = await find(by, at('acme'), id);
    expect(own).toMatchObject({
      description: 'Old phones',
      category: 'Voice',
      attributes: { dscp: [40, 46] },
      override: {
        version: 1,
        author: 'app-overrider',
        provided: { description: '', category: 'Office', attributes: { dscp: [46] }, active: true },
      },
    });
    expect((await read(by, at('acme'))).applications.map((one) => one.id)).toEqual(places);
    expect(await lastEvent(server, 'application.override')).toMatchObject({ customer_id: customer('acme') });
    expect(await find(other, at('globex'), id)).toMatchObject({ attributes: { dscp: [46] }, override: null });
    expect((await find(provider, '/api/v1/mt/application', id))?.overriddenBy).toEqual([
      { id: customer('acme'), name: 'Customer acme' },
    ]);
    const stranger = await someone('app-stranger', ['NETWORK.APPLICATION.read'], ['globex']);
    expect((await find(stranger, '/api/v1/mt/application', id))?.overriddenBy).toEqual([]);

    expect(statusAndCode(await store(0))).toEqual([409, 'CONFLICT']);
    const none = { override: { ...override, attributes: statedAttributes({}) }, version: 1 };
    const empty = await by.send('PUT', path, { body: none });
    expect(empty.json()).toMatchObject({ errors: [{ code: 'APPLICATION_ATTRIBUTES_MISSING' }] });
    const reader = await someone('app-reader', ['PARAMETERS.APPLICATION.read'], ['acme']);
    expect((await store(1, reader)).statusCode).toBe(403);
    expect((await store(1, other)).statusCode).toBe(404);
    expect((await store(1)).json()).toMatchObject({ override: { version: 2 } });

    expect(statusAndCode(await by.send('DELETE', `${path}?version=1`))).toEqual([409, 'CONFLICT']);
    expect((await by.send('DELETE', `${path}?version=2`)).json()).toEqual(provided);
    expect((await by.send('DELETE', `${path}?version=2`)).statusCode).toBe(404);

    await by.send('PUT', path, { body: { override: { ...override, active: false }, version: 0 } });
    expect(await find(by, at('acme'), id)).toMatchObject({ status: { active: false } });
    await by.send('POST', at('acme'), { body: { name: 'Phones', attributes: { ports: ['5060'] } } });
    const custom = (name: string) => by.send('POST', `${path}/custom`, { body: { name, version: 1 } });
    expect((await custom('phones')).json()).toMatchObject({
      code: 'NAME_TAKEN',
      errors: [{ path: 'body.name' }],
    });
    const made = (await custom('Voice')).json<ApplicationEntry>();
    expect(made).toMatchObject({
      type: 'customer',
      state: 'custom',
      status: { active: false },
      override: null,
    });
    const after = (await read(by, at('acme'))).applications;
    expect(after.at(-1)?.id).toBe(made.id);
    expect(after.find((one) => one.id === id)).toEqual(provided);
  });

  it('is put in order against the order that the caller has seen', async () => {
    const by = await someone('app-orderer', rights, ['globex']);
    const ids: number[] = [];
    for (const name of ['One', 'Two', 'Three'])
      ids.push(
        (
          await by.send('POST', at('globex'), { body: { name, attributes: { ports: ['1'] } } })
        ).json<ApplicationEntry>().id,
      );
    const { orderVersion: version } = await read(by, at('globex'));
    const reorder = (order: readonly number[]) =>
      by.send('PUT', `${at('globex')}-order`, { body: { order, version } });
    const changed = (await reorder(ids.toReversed())).json<Listed>();
    expect(changed.applications.filter(({ type }) => type === 'customer').map(({ id }) => id)).toEqual(
      ids.toReversed(),
    );
    expect(changed.orderVersion).not.toBe(version);
    expect(statusAndCode(await reorder(ids))).toEqual([409, 'CONFLICT']);
  });
});

/** Last: the clock of this server goes to the present, as measures are retained for four weeks of it. */
describe('the response times of custom applications', () => {
  it('cover the last hour at the sites that the caller sees; the limit of slowness and the maximum number are configured', async () => {
    const { db, clickhouse } = server.stack;
    server.clock.setBy(Date.now() - server.clock.now().getTime());
    const rights: readonly Permission[] = ['PARAMETERS.APPLICATION.write'];
    const reader = await someone('response-reader', rights, ['acme']);
    const base = `/api/v1/customers/${String(customer('acme'))}`;
    const sites = [...server.inventory().sites.values()].filter((site) => site.customer === customer('acme'));
    const ids: number[] = [];
    for (const name of ['Payroll', 'Intranet', 'Silent']) {
      const attributes = { ports: [String(20_000 + ids.length)] };
      const made = await reader.send('POST', `${base}/application`, { body: { name, attributes } });
      ids.push(made.json<ApplicationEntry>().id);
    }
    const measured = async (
      application: number,
      site: number,
      times: readonly [number, number, number][],
    ) => {
      const { id } = await db
        .insertInto('network_element')
        .values({
          customer_id: customer('acme'),
          kind: 'application',
          parent_id: site,
          name: `#${String(application)}`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const detail = 256 * 2 ** 32 + application;
      await db.insertInto('flow_target').values({ id, site_id: site, kind: 'application', detail }).execute();
      for (const [ago, ms, responses] of times) {
        const at = Math.floor(server.clock.now().getTime() / 1_000) - ago;
        const cells = [customer('acme'), site, id, 45, at, 300, ms / responses, ms, responses].join(', ');
        await clickhouse.command(
          `INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator) VALUES (${cells})`,
        );
      }
    };
    await measured(ids[0]!, sites[0]!.id, [
      [600, 20_000, 4],
      [900, 4_000, 4],
      [7_200, 9_000_000, 1],
    ]);
    await measured(ids[1]!, sites[0]!.id, [[600, 200, 2]]);
    await measured(ids[0]!, sites[1]!.id, [[600, 16, 8]]);
    const read = async (by: Browser) => (await by.get(`${base}/application-response`)).json<unknown>();
    const intranet = { id: ids[1], responseMs: 100, isSlow: false };
    const byId = [{ id: ids[0], responseMs: 1_501, isSlow: false }, intranet];
    expect(await read(reader)).toEqual({ slowFromMs: 3_000, applications: expect.arrayContaining(byId) });
    const narrow = await server.account({
      username: 'response-narrow',
      permissions: rights,
      customers: ['acme'],
    });
    await db
      .insertInto('account_restriction')
      .values({ account_id: narrow, customer_id: customer('acme') })
      .execute();
    await db.insertInto('account_site').values({ account_id: narrow, site_id: sites[0]!.id }).execute();
    expect(await read(await server.signedIn('response-narrow'))).toEqual({
      slowFromMs: 3_000,
      applications: expect.arrayContaining([{ id: ids[0], responseMs: 3_000, isSlow: true }, intranet]),
    });
    const foreign = await someone('response-foreign', rights, ['globex']);
    expect((await foreign.get(`${base}/application-response`)).statusCode).toBe(404);

    const configured = { maxPerCustomer: 3, slownessMarkerMs: 100 };
    const adjacent = await openServer({ adjacent: server, applications: configured });
    const by = await adjacent.signedIn('response-reader');
    expect(await read(by)).toEqual({
      slowFromMs: 100,
      applications: expect.arrayContaining([{ ...intranet, isSlow: true }]),
    });
    const body = { name: 'One more', attributes: { ports: ['9'] } };
    expect(statusAndCode(await by.send('POST', `${base}/application`, { body }))).toEqual([
      409,
      'APPLICATION_MAXIMUM_REACHED',
    ]);
    await adjacent.close();
  });

  it('shows the traffic that an application has matched in the last hour, and what a draft would match', async () => {
    const { db, clickhouse } = server.stack;
    server.clock.setBy(Date.now() - server.clock.now().getTime());
    const rights: readonly Permission[] = ['PARAMETERS.APPLICATION.write'];
    const by = await someone('traffic-reader', rights, ['acme']);
    const base = `/api/v1/customers/${String(customer('acme'))}`;
    const body = { name: 'Till traffic', attributes: { ports: ['9100'] } };
    const { id } = (await by.send('POST', `${base}/application`, { body })).json<ApplicationEntry>();
    const [here, there] = [...server.inventory().sites.values()].filter(
      (site) => site.customer === customer('acme'),
    );
    const nowMs = server.clock.now().getTime();
    const till = 256 * 2 ** 32 + id;
    const https = 3 * 2 ** 32 + 443;
    const nbar = 13 * 2 ** 32 + 453;
    const conversation = {
      minutesAgo: 5,
      owner: customer('acme'),
      site: here!.id,
      source: '::ffff:10.1.0.5',
      sourcePort: 50_000,
      destination: '::ffff:10.2.0.9',
      destinationPort: 9_100,
      protocol: 6,
      dscp: 0,
      application: till,
      duplicate: 0,
      bytes: 700,
    };
    const back = {
      ...conversation,
      minutesAgo: 4,
      bytes: 300,
      source: conversation.destination,
      sourcePort: conversation.destinationPort,
      destination: conversation.source,
      destinationPort: conversation.sourcePort,
    };
    const elsewhere = { ...conversation, site: there!.id };
    const flows = [
      conversation,
      back,
      { ...elsewhere, duplicate: 1 },
      {
        ...elsewhere,
        minutesAgo: 9,
        source: '::ffff:10.3.0.1',
        sourcePort: 50_001,
        destination: '2001:db8::1',
        destinationPort: 443,
        protocol: 17,
        dscp: 46,
        application: https,
        bytes: 50,
      },
      {
        ...elsewhere,
        minutesAgo: 8,
        source: '2001:db8::1',
        sourcePort: 443,
        destination: '2001:db8::2',
        destinationPort: 50_002,
        dscp: 10,
        application: nbar,
        bytes: 40,
      },
      { ...conversation, minutesAgo: 70, bytes: 9_000 },
      { ...conversation, owner: customer('globex'), bytes: 5_000 },
    ];
    const rows = flows.map((flow) => {
      const received = Math.floor(nowMs) - flow.minutesAgo * 60_000;
      const ends = `'${flow.source}', ${String(flow.sourcePort)}, '${flow.destination}', ${String(flow.destinationPort)}`;
      const { protocol, dscp, application, duplicate, bytes } = flow;
      const remaining = [protocol, dscp, application, duplicate, bytes].join(', ');
      return `(${String(flow.owner)}, ${String(flow.site)}, 77, fromUnixTimestamp64Milli(${String(received)}), ${ends}, ${remaining})`;
    });
    await clickhouse.command(`INSERT INTO flows
      (customer, site, exporter, received, source, source_port, destination, destination_port, protocol, dscp, application, duplicate, bytes)
      VALUES ${rows.join(', ')}`);
    await clickhouse.command(`INSERT INTO application_names (customer, exporter, application, name, since, at)
      VALUES (${String(customer('acme'))}, 77, ${String(nbar)}, 'MS-Teams', 1, 1)`);
    const seen = `${base}/application-traffic?application=${String(id)}`;
    const between = { one: '10.1.0.5', other: '10.2.0.9', protocol: 6, port: 9_100 };
    expect((await by.get(seen)).json()).toMatchObject({
      to: Math.floor(nowMs / 1_000) * 1_000,
      flows: 2,
      bytes: 1_000,
      allBytes: 1_090,
      conversations: [{ ...between, bytes: 1_000, flows: 2 }],
      applications: [{ name: 'Till traffic', bytes: 1_000 }],
    });

    const match = async (attributes: object, who = by) =>
      (await who.send('POST', `${base}/application-match`, { body: { attributes } })).json<{
        readonly bytes: number;
        readonly caveats: readonly string[];
      }>();
    const matches = async (attributes: object) => {
      const { bytes, caveats } = await match(attributes);
      return [bytes, ...caveats];
    };
    // Address and port of the same end, at either end; all kinds.
    expect(await matches({ addresses: ['10.2.0.0/24'], ports: ['9000-9200'] })).toEqual([1_000]);
    expect(await matches({ addresses: ['10.1.0.0/24'], ports: ['9100'] })).toEqual([0]);
    expect(await matches({ addresses: ['2001:db8::1'], protocols: [6, 17] })).toEqual([90]);
    expect(await matches({ addresses: ['2001:db8::/32'], dscp: [46] })).toEqual([50]);
    expect(await matches({ addresses: ['10.0.0.0-10.255.255.255'] })).toEqual([1_050]);
    expect(await matches({ deviceApplications: ['13:453'] })).toEqual([40, 'device']);
    expect(await matches({ applicationNames: ['ms-teams'], protocols: [6] })).toEqual([40, 'device']);
    expect(await matches({ ports: ['443'], hostnames: ['example.com'] })).toEqual([90, 'hostnames']);
    expect(await matches({ hostnames: ['example.com'] })).toEqual([0, 'hostnames-only']);
    expect(await match({ ports: ['443', '9100'] })).toMatchObject({
      applications: [{ name: 'Till traffic' }, { name: 'HTTPS' }, { bytes: 40 }],
    });

    // The provider checks its drafts against the traffic of all customers that the user sees.
    const provider = await someone('traffic-provider', ['NETWORK.APPLICATION.write'], ['acme', 'globex']);
    const matchAll = async (attributes: object, who = provider) =>
      (await who.send('POST', '/api/v1/mt/application-match', { body: { attributes } })).json<object>();
    expect(await matchAll({ ports: ['9100'] })).toMatchObject({
      bytes: 5_000 + 1_000,
      conversations: [{ port: 9_100 }],
      customers: [{ bytes: 5_000 }, { bytes: 1_000 }],
    });

    const narrow = await server.account({
      username: 'traffic-narrow',
      permissions: rights,
      customers: ['acme'],
    });
    await db
      .insertInto('account_restriction')
      .values({ account_id: narrow, customer_id: customer('acme') })
      .execute();
    await db.insertInto('account_site').values({ account_id: narrow, site_id: there!.id }).execute();
    const atOneSite = await server.signedIn('traffic-narrow');
    // The second report of the same flow counts at its own site.
    expect((await atOneSite.get(seen)).json()).toMatchObject({ flows: 1, bytes: 700, allBytes: 790 });
    expect(await match({ protocols: [6] }, atOneSite)).toMatchObject({ bytes: 740 });
    const foreign = await someone('traffic-foreign', rights, ['globex']);
    expect((await foreign.get(seen)).statusCode).toBe(404);
    expect(
      (await foreign.get(seen.replace(base, `/api/v1/customers/${String(customer('globex'))}`))).statusCode,
    ).toBe(404);
  });
});
