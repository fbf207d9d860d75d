import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listAllPollingStates, type DevicePollingState } from '#schemas/collector/polling-state.ts';
import { listExporters } from '#schemas/collector/exporter-report.ts';
import { listStreams } from '#schemas/health/stream-fill.ts';
import type { HealthComponent } from '#schemas/health/component.ts';
import { listTrouble } from '#schemas/health/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { collectorRoutes } from '#web/routes/pages/collector.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...collectorRoutes);

const instant = (agoMs: number): string => new Date(Date.now() - agoMs).toISOString();
const aDevice = (device: number, change: Partial<DevicePollingState>): DevicePollingState => ({
  device,
  name: `r${String(device)}`,
  customer: 1,
  site: 2,
  address: `192.0.2.${String(device)}`,
  version: 'v2c',
  state: 'responding',
  polledAt: instant(9_000),
  respondedAt: instant(8_000),

  deadSince: null,
  rejection: null,
  durationMs: 800,
  polls: 12,
  silentPolls: 0,
  late: null,
  lines: [],
  faults: {},
  ...change,
});
const late = { samples: 384, since: instant(600_000), until: instant(5_000), delayMs: 75_000 };
const fault = { is: 'counter fault', values: 1, at: Date.now() } as const;
const lines = [
  { interface: 5, name: 'lo', findings: [{ is: 'no speed' as const }] },
  ...[6, 7, 8, 9].map((id) => ({ interface: id, name: `Te${String(id)}`, findings: [fault] })),
];
const devices = [
  aDevice(1, { lines }),
  aDevice(2, { state: 'late', late, durationMs: 74_000 }),
  aDevice(3, { state: 'dead', rejection: 'wrong digest', silentPolls: 5 }),
  aDevice(4, { state: 'refused', address: '127.0.0.1', rejection: 'loopback address', silentPolls: 5 }),
];

const open = (search = '', language: 'en' | 'fr' = 'en', components: readonly HealthComponent[] = []) =>
  renderPage(`/mt/monitoring-collect?tab=polled${search}`, {
    language,
    replies: [
      reply(listAllPollingStates, { devices }),
      reply(listExporters, { exporters: [] }),
      reply(listStreams, { streams: [] }),
      reply(listTrouble, { components: [...components] }),
    ],
  });

describe('the polled devices', () => {
  const grid = page.getByRole('grid', { name: 'Polled devices' });
  const rowTexts = (): readonly (string | null)[] =>
    [...page.getByRole('grid').element().querySelectorAll('[role=row]')]
      .slice(1)
      .map((row) => row.textContent);

  it('shows refused addresses first with what allows them, then dead devices and late ones: how many samples, since when, and how late', async () => {
    await open();
    await expectVisible(grid.getByText('r2'));
    expect(rowTexts().map((text) => text?.slice(0, 2))).toEqual(['r4', 'r3', 'r2', 'r1']);
    await expectVisible(grid.getByText('wrong authentication password'));
    await expectVisible(
      grid.getByText('127.0.0.1 is a loopback address; allow it with SNMP_ALLOWED_NETWORKS=127.0.0.0/8'),
    );
    await expectVisible(grid.getByText(/^384 samples not measured for 10.min.*: they came up to 1.min.15.s/));
    expect(await axeFaults()).toEqual([]);
  });

  it('shows which ports have no value or a wrong one, and why', async () => {
    await open();
    const said = [6, 7, 8].map((id) => `Te${String(id)}: 1 value excluded: counter fault`).join(' · ');
    await expectVisible(grid.getByText(`${said} · 1 more port`));
  });

  it('keeps the chosen state in the address', async () => {
    await open('&state=late');
    await expectVisible(grid.getByText('r2'));
    expect(rowTexts().length).toBe(1);
  });

  it('is in French', async () => {
    await open('', 'fr');
    await expectVisible(page.getByRole('grid').getByText(/384 échantillons non mesurés depuis/));
  });
});

describe('parts of the platform that are not in order', () => {
  const trouble = (change: Partial<HealthComponent>): HealthComponent => ({
    id: 'stores.clickhouse',
    group: 'stores',
    name: 'clickhouse',
    state: 'critical',
    reason: { code: 'tablesUnreadable', facts: { tables: 'flows, flows_5m' } },
    since: Date.now() - 60_000,
    readAt: Date.now(),
    figures: {},
    release: null,
    ...change,
  });
  const stream = trouble({
    id: 'streams.FLOWS',
    group: 'streams',
    name: 'FLOWS',
    state: 'warning',
    reason: { code: 'streamFilling', facts: { fill: 75 } },
  });

  it.each([
    [
      'en',
      trouble({}),
      'alert',
      /^ClickHouse – Tables that cannot be read: flows, flows_5m\. Since .+ Restart ClickHouse/,
    ],
    ['fr', trouble({}), 'alert', /^ClickHouse – Tables illisibles.*flows, flows_5m.* Depuis /],
    ['en', stream, 'status', /^FLOWS – Filled to 75.?%\. Since .+ Check that the processes/],
  ] as const)(
    'are named at the top in the words and with the severity of health monitoring, in %s',
    async (language, part, role, sentence) => {
      await open('', language, [part]);
      await expectVisible(page.getByRole(role).getByText(sentence));
      expect(await axeFaults()).toEqual([]);
    },
  );
});
