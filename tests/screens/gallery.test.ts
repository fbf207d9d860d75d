import { describe, expect, it } from 'vitest';
import { emptyAlertLayout } from '#schemas/alerting/routes.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { openPage } from './support/browser.ts';
import { fixtureOfFile } from './support/console-of-file.ts';
import { aSnapshot } from './fixture/fixture-data.ts';
import { type Fixture } from './fixture/fixture-server.ts';
import { looks } from './support/looks.ts';
import { shot } from './support/shot.ts';

const { browser, fixture } = await fixtureOfFile();

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly ready: string;
  readonly prepare?: (fixture: Fixture) => void;
}

const opened = '/alert?customer=1&open=1:100';
const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/sign-in', ready: 'form', prepare: ({ state }) => (state.signedIn = false) },
  { name: 'alert', path: '/alert?customer=1', ready: '.maplibregl-canvas' },
  { name: 'alert-evidence', path: opened, ready: '.tt-history' },
  {
    name: 'alert-empty',
    path: '/alert?customer=1',
    ready: '.tt-panel-message',
    prepare: ({ state }) => (state.snapshot = aSnapshot(24, 0, Date.now())),
  },
  { name: 'alert-filtered', path: '/alert?customer=1&q=nowhere&severity=minor', ready: '.tt-panel-message' },
  {
    name: 'alert-loading',
    path: '/alert?customer=1',
    ready: '.tt-skeleton-row',
    prepare: ({ state }) => state.hanging.add('/customers/1/alert'),
  },
  {
    name: 'alert-error',
    path: '/alert?customer=1',
    ready: '.tt-panel-message',
    prepare: ({ state }) => state.failing.add('/customers/1/alert'),
  },
  {
    name: 'alert-thousand',
    path: '/alert?customer=1',
    ready: '.tt-tr',
    prepare: ({ state }) => (state.snapshot = aSnapshot(200, 1_000, Date.now())),
  },
  {
    name: 'customers',
    path: '/cc/alert',
    ready: '.tt-tr',
    prepare: ({ state }) =>
      (state.layout = { ...emptyAlertLayout, breakdownByAlert: true, pinnedCustomers: [5] }),
  },
  {
    name: 'customers-error',
    path: '/cc/alert',
    ready: '.tt-panel-message',
    prepare: ({ state }) => state.failing.add('/cc/alert'),
  },
  { name: 'gallery', path: '/test?customer=1', ready: '.tt-gallery-table .tt-tr' },
  { name: 'not-found', path: '/nowhere', ready: '.tt-message-page' },
];

function reset({ state }: Fixture): void {
  state.signedIn = true;
  state.snapshot = aSnapshot(24, 18, Date.now());
  state.layout = emptyAlertLayout;
  state.failing.clear();
  state.hanging.clear();
}

/** The gallery holds every component: it keeps both themes. */
const looksOf = ({ name }: Screen) =>
  name === 'gallery' && looks.length === 1 ? [...looks, { theme: 'light', language: 'fr' } as const] : looks;

describe('every screen', () => {
  for (const screen of screens)
    for (const { theme, language } of looksOf(screen))
      it(`${screen.name} in ${theme} and ${language} breaks no rule of WCAG 2.2 AA and no content policy`, async () => {
        reset(fixture);
        screen.prepare?.(fixture);
        const { page, context, complaints } = await openPage(browser, { theme, language });
        await page.goto(`${fixture.url}${screen.path}`);
        await page.locator(screen.ready).first().waitFor();
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        expect(await accessibilityFaults(page)).toEqual([]);
        await shot(page, `${screen.name}-${theme}-${language}`);
        expect(complaints).toEqual([]);
        await context.close();
      });

  for (const width of [1_024, 1_920])
    it(`the alerts fit a window of ${String(width)} pixels`, async () => {
      reset(fixture);
      const { page, context } = await openPage(browser, { width });
      await page.goto(`${fixture.url}${opened}`);
      await page.locator('.tt-history').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await shot(page, `alert-${String(width)}`);
      await context.close();
    });
});

describe('the table of the gallery', () => {
  it('scrolls 100,000 rows by key with few of them in the document', async () => {
    reset(fixture);
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/test?customer=1`);
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('End');
    await grid.getByText('Site 100000').waitFor();
    expect(await grid.getByRole('row').count()).toBeLessThan(60);
    await page.keyboard.press('Space');
    expect(await grid.getByRole('checkbox', { name: 'Select Site 100000' }).isChecked()).toBe(true);
    await context.close();
  });
});
