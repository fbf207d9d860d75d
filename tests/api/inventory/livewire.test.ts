import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { addNetwork, restrictedTo } from './a-network.ts';

let server: ServerUnderTest;
let administrator: Browser;
let reader: Browser;

beforeAll(async () => {
  server = await openServer();
  await addNetwork(server);
  await server.account({
    username: 'settings',
    permissions: ['SETTINGS.LIVEWIRE.read', 'SETTINGS.LIVEWIRE.write'],
  });
  await server.account({ username: 'reader', permissions: ['NETWORK.read'] });
  administrator = await server.signedIn('settings');
  reader = await server.signedIn('reader');
});
afterAll(() => server.close());

const settings = '/api/v1/mt/settings/livewire';
const store = (url: string) => administrator.send('PUT', settings, { body: { url } });
const idOf = (of: 'sites' | 'devices' | 'interfaces', name: string): number =>
  [...server.inventory()[of].values()].find((element) => element.name === name)!.id;
const addressOf = (kind: string, id: number, by = reader) =>
  by.get(
    `/api/v1/customers/${String(server.customers.get('acme')!)}/inventory/${kind}/${String(id)}/livewire`,
  );
const offered = async (): Promise<boolean> =>
  (await reader.get('/api/v1/session/livewire')).json<{ offered: boolean }>().offered;

it('a stored Livewire address is that of the device of an element, and none is offered while it is empty', async () => {
  const device = idOf('devices', 'edge-1');
  expect((await administrator.get(settings)).json()).toEqual({ url: '' });
  expect([await offered(), (await addressOf('device', device)).json()]).toEqual([false, { url: null }]);
  expect((await store('https://x.example/{address}?c={clientId}&s={site}')).statusCode).toBe(200);
  expect(await offered()).toBe(true);
  const url = 'https://x.example/10.0.0.10?c=acme&s=acme%20one';
  expect((await addressOf('device', device)).json()).toEqual({ url });
  const port = [...server.inventory().interfaces.values()].find((each) => each.device === device)!;
  expect((await addressOf('interface', port.id)).json()).toEqual({ url });
  expect((await addressOf('site', idOf('sites', 'acme one'))).json()).toEqual({ url: null });
  expect((await store('')).statusCode).toBe(200);
  expect(await offered()).toBe(false);
});

it('an unknown placeholder is rejected with the list of known ones', async () => {
  expect((await store('https://x.example/{serial}')).json()).toMatchObject({
    errors: [
      {
        path: 'body.url',
        code: 'LIVEWIRE_PLACEHOLDER_UNKNOWN',
        params: { name: '{serial}', known: expect.stringContaining('{address}') },
      },
    ],
  });
});

it('devices for the preview are found by their properties', async () => {
  const found = await administrator.get(`${settings}/devices?q=edge juniper`);
  expect(found.json()).toMatchObject({
    devices: [{ facts: { name: 'edge-2', address: '10.0.0.9', site: 'acme two', clientId: 'acme' } }],
  });
});

it('of an element that the user does not see, there is none', async () => {
  const own = await restrictedTo(server, { username: 'one-site', site: idOf('sites', 'acme one') });
  expect((await addressOf('device', idOf('devices', 'edge-1'), own)).statusCode).toBe(200);
  expect(statusAndCode(await addressOf('device', idOf('devices', 'edge-2'), own))).toEqual([
    404,
    'NOT_FOUND',
  ]);
  expect(statusAndCode(await addressOf('device', 999_999))).toEqual([404, 'NOT_FOUND']);
});
