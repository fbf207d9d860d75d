import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { shot } from '../support/shot.ts';

const telltale = await consoleOfFile();
const acme = telltale.customers.get('acme')!;

/** A processor of a sixth of this one, and a line as of a telephone at the edge of its cell. */
const slow = { processor: 6, bytesPerSecond: 50_000, latencyMs: 400 };
/** Of a page that loads everything for the first time. */
const OPENING_MS = 240_000;

async function aDashboard(): Promise<number> {
  await telltale.account({ username: 'author of slow pages', permissions: permissionKeys });
  const author = await telltale.signedIn('author of slow pages');
  const settings = { element: 'site', properties: [{ property: 'name' }] };
  const place = { x: 0, y: 0, width: 12, height: 8 };
  const dashlets = [{ id: 'd0', type: 'inventory', title: 'Our sites', place, settings }];
  const body = {
    name: 'Seen from afar',
    visibility: 'public',
    document: { version: 1, filters: [], dashlets },
  };
  const made = await author.send('POST', `/api/v1/customers/${String(acme)}/dashboard`, { body });
  return made.json<{ id: number }>().id;
}

/** Slows a page down; what it loads from now on is not in its cache. */
async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.clearBrowserCache');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latencyMs,
    downloadThroughput: slow.bytesPerSecond,
    uploadThroughput: slow.bytesPerSecond,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: slow.processor });
}

/** Opens an address as someone who was signed in before, on a slow machine. */
async function openSlowly(address: string) {
  const opened = await telltale.open('/account');
  const { page } = opened;
  await page.goto('about:blank');
  await slowDown(page);
  const failures: string[] = [];
  page.on('requestfailed', (request) => {
    failures.push(`${new URL(request.url()).pathname}: ${request.failure()?.errorText ?? ''}`);
  });
  await page.goto(`${telltale.url}${address}`, { waitUntil: 'commit', timeout: OPENING_MS });
  return { ...opened, failures };
}

const dashboard = await aDashboard();

describe('on a slow processor and a slow line', () => {
  it.each([
    ['/alert', `/alert?customer=${String(acme)}`, 'No alarm'],
    ['/dashboard', `/dashboard?customer=${String(acme)}&open=${String(dashboard)}`, 'acme'],
    ['/inventory', `/inventory?customer=${String(acme)}`, 'acme'],
  ])(
    '%s, opened by its address, ends in the page',
    async (name, address, text) => {
      const { page, complaints, failures, close } = await openSlowly(address);
      const failed = page.getByRole('heading', { name: 'This page failed to load' });
      const shown = page.getByRole('main').getByText(text).first();
      await shown.or(failed).first().waitFor({ timeout: OPENING_MS });
      await shot(page, `slow-opening-${name.slice(1)}`);
      expect(await failed.count()).toBe(0);
      // Nothing that it waits for is given up.
      expect([failures, complaints]).toEqual([[], []]);
      await close();
    },
    OPENING_MS,
  );
});
