import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statsRows } from '#ingest/flow/statistics/stats-rows.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import { streams } from '#schemas/bus/stream.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { collectorStats } from '#schemas/table/stream/collector-stats.ts';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import { dataSet, ip, netflowV9, templateV9 } from '#tests/fixtures/flow/packet-builder.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { browserOfWorker, closePages } from './support/browser.ts';
import { startConsole, type RealConsole } from './support/real-console.ts';
import { shot } from './support/shot.ts';
import { atNight } from '#tests/gate/at-night.ts';

let browser: Browser;
let telltale: RealConsole;
const ended = new AbortController();

/** Reports of a collector: two flows, a datagram of no version and one that is cut off, all half a minute ago. */
function reported(customer: number, exporters: number) {
  const atMs = telltale.clock.now().getTime() - 30_000;
  const { collector, send } = aCollector();
  const flows = dataSet(256, [ip('10.11.0.1')], [ip('10.11.0.2')]);
  send(
    netflowV9({ seconds: Math.floor(atMs / 1_000) }, templateV9(256, [{ id: 8, length: 4 }]), flows),
    atMs,
  );
  send(Buffer.from('00631234', 'hex'), atMs);
  const rows = statsRows(collector.exporters.values(), 'collector-1', atMs);
  return Array.from({ length: exporters }, (_, at) =>
    rows.map((row) => ({ ...row, customer, exporter: at })),
  ).flat();
}

beforeAll(async () => {
  browser = await browserOfWorker();
  telltale = await startConsole(browser, { startsAt: Date.now() });
  await telltale.stack.clickhouse.insertRowBinary({
    table: 'collector_stats',
    columns: Object.keys(collectorStats.columns),
    rows: codecOf(collectorStats).encode([
      ...reported(telltale.customers.get('acme')!, 500),
      ...reported(telltale.customers.get('globex')!, 1),
    ]),
  });
  telltale.stack.bus.subscribe(
    subjects.unknownExporters,
    ({ respond }) => {
      const seen = { firstSeen: Date.now() - 90_000, lastSeen: Date.now() };
      respond(
        packJson([
          { address: '198.51.100.7', protocol: 'NetFlow v9', domain: 3, packets: 12, records: 40, ...seen },
        ]),
      );
    },
    { signal: ended.signal },
  );
});
afterAll(async () => {
  ended.abort();
  await closePages(browser);
  await telltale.close();
});

const path = '/mt/monitoring-collect';

describe('the Flow collectors', () => {
  it('shows each exporter with its warnings, and its details next to the table', async () => {
    const { page, complaints, close } = await telltale.open(`${path}?q=acme`);
    const grid = page.getByRole('grid', { name: 'Exporters' });
    await grid.getByText('rejected', { exact: true }).first().waitFor();
    await page.getByText('1,000 exporters').waitFor();
    await shot(page, 'collector-1000');
    await page.getByRole('switch', { name: 'With issues only' }).click();
    await page.getByText('500 exporters').waitFor();
    await grid.getByText('127.1.0.1').first().click();
    const details = page.getByRole('complementary', { name: /Details of the exporter/ });
    await details.getByText('unknown version', { exact: true }).waitFor();
    await shot(page, 'collector-details');
    expect((await accessibilityFaults(page)).join('\n')).toBe('');
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  atNight('shows each template of an exporter with its fields and received records', async () => {
    const { page, close } = await telltale.open(`${path}?open=0-127.1.0.1-7-collector-1`);
    const details = page.getByRole('complementary', { name: /Details of the exporter/ });
    await details.getByText('Template 256').scrollIntoViewIfNeeded();
    await details.getByText('Known since').waitFor();
    await shot(page, 'collector-template');
    expect((await accessibilityFaults(page)).join('\n')).toBe('');
    await close();
    const french = await telltale.open(`${path}?open=0-127.1.0.1-7-collector-1`, { language: 'fr' });
    await french.page.getByText('Connu depuis').scrollIntoViewIfNeeded();
    await shot(french.page, 'collector-template-fr');
    await french.close();
  });

  it('reports a full stream at the top, and shows each stream', async () => {
    const { bus } = telltale.stack;
    await bus.ensureStreams([{ ...streams.flows, maxBytes: 300_000 }]);
    const publisher = bus.publisher();
    while ((await publisher.publish({ subject: 'flows.0', data: new Uint8Array(10_000) })).ok);
    publisher.close();
    // Streams are read every 10 s, and judged within a second.
    await telltale.clock.advance(20_000);
    const { page, complaints, close } = await telltale.open(`${path}?tab=streams`);
    await page
      .getByRole('alert')
      .filter({ hasText: 'FLOWS' })
      .getByText(/new messages are about to be rejected/)
      .waitFor();
    await page.getByRole('grid', { name: 'Streams' }).getByText('Rejects messages').waitFor();
    await shot(page, 'collector-streams');
    expect((await accessibilityFaults(page)).join('\n')).toBe('');
    expect(complaints).toEqual([]);
    await close();
    const french = await telltale.open(`${path}?tab=streams`, { language: 'fr', theme: 'dark' });
    await french.page
      .getByRole('alert')
      .filter({ hasText: 'FLOWS' })
      .getByText(/les nouveaux messages vont être rejetés/)
      .waitFor();
    await shot(french.page, 'collector-streams-fr');
    await french.close();
  });

  it('shows only exporters of the customer', async () => {
    const { page, close } = await telltale.open(path, { customers: ['globex'] });
    await page.getByText('2 exporters').waitFor();
    expect(await page.getByText('Customer acme').count()).toBe(0);
    await close();
  });

  it('lists the exporters that the inventory does not know, in French as well', async () => {
    const { page, close } = await telltale.open(`${path}?tab=unknown`, { language: 'fr', theme: 'dark' });
    await page.getByRole('gridcell', { name: '198.51.100.7', exact: true }).waitFor();
    await shot(page, 'collector-unknown-fr');
    await page.getByRole('tab', { name: 'Exporteurs', exact: true }).click();
    await page
      .getByRole('grid', { name: 'Exporteurs' })
      .getByText('rejets', { exact: true })
      .first()
      .waitFor();
    await shot(page, 'collector-fr');
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });
});
