import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { listElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { readMonitoring } from '#schemas/alerting/monitoring/routes.ts';
import { readAlerts } from '#schemas/alerting/routes.ts';
import { listPollingStates } from '#schemas/collector/polling-state.ts';
import { readFlowMap, readFlowMapLinks } from '#schemas/flowmap/routes.ts';
import { listElementNotes } from '#schemas/inventory/change/note-routes.ts';
import { listAnnotations } from '#schemas/annotation/routes.ts';
import { listElementActions, listMarkedChanges } from '#schemas/inventory/change/action-routes.ts';
import { deleteInventoryElements, previewDeletion } from '#schemas/inventory/change/deletion-routes.ts';
import { readLivewireAddress, readLivewireOffer } from '#schemas/settings/livewire/open-routes.ts';
import {
  listElementDocuments,
  listInventory,
  listInventoryAcross,
  readInventoryElement,
  type InventoryElement,
} from '#schemas/inventory/list/routes.ts';
import { listDeviceSdwanAlarms } from '#schemas/sdwan/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { inventoryRoutes } from '#web/routes/pages/inventory.ts';
import { axeFaults, closePage, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply, type Reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { talkerReply, valueReply } from './element/testing/element-replies.ts';

const renderPage = pageRenderer(...inventoryRoutes);

const aDevice = (id: number, change: Partial<InventoryElement> = {}): InventoryElement => ({
  id,
  kind: 'device',
  customer: 1,
  name: `edge-${String(id)}`,
  active: true,
  takingEffect: false,
  status: null,
  inactiveAbove: null,
  site: { id: 900, name: 'Lyon headquarters' },
  device: null,
  properties: {
    name: `edge-${String(id)}`,
    site: 'Lyon headquarters',
    address: `10.0.0.${String(id)}`,
    vendor: 'Cisco',
    model: 'ISR4331',
    snmp: 'v2c',
    exporters: '',
  },
  ...change,
});

const requested: unknown[] = [];
const changed: unknown[] = [];
const devices = Array.from({ length: 450 }, (_, index) => aDevice(index + 1));
const switched = aDevice(1, {
  active: false,
  takingEffect: true,
  status: { comment: 'Works until Friday', by: 'noc', at: '2026-01-05T08:00:00.000Z' },
});

const at = Date.now();
const aPort = (id: number, findings: InventoryElement['findings']): InventoryElement => ({
  ...aDevice(id, { name: `Se0/${String(id)}`, ...(findings && { findings }) }),
  kind: 'interface',
  device: { id: 1, name: 'edge-1' },
  properties: { name: `Se0/${String(id)}` },
});
const ports = [
  aPort(1, [{ is: 'above speed', way: 'in', percent: 140, of: 'ifSpeed', speedBps: 1_544_000, at }]),
  aPort(2, [
    { is: '32 bits', of: 'octets', speedBps: 1e10, everyMs: 300_000, wrapMs: 3_436, isV1: false },
    { is: 'counter fault', values: 2, at },
  ]),
  aPort(3, undefined),
];
const ofPorts: readonly Reply[] = [
  reply(listInventory, ({ query }) => {
    requested.push(query);
    return { count: ports.length, described: [], elements: ports };
  }),
  reply(readInventoryElement, ({ params: { element } }) => ({
    element: ports[element - 1]!,
    createdAt: '2026-01-01T08:00:00.000Z',
    networks: [],
    children: [],
  })),
];

const alarm: AlarmRow = {
  id: '1:1',
  alarm: 1,
  name: 'Unreachable',
  kpi: 'cpe_cpu',
  severity: 'critical',
  site: 900,
  siteName: 'Lyon headquarters',
  element: 1,
  elementName: 'edge-1',
  deviceName: 'edge-1',
  elementKind: 'device',
  operator: '>',
  threshold: 1,
  thresholdFrom: 'alarm',
  outliers: 1,
  measures: 1,
  recent: [2],
  window: 0,
  length: 300,
  since: 0,
};

const open = (path: string, language: 'en' | 'fr' = 'en', more: readonly Reply[] = []) =>
  renderPage(path, {
    language,
    replies: [
      reply(listInventory, ({ query, params }) => {
        requested.push(query);
        const { from, count, order } = query;
        const rows = order === 'descending' ? devices.toReversed() : devices;
        return {
          count: params.kind === 'device' ? devices.length : 0,
          described: [],
          elements: params.kind === 'device' ? rows.slice(from, from + count) : [],
        };
      }),
      reply(listInventoryAcross, ({ query }) => {
        requested.push(query);
        return {
          count: 1,
          described: [],
          filled: ['name', 'vendor'],
          elements: [
            { ...aDevice(1), live: { state: 'down' as const, alarms: 2, in: 55.5, out: null, seen: null } },
          ],
        };
      }),
      reply(readInventoryElement, {
        element: switched,
        createdAt: '2026-01-01T08:00:00.000Z',
        networks: ['10.0.16.0/24'],
        children: [{ kind: 'interface', count: 24 }],
      }),
      reply(listElementActions, { actions: [], next: null }),
      reply(listElementDocuments, { documents: [], others: 0 }),
      reply(listElementNotes, { notes: [] }),
      reply(listAnnotations, { annotations: [], count: 0 }),
      reply(listMarkedChanges, { changes: [], count: 0 }),
      reply(readFlowMap, problem('TOO_MUCH_DATA')),
      reply(readFlowMapLinks, problem('TOO_MUCH_DATA')),
      reply(previewDeletion, {
        elements: 1,
        children: [{ kind: 'interface', count: 24 }],
        dashboards: 2,
        clusters: 0,
        alarms: 1,
        thresholds: 0,
        pastAlarms: 3,
        runs: 0,
        attributions: 0,
        users: 0,
      }),
      reply(deleteInventoryElements, ({ body }) => {
        changed.push(body);
        return { deleted: 25 };
      }),
      reply(listPollingStates, { devices: [] }),
      reply(listDeviceSdwanAlarms, { alarms: [] }),
      reply(readMonitoring, { customer: null, sites: [] }),
      reply(readAlerts, {
        position: { epoch: 'run 1', seq: 1, at: Date.now() },
        counts: noAlerts,
        sites: [],
        bounds: null,
        alarms: [alarm],
      }),
      valueReply(),
      talkerReply,
      reply(listElementMarks, { alarms: [], silences: [], definitions: [], isCut: false }),
      ...more,
    ],
  });

describe('the inventory', () => {
  atNight('does not repeat name and address in a column, until the user shows that one', async () => {
    await open('/inventory?customer=1&kind=device');
    await expectVisible(page.getByRole('columnheader', { name: 'Address' }));
    await userEvent.click(page.getByRole('button', { name: 'Columns: Devices' }));
    const list = page.getByRole('dialog', { name: 'Columns: Devices' });
    await expect.element(list.getByRole('checkbox', { name: 'Vendor' })).toBeChecked();
    const label = list.getByRole('checkbox', { name: 'Label IP' });
    await expect.element(label).not.toBeChecked();
    await userEvent.click(label);
    await expect.element(label).toBeChecked();
    await userEvent.click(label);
    await expect.element(label).not.toBeChecked();
    await userEvent.keyboard('{Escape}');
  });

  it('lists a kind page by page as the server sorts it, with conditions as chips in the address', async () => {
    await open('/inventory?customer=1&kind=device&where=vendor:equals:Cisco|Juniper');
    const grid = page.getByRole('grid', { name: 'Devices' });
    await expectVisible(grid.getByText('edge-1', { exact: true }));
    await expectVisible(page.getByText('450 elements'));
    expect(await axeFaults()).toEqual([]);
    const chip = page.getByRole('button', { name: 'Remove the filter Vendor equals Cisco or Juniper' });
    await userEvent.click(chip);
    await userEvent.click(grid.getByRole('columnheader', { name: /Name/ }).getByRole('button').first());
    await expectVisible(grid.getByText('edge-450'));
    expect(requested.find((query) => JSON.stringify(query).includes('Juniper'))).toMatchObject({
      where: [{ property: 'vendor', operator: 'equals', values: ['Cisco', 'Juniper'] }],
      from: 0,
      count: 200,
    });
    expect(requested.at(-1)).toMatchObject({ where: [], order: 'descending', orderBy: 'name' });
    await userEvent.click(page.getByRole('button', { name: 'Add a filter' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Values' }), 'edge\nr1');
    await userEvent.click(page.getByRole('button', { name: 'Apply' }));
    await expectVisible(page.getByText('Name contains edge or r1'));
  });

  atNight('says of a device without an alarm that it is not monitored, and why', async () => {
    const quiet = {
      position: { epoch: 'run 1', seq: 1, at: Date.now() },
      counts: noAlerts,
      sites: [],
      bounds: null,
      alarms: [],
    };
    const refused = { address: '127.0.0.1', refusal: 'loopback address' } as const;
    await open('/inventory/device/1?customer=1', 'en', [
      reply(readAlerts, quiet),
      reply(readMonitoring, {
        customer: null,
        sites: [],
        device: { reason: 'address refused', refused },
      }),
    ]);
    await expectVisible(page.getByText('Not monitored', { exact: true }));
    await expectVisible(
      page.getByText(
        /127\.0\.0\.1 is a loopback address; allow it with SNMP_ALLOWED_NETWORKS=127\.0\.0\.0\/8/,
      ),
    );
  });

  it('shows an element with its site, what belongs to it, and why it was switched', async () => {
    await open('/inventory/device/1?customer=1');
    await expectVisible(page.getByRole('heading', { name: 'edge-1' }));
    await expectVisible(page.getByRole('link', { name: 'Lyon headquarters' }));
    await expectVisible(
      page.getByRole('region', { name: 'Contains' }).getByRole('link', { name: 'Interfaces' }),
    );
    await expectVisible(page.getByText('Not collected (taking effect)').first());
    await expectVisible(page.getByText(/noc: Works until Friday/));
    await expectVisible(page.getByRole('link', { name: /1 alarm/ }));
    expect(await axeFaults()).toEqual([]);
  });

  atNight('says of interfaces what their counters say of the line, and filters by it', async () => {
    await open('/inventory?customer=1&kind=interface', 'en', ofPorts);
    const grid = page.getByRole('grid', { name: 'Interfaces' });
    await expectVisible(grid.getByText(/^Counters say 140% of the configured speed/));
    await expectVisible(grid.getByText(/2 values excluded: counter fault/));
    await userEvent.click(page.getByRole('combobox', { name: 'Line' }));
    await userEvent.click(page.getByRole('option', { name: 'Above its speed' }));
    await expect.poll(() => requested.at(-1)).toMatchObject({ finding: 'above speed' });
    expect(await axeFaults()).toEqual([]);
  });

  atNight.each([
    ['en', 1, /^Counters say 140% of the configured speed \(inbound; 1.54.Mbps by ifSpeed\)/],
    [
      'en',
      2,
      /^No value: 32-bit counters that may wrap within 3.44.s are read every 5.min; read them every 2.s/,
    ],
    ['fr', 1, /^Les compteurs indiquent 140.% du débit configuré/],
    ['fr', 2, /^2 valeurs exclues.: compteur défaillant/],
  ] as const)('says so on the page of an interface in %s: %i', async (language, port, words) => {
    await open(`/inventory/interface/${String(port)}?customer=1`, language, ofPorts);
    await expectVisible(page.getByText(words));
    expect(await axeFaults()).toEqual([]);
  });

  atNight(
    'deletes an element after the number of all that goes with it, and what belongs to it by force',
    async () => {
      changed.length = 0;
      await open('/cc/inventory?kind=device&customers=[1]');
      await expectVisible(page.getByRole('grid', { name: 'Devices' }).getByText('edge-1', { exact: true }));
      await userEvent.click(page.getByRole('button', { name: 'Actions on edge-1' }));
      await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }));
      const dialog = page.getByRole('dialog');
      await expectVisible(dialog.getByText('Delete edge-1?'));
      await expectVisible(dialog.getByText('Dashboards and home pages that use them'));
      await expect
        .element(dialog.getByRole('button', { name: 'Delete' }))
        .toHaveAttribute('aria-disabled', 'true');
      await userEvent.click(dialog.getByRole('checkbox', { name: 'Also delete the 24 child elements' }));
      expect(await axeFaults()).toEqual([]);
      await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
      await expectVisible(page.getByText('25 elements deleted'));
      expect(changed).toEqual([{ chosen: { ids: [1] }, force: true }]);
    },
  );

  atNight(
    'opens Livewire of a device in a new tab without access to the console, from its page and its row',
    async () => {
      const url = 'https://livewire.example.net/10.0.0.1';
      const more = [reply(readLivewireOffer, { offered: true }), reply(readLivewireAddress, { url })];
      await open('/inventory/device/1?customer=1', 'en', more);
      const link = page.getByRole('link', { name: 'Livewire' });
      await expect.element(link).toHaveAttribute('href', url);
      await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
      await expect.element(link).toHaveAttribute('target', '_blank');
      closePage();
      const opened = vi.spyOn(window, 'open').mockReturnValue(null);
      await open('/cc/inventory?kind=device&customers=[1]', 'en', more);
      await userEvent.click(page.getByRole('button', { name: 'Actions on edge-1' }));
      await userEvent.click(page.getByRole('menuitem', { name: 'Livewire' }));
      await expect.poll(() => opened.mock.calls).toEqual([[url, '_blank', 'noopener,noreferrer']]);
      opened.mockRestore();
    },
  );

  it('of several customers names them, and warns about all', async () => {
    await open('/cc/inventory?kind=device', 'fr');
    await expectVisible(page.getByRole('grid', { name: 'Équipements' }).getByText('edge-1', { exact: true }));
    await expectVisible(page.getByRole('columnheader', { name: /Client/ }));
    const grid = page.getByRole('grid', { name: 'Équipements' });
    await expectVisible(grid.getByText('Inactif'));
    await expectVisible(grid.getByText('55,5'));
    // No row has it.
    expect(page.getByRole('columnheader', { name: /Sortie/ }).elements()).toEqual([]);
    await userEvent.click(page.getByRole('columnheader', { name: 'État' }).getByRole('button').first());
    await expect.poll(() => requested.at(-1)).toMatchObject({ orderBy: 'state', live: true });
  });
});
