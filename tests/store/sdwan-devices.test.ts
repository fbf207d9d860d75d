import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeviceStore } from '#ingest/sdwan/names/device-store.ts';
import type { CalledDevice } from '#ingest/sdwan/names/match-called.ts';
import { ProposalStore } from '#ingest/sdwan/proposal-store.ts';
import { openStack, type Stack } from './stack.ts';

let stack: Stack;
let devices: DeviceStore;
let proposals: ProposalStore;
beforeAll(async () => {
  stack = await openStack();
  devices = new DeviceStore(stack.db);
  proposals = new ProposalStore(stack.db);
});
afterAll(() => stack.close());

let made = 0;
async function addServer() {
  made += 1;
  const { db } = stack;
  return db
    .insertInto('sdwan_server')
    .values({
      name: `Manager ${String(made)}`,
      kind: 'vmanage',
      url: 'https://m.invalid',
      login: 'noc',
      password: '',
      organization: '',
      elastic_url: '',
      vsd_name: '',
      adom: '',
      vdom: '',
      client_id: '',
      is_multi_tenant: true,
      customer_id: null,
      verify_tls: true,
      suspend_provisioning: false,
      suspend_collect: false,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
const called = (name: string, address = '10.0.0.1', element: number | null = null): CalledDevice => ({
  tenant: 'acme',
  name,
  address,
  element,
});
const at = new Date();

it('a synchronisation replaces what its manager calls its devices, and nothing of other managers', async () => {
  const [one, other] = [await addServer(), await addServer()];
  await proposals.finish(one, at, { drafts: [], called: [called('a', '10.0.0.1', 1), called('b')] });
  await proposals.finish(other, at, { drafts: [], called: [called('a', '10.0.0.2', 2)] });
  await proposals.finish(one, at, { drafts: [], called: [called('b', '10.0.0.1', 1), called('a')] });
  expect(await devices.read(one.id)).toEqual([called('b', '10.0.0.1', 1), called('a')]);
  expect(await devices.read(other.id)).toEqual([called('a', '10.0.0.2', 2)]);
});

it('a synchronisation that cannot store its proposals keeps what the manager called its devices', async () => {
  const server = await addServer();
  await proposals.finish(server, at, { drafts: [], called: [called('a')] });
  const unknown = {
    customer: 987_654,
    change: 'added',
    kind: 'device',
    device: 'x',
    name: 'x',
    element: null,
  };
  const failing = { drafts: [{ ...unknown, content: {} }] as never, called: [called('b')] };
  await expect(proposals.finish(server, at, failing)).rejects.toThrow(/foreign key/);
  expect(await devices.read(server.id)).toEqual([called('a')]);
});

it('what has a name is remembered, for the device that is called so only', async () => {
  const [one, other] = [await addServer(), await addServer()];
  for (const server of [one, other])
    await proposals.finish(server, at, {
      drafts: [],
      called: [called('a', '10.0.0.1'), called('a', '10.0.0.2'), called('b', '10.0.0.3', 3)],
    });
  await devices.remember(one.id, [called('a', '10.0.0.2', 7), called('b', '10.0.0.3', null)]);
  await devices.remember(one.id, []);
  expect((await devices.read(one.id)).map(({ element }) => element)).toEqual([null, 7, null]);
  expect((await devices.read(other.id)).map(({ element }) => element)).toEqual([null, null, 3]);
});

it('names without end are not stored, and neither are more than 50,000 devices', async () => {
  const server = await addServer();
  const many = Array.from({ length: 50_010 }, (_, at) => called(`edge-${String(at)}`));
  await proposals.finish(server, at, {
    drafts: [],
    called: [called('x'.repeat(301)), called(''), called('a', 'y'.repeat(301)), ...many],
  });
  const stored = await devices.read(server.id);
  expect(stored).toHaveLength(50_000);
  expect([stored[0], stored.at(-1)]).toEqual([called('edge-0'), called('edge-49999')]);
});

it('what a manager calls its devices is deleted with it', async () => {
  const server = await addServer();
  await proposals.finish(server, at, { drafts: [], called: [called('a')] });
  await stack.db.deleteFrom('sdwan_server').where('id', '=', server.id).execute();
  expect(await devices.read(server.id)).toEqual([]);
});
