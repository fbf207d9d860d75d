import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { consoleOfFile } from './support/console-of-file.ts';

const web = fileURLToPath(new URL('../../dist/web', import.meta.url));
const page = readFileSync(join(web, 'index.html'), 'utf8');
const scripts = [...page.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, path]) => path ?? '');
const KB = 1_000;
const SIGN_IN_KB = 130;
const ALERTING_KB = 265;
const telltale = await consoleOfFile();
const acme = String(telltale.customers.get('acme'));

interface Load {
  /** Bytes of script over the wire, compressed as the server sends it. */
  readonly scriptBytes: number;
  /** What moved while the page loaded: the share of the window (Layout Instability API), and the classes. */
  readonly moved: readonly string[];
}

/** What loading the page has cost. Sizes are of the bodies as received: the same from a cache. */
const loadOf = (page: Page): Promise<Load> =>
  page.evaluate(async () => {
    interface LayoutShift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly { readonly node: Element | null }[];
    }
    const shifts: LayoutShift[] = [];
    const observer = new PerformanceObserver((list) => {
      shifts.push(...(list.getEntries() as LayoutShift[]));
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // Buffered entries arrive after the next frame.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const loaded = files.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    return {
      scriptBytes: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      moved: shifts
        // Less is the mark of freshness itself, when its word becomes a longer one.
        .filter(({ value }) => value >= 0.0005)
        .map(
          ({ value, sources }) =>
            `${value.toFixed(4)} ${sources.map(({ node }) => node?.className ?? 'removed').join(' ')}`,
        ),
    };
  });

describe('the first load', () => {
  it('preloads modules as scripts, of which Chromium keeps what it compiled, and fetches each once', async () => {
    const { page: opened, close } = await telltale.open(`/dashboard?customer=${acme}`);
    await opened.getByRole('heading', { level: 1 }).waitFor();
    await opened.waitForLoadState('networkidle');
    const { links, fetched } = await opened.evaluate(() => ({
      links: [...document.querySelectorAll('link')].flatMap(({ rel, as, href }) =>
        rel.endsWith('preload') && new URL(href).pathname.endsWith('.js') ? [`${rel} ${as}`] : [],
      ),
      fetched: performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
    }));
    expect(page).toMatch(
      /rel="preload" as="script" crossorigin href="(\.\/assets\/index-[^"]+)">[^]*<script type="module" crossorigin src="\1"/,
    );
    expect(links.length).toBeGreaterThan(3);
    expect(new Set(links)).toEqual(new Set(['preload script']));
    expect(new Set(fetched).size).toBe(fetched.length);
    await close();
  });

  it('has icons that a screen reader does not announce, unless they say something', async () => {
    const { page: opened, close } = await telltale.open(`/alert?customer=${acme}&map=false`);
    await opened.getByRole('heading', { level: 1 }).waitFor();
    expect(await opened.locator('svg.tabler-icon').count()).toBeGreaterThan(10);
    const loud = 'svg.tabler-icon:not([aria-hidden="true"]):not([aria-label])';
    expect(await opened.locator(loud).count()).toBe(0);
    await close();
  });

  it('requests session and document of a known browser before the code of the console is there', async () => {
    const { page: opened, close } = await telltale.open(`/dashboard?customer=${acme}`);
    const isRequested = (path: string) =>
      opened.waitForRequest((request) => new URL(request.url()).pathname === path);
    const requested = Promise.all([
      isRequested('/api/v1/session'),
      isRequested(`/api/v1/customers/${acme}/dashboard/7`),
    ]);
    await opened.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
      await requested;
      await route.continue();
    });
    await opened.goto(`${telltale.url}/dashboard?customer=${acme}&open=7`);
    expect(await requested).toHaveLength(2);
    await close();
  });

  it('keeps everything that the page names in the cache of the browser', () => {
    const named = [...page.matchAll(/<(?:script|link)[^>]*(?:src|href)="\.\/([^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(named.filter((path) => path?.startsWith('assets/') === false)).toEqual(['telltale.svg']);
  });

  it.each(['/', '/sign-in', `/alert?customer=${acme}`])(
    'of %s by a new visitor is the sign-in page, and not the console',
    async (path) => {
      const { page, close } = await telltale.visit(path);
      await page.getByRole('form', { name: 'Sign in' }).waitFor();
      await page.waitForLoadState('networkidle');
      const { scriptBytes, moved } = await loadOf(page);
      expect(scriptBytes).toBeGreaterThan(50 * KB);
      expect(scriptBytes).toBeLessThanOrEqual(SIGN_IN_KB * KB);
      expect(moved).toEqual([]);
      await close();
    },
  );

  it.each([
    ['the alarms of a customer', `/alert?customer=${acme}&map=false`, 1_440],
    ['the alarms of all customers', '/cc/alert', 1_440],
    ['the alarms of a customer on a telephone', `/alert?customer=${acme}&map=false`, 390],
  ])('of %s keeps within the budget, and nothing moves', async (_, path, width) => {
    const { page, close } = await telltale.open(path, {
      width,
      permissions: ['ALERT.read'],
      isBusy: true,
    });
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    const { scriptBytes, moved } = await loadOf(page);
    expect(scriptBytes).toBeGreaterThan(100 * KB);
    expect(scriptBytes).toBeLessThanOrEqual(ALERTING_KB * KB);
    expect(moved).toEqual([]);
    await close();
  });
});

describe('the first load of an administrator', () => {
  it.each([
    ['the alarms of a customer', `/alert?customer=${acme}&map=false`],
    ['the alarms of all customers', '/cc/alert'],
  ])('of %s keeps within the same budget until other pages load in the background', async (_, path) => {
    const { page, close } = await telltale.open(path, { isBusy: true });
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const { scriptBytes } = await loadOf(page);
    expect(scriptBytes).toBeGreaterThan(100 * KB);
    expect(scriptBytes).toBeLessThanOrEqual(ALERTING_KB * KB);
    await close();
  });
});

describe('the shipped console', () => {
  it('loads few files per page: shared code is in one', () => {
    const assets = join(web, 'assets');
    const pages = readdirSync(assets).filter((name) => /Page-[^.]+\.js$/.test(name));
    expect(pages.length).toBeGreaterThan(15);
    const requested = (page: string) => [
      ...readFileSync(join(assets, page), 'utf8').matchAll(/from\s*[`"']\.\/([^`"']+)[`"']/g),
    ];
    // The page of an element has its alarms, its dashlets and the map of its neighbours.
    const most = (page: string): number => (page.startsWith('ElementPage-') ? 11 : 8);
    expect(pages.filter((page) => requested(page).length > most(page))).toEqual([]);
  });

  it('keeps the map out of the shell', () => {
    for (const path of scripts)
      expect(readFileSync(join(web, path), 'utf8')).not.toContain('maplibregl-canvas');
  });

  it('has no script in the page itself', () => {
    expect(page.match(/<script(?![^>]*src=)/)).toBeNull();
  });
});
