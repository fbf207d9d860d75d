import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  deleteRecording,
  listRecordings,
  listSiteTemplates,
  startRecording,
  type RecordingRow,
} from '#schemas/debug/routes.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { debugRoutes } from '#web/routes/pages/debug.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...debugRoutes);

const nowMs = Date.now();
const seconds = (agoMs: number): number => Math.floor((nowMs - agoMs) / 1_000);
const record = (kind: 'raw-flow' | 'raw-data', exportedAt: number | null) => ({
  exporter: '192.0.2.1',
  device: 5,
  kind,
  firstMs: nowMs - 60_000,
  lastMs: nowMs - 1_000,
  bytesByDay: { '2026-11-29': 1_500_000, '2026-11-30': 500_000 },
  totalBytes: 2_000_000,
  exportedAt,
});
const recording = (id: number, change: Partial<RecordingRow> = {}): RecordingRow => ({
  id,
  customer: 1,
  customerName: 'Acme',
  site: 7,
  siteName: `Site ${String(id)}`,
  startedAt: seconds(120_000),
  endsAt: seconds(-3_480_000),
  stoppedAt: null,
  startedBy: 'support',
  maxBytes: 1_000_000_000,
  comment: 'ticket 4711',
  state: 'running',
  totalBytes: 4_000_000,
  collectors: [
    {
      recording: id,
      site: 7,
      collector: 'one',
      run: 'r1',
      state: 'running',
      records: [record('raw-flow', null), record('raw-data', seconds(30_000))],
    },
  ],
  ...change,
});
const full = recording(3, {
  state: 'stopped',
  stoppedAt: seconds(10_000),
  collectors: [
    { recording: 3, site: 7, collector: 'one', run: 'r1', state: 'stopped', reason: 'disk', records: [] },
  ],
});
const folder = {
  collector: 'one',
  at: nowMs,
  usedBytes: 4_000_000_000,
  maxBytes: 10_000_000_000,
  next: { recording: 3, at: nowMs + 84_000_000, bytes: 300_000_000 },
};
const sites = reply(listInventory, {
  count: 1,
  described: [],
  elements: [],
});
const listed = (recordings: readonly RecordingRow[], change: Partial<typeof folder> = {}) =>
  reply(listRecordings, { recordings: [...recordings], folders: [{ ...folder, ...change }] });

const open = (search: string, replies: readonly unknown[], language: 'en' | 'fr' = 'en') =>
  renderPage(`/mt/debug${search}`, { language, replies: [sites, ...replies] as never });

describe('recordings', () => {
  it('are listed with state and reason, and what they use of the disk', async () => {
    await open('', [listed([recording(2), full])]);
    const grid = page.getByRole('grid', { name: 'Recordings' });
    await expectVisible(grid.getByText('running'));
    await expectVisible(grid.getByText('disk full or too slow'));
    await expectVisible(page.getByText('one: 4 GB of 10 GB used'));
    await expectVisible(page.getByText(/next to be deleted: 300.MB/));
    expect(await axeFaults()).toEqual([]);
  });

  it('of a week without any say how to start one, and need a site first', async () => {
    await open('', [listed([])]);
    await expectVisible(page.getByText('No recording in the last 7 days'));
    await expect
      .element(page.getByRole('button', { name: 'Start recording' }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  it('start with their limits, and say why they do not', async () => {
    await open('?customer=1&site=7', [
      listed([]),
      reply(startRecording, problem('DEBUG_RUNNING', { params: { site: 'Site 7' } })),
    ]);
    await userEvent.click(page.getByRole('button', { name: 'Start recording' }));
    await expectVisible(page.getByText('Site Site 7 is already being recorded.'));
  });

  it('that run say when they stop by themselves', async () => {
    await open('?customer=1&site=7', [listed([recording(2)])]);
    await expectVisible(page.getByText(/This site is being recorded. It stops automatically/));
    await expectVisible(page.getByText(/or at 1.GB per collector/));
  });

  it('have a drawer with their files', async () => {
    await open('?customer=1&site=7&open=2', [listed([recording(2)])]);
    const drawer = page.getByRole('complementary', { name: 'Recording of Site 2' });
    await expectVisible(drawer.getByRole('button', { name: /Download CSV/ }));
    await expectVisible(drawer.getByRole('button', { name: /Download PCAP/ }));
    await expectVisible(drawer.getByText('never'));
    expect(await axeFaults()).toEqual([]);
  });

  it('are deleted after a confirmation', async () => {
    await open('', [listed([full]), reply(deleteRecording, { id: 3 })]);
    await userEvent.click(page.getByRole('button', { name: /Site 3/ }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete…' }));
    await expectVisible(page.getByText('Delete the recording of Site 3?'));
    await userEvent.click(page.getByRole('button', { name: 'Delete', exact: true }));
    await expectHidden(page.getByText('Delete the recording of Site 3?'));
  });

  it('are in French, and a full disk is named at the top', async () => {
    await open('', [listed([full], { usedBytes: 10_000_000_000 })], 'fr');
    await expectVisible(page.getByText(/La limite de disque de one est atteinte/));
    await expectVisible(page.getByRole('grid').getByText('arrêté'));
  });
});

const field = (id: number, name: string) => ({ id, enterprise: 0, name, length: 4, isScope: false });
const templates = reply(listSiteTemplates, {
  isCut: false,
  domains: [
    {
      collector: 'one',
      exporter: '192.0.2.1',
      device: 5,
      deviceName: 'edge',
      version: 9,
      domain: 7,
      port: 50_000,
      waiting: 2,
      missing: [301],
      templates: [
        {
          id: 300,
          kind: 'data' as const,
          fields: [field(8, 'sourceIPv4Address'), { ...field(12, ''), enterprise: 25_506 }],
          since: nowMs - 60_000,
          used: nowMs,
          lastData: 0,
        },
      ],
    },
  ],
});

describe('templates and live flows', () => {
  it('are of a site, which is chosen first', async () => {
    await open('?tab=templates', [listed([])]);
    await expectVisible(page.getByText('Choose a customer and a site'));
  });

  it('templates have their fields by name, and name what is not understood', async () => {
    await open('?tab=templates&customer=1&site=7', [listed([]), templates]);
    await expectVisible(page.getByText('2 data sets wait for templates that were not announced: 301'));
    await userEvent.click(page.getByRole('button', { name: /Template 300/ }));
    await expectVisible(page.getByText('sourceIPv4Address'));
    await expectVisible(page.getByText('not in any registry: skipped'));
    expect(await axeFaults()).toEqual([]);
  });

  it('live flows connect, and reject an address that is none', async () => {
    await open('?tab=live&customer=1&site=7', [listed([])]);
    await expectVisible(page.getByText('Connecting…'));
    await userEvent.type(page.getByLabelText('Address or prefix'), 'nonsense');
    await expectVisible(page.getByText('An IP address, or a prefix such as 10.0.0.0/8'));
    expect(await axeFaults()).toEqual([]);
  });
});
