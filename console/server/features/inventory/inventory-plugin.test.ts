import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { accessCells, withCellSecrets } from '#platform/inventory/snmp-access.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { AuditTrail } from '../../kernel/audit/audit-trail.ts';
import { handleProblems } from '../../kernel/problem/problem-plugin.ts';
import { NetworkFiles } from './import/network-files.ts';
import { inventoryPlugin } from './inventory-plugin.ts';

const PATH = '/api/v1/mt/inventory/import';
let stack: Stack;
let app: FastifyInstance;
let files: NetworkFiles;
let permissions: Caller['permissions'] = new Set(permissionKeys);
let own: { clientId: string; sites?: readonly number[] } | undefined;

beforeAll(async () => {
  stack = await openStack();
  app = fastify();
  handleProblems(app);
  app.decorate('readOnly', false);
  app.decorate('modules', new Set(['inventory']));
  app.decorate('rejectForgery', () => undefined);
  app.decorateRequest('caller');
  app.decorateRequest('audited', false);
  app.decorate('auditTrail', new AuditTrail({ ...stack, clock: systemClock }));
  app.addHook('onRequest', async (request) => {
    const caller: Partial<Caller> = { permissions, scopes: ['admin'], ...(await reachOf()) };
    Object.assign(request, { caller });
  });
  files = new NetworkFiles(systemClock);
  inventoryPlugin(app, { ...stack, secrets: testSecrets, files, allowedNetworks: ['127.0.0.0/8'] });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await files.close();
  await stack.close();
});

/** Every customer, or `own` alone. */
async function reachOf(): Promise<Pick<Caller, 'allCustomers' | 'customers' | 'sites'>> {
  if (own === undefined) return { allCustomers: true, customers: new Map(), sites: new Map() };
  const { clientId, sites } = own;
  const { id } = await stack.db
    .selectFrom('customer')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return {
    allCustomers: false,
    customers: new Map([[id, { id, clientId, name: clientId }]]),
    sites: new Map(sites === undefined ? [] : [[id, new Set(sites)]]),
  };
}

const send = (payload: string, type = 'application/yaml', query = '') =>
  app.inject({ method: 'POST', url: `${PATH}${query}`, payload, headers: { 'content-type': type } });

const file = 'customers:\n  - { clientId: acme, name: Acme }\n';

