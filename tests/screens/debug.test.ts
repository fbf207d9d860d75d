import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  commonFields,
  commonRecord,
  dataSet,
  netflowV9,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import { startRunningCollector, type CollectorUnderTest } from '#tests/fixtures/flow/running-collector.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { browserOfWorker, closePages } from './support/browser.ts';
import { startConsole, type RealConsole } from './support/real-console.ts';
import { shot } from './support/shot.ts';

const EXPORTER = '127.0.0.5';
const directory = mkdtempSync(join(tmpdir(), 'telltale-debug-screen-'));
let browser: Browser;
let telltale: RealConsole;
let running: CollectorUnderTest;
let sending: NodeJS.Timeout;
let sequence = 0;

/** A datagram of a router: its template, and flows of two sizes. */
function datagram(): Buffer {
  const flow = (bytes: number) =>
    commonRecord({ source: '10.0.0.1', destination: '192.0.2.9', bytes, packets: 1 });
  const head = { sequence: (sequence += 1), seconds: Math.floor(Date.now() / 1_000), domain: 7 };
  return netflowV9(head, templateV9(300, commonFields), dataSet(300, flow(9_000), flow(60)));
}

beforeAll(async () => {
  browser = await browserOfWorker();
  telltale = await startConsole(browser, { startsAt: Date.now() });
  running = await startRunningCollector(telltale.stack, {
    directory,
    collector: 'one',
    run: 'r1',
    exporter: EXPORTER,
  });
  sending = setInterval(() => void running.send(datagram()), 300);
});
afterAll(async () => {
  clearInterval(sending);
  await running.stop();
  await closePages(browser);
  await telltale.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('debug mode', () => {
  it('adopts an exporter, records its site, downloads, watches and explains it', async () => {
    const { page, complaints, close } = await telltale.open('/mt/monitoring-collect?tab=unknown');
    await page.getByRole('button', { name: `Adopt ${EXPORTER}`, exact: false }).click();
    const form = page.getByRole('dialog', { name: 'Add a device' });
    await form.getByText(/Filled in from what the exporter announced: 1 template/).waitFor();
    expect(await form.getByLabel('IP address').inputValue()).toBe(EXPORTER);
    expect(await form.getByLabel('Device name').inputValue()).toBe('exporter-127-0-0-5');
    await form.getByRole('combobox', { name: 'Customer' }).click();
    await page.getByRole('option', { name: 'Customer acme' }).click();
    await form.getByRole('combobox', { name: 'Site', exact: true }).click();
    await page.getByRole('option', { name: 'acme one' }).click();
    await form.getByRole('combobox', { name: 'Version' }).click();
    await page.getByRole('option', { name: 'Not polled' }).click();
    await form.getByRole('textbox', { name: 'Interfaces' }).fill('Gi0/0');
    await shot(page, 'debug-adopt');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await telltale.followInventory();

    await page.goto(new URL('/mt/debug', page.url()).href);
    await page.getByRole('combobox', { name: 'Customer' }).click();
    await page.getByRole('option', { name: 'Customer acme' }).click();
    await page.getByRole('combobox', { name: 'Site' }).click();
    await page.getByRole('option', { name: 'acme one' }).click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByText(/This site is being recorded. It stops automatically/).waitFor();
    await page.getByRole('grid', { name: 'Recordings' }).getByText('acme one').click();
    const details = page.getByRole('complementary', { name: 'Recording of acme one' });
    await details.getByRole('heading', { name: 'Decoded flows' }).waitFor();
    await shot(page, 'debug-recording');
    expect((await accessibilityFaults(page)).join('\n')).toBe('');
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await details.getByText('stopped by a user').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      details.getByRole('button', { name: /Download JSON/ }).click(),
    ]);
    const rows = JSON.parse(readFileSync(await saved.path(), 'utf8')) as { bytes: number }[];
    expect(rows.map(({ bytes }) => bytes)).toContain(9_000);
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Live flows' }).click();
    await page.getByLabel('At least bytes').fill('1000');
    const grid = page.getByRole('grid', { name: 'Live flows' });
    await grid.getByText('192.0.2.9').first().waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText(/Paused, [1-9]\d* flows passed by/).waitFor();
    await shot(page, 'debug-live');
    expect((await accessibilityFaults(page)).join('\n')).toBe('');

    await page.getByRole('tab', { name: 'Templates' }).click();
    await page.getByRole('button', { name: /Template 300/ }).click();
    await page.getByText('sourceIPv4Address').waitFor();
    await shot(page, 'debug-templates');
    expect((await accessibilityFaults(page)).join('\n')).toBe('');
    expect(complaints).toEqual([]);
    await close();
  });
});
