import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { openBrowserWithoutGpu, openPage } from './support/browser.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { onAcme } from './support/running-alarms.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

const telltale = await consoleOfFile({ engine: onAcme });
const alerts = `/alert?customer=${String(telltale.customers.get('acme'))}`;

describe('the map of the alerts', () => {
  it('limits the table to its sites when they are linked, and is hidden on request; other hosts get no request', async () => {
    const foreign: string[] = [];
    const { page, complaints, close } = await telltale.open('/cc/alert');
    page.on('request', (request) => {
      if (!request.url().startsWith(telltale.url) && !request.url().startsWith('blob:'))
        foreign.push(request.url());
    });
    const grid = page.getByRole('grid', { name: 'Running alarms' });
    const rowCount = async () => Number(await grid.getAttribute('aria-rowcount')) - 1;
    await page.goto(`${telltale.url}${alerts}&link=true&view=4.84,45.76,9`);
    await grid.waitFor();
    await page.locator('.maplibregl-canvas').waitFor();
    await expect.poll(rowCount, soon).toBe(1);
    await shot(page, 'alert-map');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Fit to data' }).click();
    await expect.poll(rowCount, soon).toBe(2);
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.getByRole('button', { name: 'Fit to data' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('map')).toBe('false');
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

atNight(
  'a browser without WebGL2 shows the table, and says in place of the map why there is none',
  async () => {
    const known = await telltale.open('/cc/alert');
    const browser = await openBrowserWithoutGpu();
    const { page, context, complaints } = await openPage(browser);
    await context.addCookies(await known.page.context().cookies());
    await page.goto(`${telltale.url}${alerts}`);
    await page.getByText('No map without WebGL2').waitFor();
    expect(Number(await page.getByRole('grid').getAttribute('aria-rowcount'))).toBe(3);
    await shot(page, 'alert-no-webgl');
    await page.getByRole('button', { name: 'Hide map' }).click();
    await page.reload();
    await page.getByRole('grid').waitFor();
    expect(await page.getByText('No map without WebGL2').count()).toBe(0);
    expect(complaints).toEqual([]);
    await browser.close();
    await known.close();
  },
);

describe('under the content policy of the product', () => {
  it.each([
    ['the past', `${alerts}&at=1767600000`, '[role="slider"]'],
    ['the alarms of every customer', '/cc/alert', '[role="grid"]'],
    [
      'the silences',
      `/alert/silence?customer=${String(telltale.customers.get('acme'))}`,
      '.tt-panel-message',
    ],
    ['every component', '/test', '.tt-gallery-table .tt-tr'],
    ['an unknown address', '/nowhere', '.tt-message-page'],
  ])('%s is shown without a complaint of the browser', async (_, path, ready) => {
    const { page, complaints, close } = await telltale.open(path);
    await page.locator(ready).first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