describe('the import of a network file by REST', () => {
  it('reports each fault with line, column and path', async () => {
    const response = await send('customers:\n  - clientId: acme\n    nome: Acme\n');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'NETWORK_FILE_INVALID',
      params: { line: 2, path: 'customers[0].name' },
      errors: [
        { path: 'customers[0].name', message: 'Line 2, column 5: This field is required' },
        {
          path: 'customers[0].nome',
          message: 'Line 3, column 5: Unknown key “nome”.',
          code: 'NETWORK_KEY_UNKNOWN',
          params: { key: 'nome', line: 3, column: 5 },
        },
      ],
    });
  });

  it('changes nothing as a dry run', async () => {
    const response = await send(file, 'application/yaml', '?dryRun=true');
    expect(response.json()).toMatchObject({
      applied: false,
      difference: { counts: { customer: { added: 1 } } },
    });
    expect(await stack.db.selectFrom('customer').selectAll().execute()).toEqual([]);
  });

  it('accepts YAML and JSON', async () => {
    expect((await send(file)).json()).toMatchObject({ applied: true });
    const json = JSON.stringify({ customers: [{ clientId: 'acme', name: 'Acme' }] });
    expect((await send(json, 'application/json')).json()).toMatchObject({
      difference: { changes: [], counts: { customer: { unchanged: 1 } } },
    });
  });

  it('warns of each address that is not polled, with its line and the reason', async () => {
    const snmp = { community: 'public' };
    const devices = [
      { name: 'link', address: '169.254.9.9', snmp },
      { name: 'group', address: '224.0.0.5', snmp },
      { name: 'allowed', address: '127.0.0.1', snmp },
      { name: 'private', address: '10.0.0.1', snmp },
      { name: 'not polled', address: '169.254.9.10' },
    ];
    const sites = [{ name: 'Lab', latitude: 45, longitude: 5, devices }];
    const network = { customers: [{ clientId: 'warned', name: 'Warned', sites }] };
    const text = JSON.stringify(network, undefined, 1);
    const { applied, warnings } = (await send(text)).json() as { applied: boolean; warnings: unknown[] };
    expect(applied).toBe(true);
    const at = (address: string): number =>
      text.split('\n').findIndex((line) => line.includes(`"${address}"`)) + 1;
    const place = 'customers[0].sites[0].devices';
    expect(warnings).toMatchObject([
      {
        path: `${place}[0].address`,
        line: at('169.254.9.9'),
        address: '169.254.9.9',
        refusal: 'link-local address',
      },
      {
        path: `${place}[1].address`,
        line: at('224.0.0.5'),
        address: '224.0.0.5',
        refusal: 'no host address',
      },
    ]);
  });

  it('names each name that is stored with other capitals, with its line', async () => {
    const place = { latitude: 48.85, longitude: 2.35 };
    const device = { name: 'edge', address: '192.0.2.77' };
    const network = (names: readonly string[]) => {
      const [clientId, profile, site, name, cockpit] = names;
      const sites = [{ name: site, ...place, devices: [{ ...device, name }] }];
      return JSON.stringify(
        { customers: [{ clientId, name: 'Case', profile, sites }], cockpits: [{ name: cockpit }] },
        undefined,
        1,
      );
    };
    const stored = ['case', 'Silver', 'Évry', 'edge', 'Lines'];
    expect((await send(network(stored))).statusCode).toBe(200);
    const again = await send(network(['case', 'SILVER', 'évry', 'EDGE', 'lines']));
    const { errors } = again.json() as { errors: { message: string }[] };
    expect(errors.map(({ message }) => message)).toEqual([
      'Line 9, column 14: “évry” is stored as “Évry”. Names are unique regardless of case.',
      'Line 14, column 16: “EDGE” is stored as “edge”. Names are unique regardless of case.',
      'Line 24, column 12: “lines” is stored as “Lines”. Names are unique regardless of case.',
    ]);
    const other = await send(network(['CASE', ...stored.slice(1)]));
    expect(other.json()).toMatchObject({ errors: [{ params: { name: 'CASE', other: 'case', line: 4 } }] });
    // The profile of a customer is found regardless of case.
    const difference = (await send(network(['case', 'SILVER', 'Évry', 'edge', 'Lines']))).json();
    expect(difference).toMatchObject({ difference: { changes: [] } });
  });

  it('gives devices a stored SNMP credential by its name, and names unknown ones with their line', async () => {
    const sealed = withCellSecrets(
      accessCells({ version: 'v2c', community: 'core', port: 1161 }),
      testSecrets.seal,
    );
    const { id } = await stack.db
      .insertInto('snmp_credential')
      .values({ name: 'Core', ...sealed })
      .returning('id')
      .executeTakeFirstOrThrow();
    const network = (access: object) => {
      const devices = [{ name: 'router', address: '192.0.2.78', ...access }];
      const sites = [{ name: 'Named', latitude: 48.85, longitude: 2.35, devices }];
      return JSON.stringify({ customers: [{ clientId: 'named', name: 'Named', sites }] }, undefined, 1);
    };
    const unknown = await send(network({ credential: 'Cor' }));
    expect(unknown.json()).toMatchObject({
      errors: [{ message: 'Line 15, column 22: No SNMP credential “Cor” is stored.' }],
    });
    const both = await send(network({ credential: 'Core', snmp: { community: 'x' } }));
    expect(both.json()).toMatchObject({ errors: [{ code: 'NETWORK_SNMP_AMBIGUOUS', params: { line: 15 } }] });

    expect((await send(network({ snmp: { community: 'old' } }))).statusCode).toBe(200);
    const dry = await send(network({ credential: 'Core' }), 'application/yaml', '?dryRun=true');
    const fields = ['snmp_port', 'snmp_community', 'snmp_credential_id'];
    expect(dry.json()).toMatchObject({ difference: { changes: [{ kind: 'device', change: 'changed' }] } });
    const { difference } = dry.json() as { difference: { changes: { fields: string[] }[] } };
    expect(difference.changes[0]!.fields.toSorted()).toEqual(fields.toSorted());

    expect((await send(network({ credential: 'CORE' }))).statusCode).toBe(200);
    const read = () =>
      stack.db.selectFrom('device').selectAll().where('address', '=', '192.0.2.78').executeTakeFirstOrThrow();
    const row = withCellSecrets(await read(), testSecrets.open);
    expect(row).toMatchObject({ snmp_credential_id: id, snmp_community: 'core', snmp_port: 1161 });
    expect((await send(network({ credential: 'Core' }))).json()).toMatchObject({
      difference: { changes: [] },
    });
    // Access of its own again: a change of the credential no longer reaches it.
    await send(network({ snmp: { community: 'own' } }));
    expect(await read()).toMatchObject({ snmp_credential_id: null, snmp_port: 161 });
  });

  it('requires the permission to read credentials for naming one', async () => {
    permissions = new Set(permissionKeys.filter((key) => key !== 'SETTINGS.SNMP.read'));
    const devices = [{ name: 'router', address: '192.0.2.79', credential: 'Core' }];
    const sites = [{ name: 'Named', latitude: 48.85, longitude: 2.35, devices }];
    const response = await send(JSON.stringify({ customers: [{ clientId: 'named', name: 'Named', sites }] }));
    expect(response.json()).toMatchObject({ errors: [{ code: 'NETWORK_CREDENTIAL_NOT_ALLOWED' }] });
    permissions = new Set(permissionKeys);
  });

  it('requires write access to the provisioning', async () => {
    permissions = new Set(['NETWORK.PROVISIONING.read']);
    expect((await send(file)).json()).toMatchObject({ code: 'FORBIDDEN' });
  });
});

