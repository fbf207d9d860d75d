import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listAllDiscoveries, startDiscovery } from '#schemas/discovery/routes.ts';
import { listInventory, type InventoryRows } from '#schemas/inventory/list/routes.ts';
import { listSnmpCredentials } from '#schemas/settings/snmp/credential-routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { provisioningRoutes } from '#web/routes/pages/provisioning.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...provisioningRoutes);

const site: InventoryRows['elements'][number] = {
  id: 7,
  kind: 'site',
  name: 'Lyon',
  customer: 1,
  site: null,
  device: null,
  properties: {},
  active: true,
  takingEffect: false,
  status: null,
  inactiveAbove: null,
};
const credential = {
  id: 5,
  version: 1,
  name: 'Core routers',
  port: 161,
  context: '',
  devices: 0,
  access: { version: 'v3', user: 'telltale', auth: null, priv: null },
} as const;

it('a discovery is started with a stored credential, or with a community', async () => {
  const { server } = await renderPage('/mt/provisioning?tab=discoveries', {
    session: aSession(),
    replies: [
      reply(listAllDiscoveries, { discoveries: [] }),
      reply(listInventory, { count: 1, described: [], elements: [site] }),
      reply(listSnmpCredentials, { credentials: [credential] }),
      reply(startDiscovery, problem('DISCOVERY_QUEUE_FULL')),
    ],
  });
  await userEvent.click(page.getByRole('button', { name: 'Discover devices' }).first());
  await expect.element(page.getByRole('combobox', { name: 'Customer' })).toHaveFocus();
  await expect.element(page.getByRole('option').first()).not.toBeInTheDocument();
  const choose = async (field: string, option: string): Promise<void> => {
    await userEvent.click(page.getByRole('combobox', { name: field }));
    await userEvent.click(page.getByRole('option', { name: option }));
  };
  await choose('Customer', 'Aster Retail');
  await choose('Site', 'Lyon');
  const ranges = page.getByRole('textbox', { name: 'Address ranges' });
  await ranges.fill('10.1.0.0/24 8.8.8.0/24');
  await expectVisible(page.getByText(/^Public addresses: 8\.8\.8\.0\/24\./));
  await ranges.fill('10.1.0.0/24');
  await expect.element(page.getByText(/^Public addresses/)).not.toBeInTheDocument();
  const start = page.getByRole('button', { name: 'Start' });
  await userEvent.click(start);
  await expectVisible(page.getByText('This field is required').first());
  expect(server.received(startDiscovery)).toEqual([]);
  await choose('SNMP credential', 'Core routers');
  await userEvent.click(start);
  await expect
    .poll(() =>
      server.received(startDiscovery).map(({ body }) => (body as { credentials: unknown }).credentials),
    )
    .toEqual([[{ credential: 5 }]]);
});
