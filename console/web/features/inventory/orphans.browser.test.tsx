import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listPollingStates } from '#schemas/collector/polling-state.ts';
import { listUnknownExporters } from '#schemas/collector/unknown-exporter.ts';
import {
  listElementDocuments,
  listInventory,
  readInventoryElement,
  type InventoryElement,
} from '#schemas/inventory/list/routes.ts';
import { listElementNotes } from '#schemas/inventory/change/note-routes.ts';
import { listElementActions } from '#schemas/inventory/change/action-routes.ts';
import { listDeviceSdwanAlarms } from '#schemas/sdwan/routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { inventoryRoutes } from '#web/routes/pages/inventory.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...inventoryRoutes);

const element = (part: Partial<InventoryElement>): InventoryElement => ({
  id: 1,
  kind: 'device',
  customer: 1,
  name: 'bare-r1',
  active: true,
  takingEffect: false,
  status: null,
  inactiveAbove: null,
  site: { id: 900, name: 'Pau branch' },
  device: null,
  properties: { name: 'bare-r1', site: 'Pau branch', address: '10.0.16.9' },
  ...part,
});
const seen = (address: string, protocol = 'ipfix') => ({
  address,
  protocol,
  domain: 0,
  packets: 1,
  records: 1,
  firstSeen: 1,
  lastSeen: 2,
});
const exporters = [seen('198.51.100.7'), seen('198.51.100.7', 'netflow v9'), seen('198.51.100.8')];

const open = (path: string, rows: readonly InventoryElement[], part: object = {}) =>
  renderPage(path, {
    session: aSession({ permissions: ['NETWORK.read', 'SUPPORT.COLLECT.read'] }),
    replies: [
      reply(listInventory, ({ params: { kind } }) => ({
        count: rows.length,
        described: [],
        orphans: [{ reason: rows[0]?.orphan ?? 'no network', count: rows.length }],
        elements: kind === rows[0]?.kind ? [...rows] : [],
      })),
      reply(listUnknownExporters, { exporters }),
      reply(readInventoryElement, {
        element: rows[0]!,
        createdAt: '2026-01-01T08:00:00.000Z',
        networks: ['10.0.16.0/24'],
        children: [],
      }),
      reply(listElementActions, { actions: [], next: null }),
      reply(listElementNotes, { notes: [] }),
      reply(listElementDocuments, { documents: [], others: 0 }),
      reply(listPollingStates, { devices: [] }),
      reply(listDeviceSdwanAlarms, { alarms: [] }),
    ],
    ...part,
  });

it.each([
  [
    1_280,
    'dark',
    'en',
    'Its site has no network',
    'Its site has no network: 1',
    /^2 exporters that no device/,
  ],
  [
    390,
    'light',
    'fr',
    'Son site n’a aucun réseau',
    /^Son site n’a aucun réseau\s: 1$/,
    /^2 exporteurs qu’aucun/,
  ],
] as const)(
  'a list of orphans says why each is one, how many for each reason, and which exporters no device claims, %d pixels, %s, %s',
  async (width, theme, language, reason, count, exporter) => {
    await open('/inventory?customer=1&kind=device&network=orphans', [element({ orphan: 'no network' })], {
      width,
      theme,
      language,
    });
    await expectVisible(page.getByRole('grid').getByText(reason));
    await expectVisible(page.getByText(count, { exact: true }));
    const link = page.getByRole('link', { name: exporter });
    await expect.poll(() => link.element().textContent).toContain('198.51.100.7, 198.51.100.8');
    expect(await axeFaults()).toEqual([]);
  },
);

it('a site that is an orphan says so of itself, and who may not see exporters sees none', async () => {
  const site = element({ kind: 'site', site: null, orphan: 'no network' });
  const { server } = await open('/inventory?customer=1&kind=site&network=orphans', [site], {
    session: aSession({ permissions: ['NETWORK.read'], everyCustomer: false }),
  });
  await expectVisible(page.getByRole('grid').getByText('It has no network', { exact: true }));
  expect(server.received(listUnknownExporters)).toEqual([]);
});

it('other lists have no such column', async () => {
  await open('/inventory?customer=1&kind=device', [element({})]);
  await expectVisible(page.getByRole('grid').getByText('bare-r1'));
  expect(page.getByRole('columnheader', { name: 'Why it is an orphan' }).elements()).toEqual([]);
});

it('the page of an element names the networks of its site, and why it is an orphan', async () => {
  await open('/inventory/device/1?customer=1', [element({ orphan: 'unclaimed exporter' })], {
    session: aSession({ permissions: ['NETWORK.read'] }),
  });
  const facts = page.getByRole('region', { name: 'Attributes' });
  await expectVisible(facts.getByText('10.0.16.0/24'));
  await expectVisible(facts.getByText('No device claims this exporter'));
});