const SITE = { latitude: 48.85, longitude: 2.35 };
const deviceAt = (address: string, more: object = {}) => ({
  name: 'edge',
  address,
  exporters: [address],
  ...more,
});
const networkOf = (clientId: string, site: object | undefined, more: object = {}) => ({
  clientId,
  name: clientId,
  sites: site === undefined ? [] : [{ name: 'Hall', ...SITE, ...site }],
  ...more,
});
const sendFile = (value: object, query = '') => send(JSON.stringify(value), 'application/json', query);

describe('a network file of a user with access to one customer', () => {
  beforeAll(async () => {
    permissions = new Set(permissionKeys);
    own = undefined;
    const both = [
      networkOf('mine', { devices: [deviceAt('192.0.2.10')] }),
      networkOf('theirs', { devices: [deviceAt('192.0.2.20')] }),
    ];
    const response = await sendFile({ customers: both });
    if (response.statusCode !== 200) throw new Error(response.body);
    own = { clientId: 'mine' };
  });

  /** Paths and messages of the faults, without their lines. */
  const faultsOf = async (value: object, query = '') => {
    const { code, errors = [] } = (await sendFile(value, query)).json<{
      code?: string;
      errors?: { path: string; message: string }[];
    }>();
    return {
      code,
      faults: errors.map(({ path, message }) => [path, message.replace(/^Line \d+, column \d+: /, '')]),
    };
  };

  it('changes the network of that customer', async () => {
    const site = { devices: [deviceAt('192.0.2.10', { model: 'C8300' })] };
    const response = await sendFile({ customers: [networkOf('mine', site)] });
    expect(response.json()).toMatchObject({
      applied: true,
      difference: { counts: { device: { changed: 1 } } },
    });
  });

  it.each(['', '?dryRun=true'])('reports a foreign customer like an unknown one%s', async (query) => {
    const faultText = async (clientId: string) =>
      JSON.stringify(await faultsOf({ customers: [networkOf(clientId, {})] }, query));
    const [foreign, none] = [await faultText('theirs'), await faultText('unknown')];
    expect(foreign).toBe(none.replaceAll('unknown', 'theirs'));
    expect(JSON.parse(none)).toMatchObject({
      code: 'NETWORK_FILE_INVALID',
      faults: [
        [
          'customers[0].clientId',
          'No customer “unknown”. Adding one requires CUSTOMER.write and access to every customer.',
        ],
      ],
    });
    const rows = await stack.db.selectFrom('customer').select('client_id').execute();
    expect(rows.map(({ client_id }) => client_id)).not.toContain('unknown');
  });

  it('does not change the customer itself', async () => {
    const changed = networkOf('mine', undefined, { profile: 'Gold', recipientId: 7 });
    expect((await faultsOf({ customers: [changed] })).faults.map(([path]) => path)).toEqual([
      'customers[0].profile',
      'customers[0].recipientId',
    ]);
    const profiles = await stack.db.selectFrom('customer_profile').select('name').execute();
    expect(profiles.map(({ name }) => name)).not.toContain('Gold');
  });

  it('cannot contain cockpits, whose alarms apply to every customer', async () => {
    const file = { customers: [networkOf('mine', undefined)], cockpits: [{ name: 'Mine' }] };
    expect((await faultsOf(file)).faults).toEqual([
      [
        'cockpits',
        'Cockpits apply to every customer: importing them requires TEMPLATE.COCKPIT.write and access to every customer.',
      ],
    ]);
  });

  it('cannot attribute flows to a foreign customer, nor name its devices', async () => {
    const attribution = [{ vpn: 1, customer: 'theirs', site: 'Hall' }];
    const given = networkOf('mine', { devices: [deviceAt('192.0.2.10', { attribution })] });
    expect((await faultsOf({ customers: [given] })).faults).toEqual([
      ['customers[0].sites[0].devices[0].attribution[0].customer', 'No customer “theirs”.'],
    ]);
    const taken = networkOf('mine', { devices: [deviceAt('192.0.2.20')] });
    const { faults } = await faultsOf({ customers: [taken] });
    expect(faults).toEqual([
      [
        'customers[0].sites[0].devices[0].exporters[0]',
        'The exporter 192.0.2.20 already belongs to a device of another customer.',
      ],
    ]);
  });

  it('changes visible sites only, where the user does not see all of them', async () => {
    own = { clientId: 'mine', sites: [] };
    expect((await faultsOf({ customers: [networkOf('mine', {})] })).faults).toEqual([
      [
        'customers[0].sites[0].name',
        'No site “Hall”. Adding one requires access to every site of the customer.',
      ],
    ]);
  });
});

describe('a network file of a user with access to every customer', () => {
  it('requires a permission for each section', async () => {
    own = undefined;
    permissions = new Set(['NETWORK.PROVISIONING.write']);
    const response = await sendFile({
      customers: [networkOf('fresh', undefined)],
      cockpits: [{ name: 'All' }],
    });
    const { errors } = response.json<{ errors: { path: string; code: string; params: object }[] }>();
    expect(errors).toMatchObject([
      {
        path: 'customers[0].clientId',
        code: 'NETWORK_CUSTOMER_NOT_ALLOWED',
        params: { permission: 'CUSTOMER.write' },
      },
      {
        path: 'cockpits',
        code: 'NETWORK_COCKPITS_NOT_ALLOWED',
        params: { permission: 'TEMPLATE.COCKPIT.write' },
      },
    ]);
  });
});
