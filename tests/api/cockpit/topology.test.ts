import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlarmHistory } from '#schemas/alerting/routes.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { eventually } from '../../fixtures/eventually.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const site = (clientId: string) => ({
  clientId,
  name: `Customer ${clientId}`,
  sites: [
    {
      name: `${clientId} one`,
      latitude: 45.76,
      longitude: 4.84,
      devices: [
        {
          name: `cpe-${clientId}`,
          address: `192.0.2.${clientId === 'acme' ? '1' : '2'}`,
          interfaces: [{ name: 'Gi0/0' }],
        },
      ],
    },
  ],
});

let server: ServerUnderTest;
let inventory: Inventory;
let page: Browser;
beforeAll(async () => {
  const seed = await openServer();
  await importNetwork(
    { db: seed.stack.db, secrets: testSecrets },
    NetworkFile.parse({ customers: [site('acme'), site('initech')] }),
  );
  // A server reads the inventory when it starts.
  server = await openServer({ adjacent: seed });
  inventory = await loadInventory(seed.stack.db);
  await server.account({
    username: 'operator',
    permissions: ['ALERT.read', 'TEMPLATE.COCKPIT.write'],
    customers: ['acme', 'globex'],
  });
  page = await server.signedIn('operator');
  return () => seed.close();
});
afterAll(() => server.close());

let threshold = 0;
const portOf = (clientId: string): number =>
  [...inventory.interfaces.values()].find(({ customer }) => customer === server.customers.get(clientId))!.id;

it('an alarm names the locations of its element that its definition lists, and its runbook, and none of another customer', async () => {
  const cockpit: Cockpit = (
    await page.send('POST', '/api/v1/mt/cockpit', { body: { name: 'Named' } })
  ).json();
  const named = async (levels: ('device' | 'site' | 'customer')[], filter: string, element: number) => {
    const runbook = 'https://wiki.example/{{device.name}}/{{element.name}}?at={{site.name}}';
    const body = anAlarmDraft({ topology: { levels, filter }, runbook, threshold: (threshold += 1) });
    const url = `/api/v1/mt/cockpit/${String(cockpit.id)}/alarms`;
    const { id } = (await page.send('POST', url, { body })).json() as { id: number };
    const customer = String(server.customers.get('acme'));
    // Who sees a new alarm is read again when it is announced.
    const history = await eventually(async () => {
      const response = await page.get(`/api/v1/customers/${customer}/alert/${String(id)}/${String(element)}`);
      return response.statusCode === 200 ? response.json<AlarmHistory>() : undefined;
    });
    return [...history.places.map(({ name }) => name), history.runbook?.url].filter(Boolean);
  };
  const port = portOf('acme');
  const runbook = 'https://wiki.example/cpe-acme/Gi0%2F0?at=acme%20one';
  expect(await named(['site', 'device'], '', port)).toEqual(['cpe-acme', 'acme one', runbook]);
  expect(await named(['device', 'site', 'customer'], 'CUSTOMER', port)).toEqual(['Customer acme', runbook]);
  expect(await named([], '', port)).toEqual([runbook]);
  expect(await named(['device', 'site', 'customer'], '', portOf('initech'))).toEqual([]);
});
