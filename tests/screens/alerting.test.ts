import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from './support/browser.ts';
import { fixtureOfFile } from './support/console-of-file.ts';
import { soon } from './support/soon.ts';

const { browser, fixture } = await fixtureOfFile();
fixture.state.signedIn = true;

async function alerts(search = '') {
  const opened = await openPage(browser);
  await opened.page.goto(`${fixture.url}/alert?customer=1${search}`);
  const grid = opened.page.getByRole('grid', { name: 'Running alarms' });
  return { ...opened, grid };
}
const rowCount = async (page: Page) => Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;

describe('the map of the alerts', () => {
  it('follows the map when the table is linked to it', async () => {
    const { page, context, grid } = await alerts('&link=true&view=2.35,48.86,9');
    await grid.waitFor();
    await expect.poll(() => rowCount(page), soon).toBe(1);
    await page.getByRole('button', { name: 'Fit to data' }).click();
    await expect.poll(() => rowCount(page), soon).toBe(18);
    await context.close();
  });

  it('hides the map, and requests nothing from other hosts', async () => {
    const { page, context, grid } = await alerts();
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(fixture.url) && !request.url().startsWith('blob:'))
        foreign.push(request.url());
    });
    await grid.waitFor();
    await page.getByRole('button', { name: 'Fit to data' }).waitFor();
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.getByRole('button', { name: 'Fit to data' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('map')).toBe('false');
    expect(foreign).toEqual([]);
    await context.close();
  });
});
