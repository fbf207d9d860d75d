import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadInventory } from '#platform/inventory/load.ts';
import type { ListedAgent } from '#schemas/settings/agent/routes.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';

let server: ServerUnderTest;
let page: Browser;

beforeAll(async () => {
  server = await openServer();
  await server.account({ username: 'agents', permissions: ['SETTINGS.AGENT.read', 'SETTINGS.AGENT.write'] });
  page = await server.signedIn('agents');
});
afterAll(() => server.close());

const path = '/api/v1/mt/settings/agents';
const draft = (change: object = {}) => ({
  agentId: 'probe-one',
  customer: server.customers.get('acme')!,
  networkMarker: 'Nowhere',
  index: 'a1Z',
  source: '192.0.2.0/24',
  expires: '31/12/2999',
  ...change,
});
const create = (change: object = {}) => page.send('POST', path, { body: draft(change) });
const list = async (): Promise<ListedAgent[]> => {
  const reply = await page.get(path);
  expect([reply.statusCode, reply.body]).toMatchObject([200, expect.any(String)]);
  return reply.json<{ agents: ListedAgent[] }>().agents;
};

it('an agent attributes its source to the site that its network marker names', async () => {
  const created = await create();
  expect([created.statusCode, created.json()]).toMatchObject([200, { version: 1 }]);
  const { id } = created.json<{ id: number }>();
  expect(await list()).toMatchObject([{ id, agentId: 'probe-one', site: null, expired: false }]);
  const customer = server.customers.get('acme')!;
  const site = [...server.inventory().sites.values()].find((one) => one.customer === customer)!;
  const body = { ...draft({ networkMarker: site.name.toUpperCase() }), version: 1 };
  expect((await page.send('PUT', `${path}/${String(id)}`, { body })).statusCode).toBe(200);
  expect(await list()).toMatchObject([{ site: site.name }]);
  const { collection } = await loadInventory(server.stack.db);
  expect(collection?.agents).toMatchObject([{ id, name: 'probe-one', customer, site: site.id }]);
  expect(statusAndCode(await page.send('PUT', `${path}/${String(id)}`, { body }))).toEqual([409, 'CONFLICT']);
  expect((await page.send('DELETE', `${path}/${String(id)}`)).statusCode).toBe(200);
  expect(await list()).toEqual([]);
});

it('an agent has its id and its source alone, and does not expire in the past', async () => {
  await create();
  const codesOf = async (change: object) => {
    const reply = (await create(change)).json<{ errors?: readonly { path: string; code: string }[] }>();
    return reply.errors?.map((error) => [error.path, error.code]);
  };
  expect(await codesOf({ agentId: 'PROBE-ONE', source: '192.0.2.1' })).toEqual([
    ['body.agentId', 'AGENT_ID_TAKEN'],
  ]);
  expect(await codesOf({ agentId: 'other' })).toEqual([['body.source', 'AGENT_SOURCE_TAKEN']]);
  expect(await codesOf({ agentId: 'other', expires: '01/01/2020' })).toEqual([
    ['body.expires', 'AGENT_DATE_PAST'],
  ]);
  expect(statusAndCode(await create({ agentId: 'other', customer: 999_999, source: '::1' }))).toEqual([
    404,
    'NOT_FOUND',
  ]);
});
