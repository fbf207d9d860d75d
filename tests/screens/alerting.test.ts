import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage } from './support/browser.ts';
import { fixtureOfFile } from './support/console-of-file.ts';
import { soon } from './support/soon.ts';
import { aShownAlarm, aSite, aSnapshot } from './fixture/fixture-data.ts';

const { browser, fixture } = await fixtureOfFile();
fixture.state.signedIn = true;
beforeEach(() => {
  fixture.state.snapshot = aSnapshot(24, 18, Date.now());
  fixture.state.failing.clear();
});

async function alerts(search = '') {
  const opened = await openPage(browser);
  await opened.page.goto(`${fixture.url}/alert?customer=1${search}`);
  const grid = opened.page.getByRole('grid', { name: 'Running alarms' });
  return { ...opened, grid };
}
const rowCount = async (page: Page) => Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
const live = (page: Page) => page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
const at = (seq: number) => ({ epoch: 'e1', seq, at: Date.now(), customer: 1 });
const newAlarm = () => ({
  ...aShownAlarm(0, aSite(3), Math.floor(Date.now() / 1_000)),
  id: '9:999',
  name: 'Tunnel down',
});

describe('the alerts of a customer', () => {
  it('shows the three counters, the worst alarm first, and complains of nothing', async () => {
    const { page, context, grid, complaints } = await alerts();
    await grid.waitFor();
    await page.getByText('running alarms', { exact: true }).waitFor();
    await page.getByText('sites in alarm in view', { exact: true }).waitFor();
    expect(await rowCount(page)).toBe(18);
    expect(await grid.getByRole('row').nth(1).textContent()).toContain('Critical');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('a raised alarm appears and a cleared one disappears, without a reload', async () => {
    const { page, context, grid } = await alerts();
    await grid.waitFor();
    await live(page);
    fixture.alert({ ...at(1), set: [newAlarm()] });
    await grid.getByText('Tunnel down').waitFor();
    fixture.alert({ ...at(2), remove: ['9:999'] });
    await expect.poll(() => grid.getByText('Tunnel down').count(), soon).toBe(0);
    await context.close();
  });

  it('loads a new snapshot when a delta is missing', async () => {
    const { page, context, grid } = await alerts();
    await grid.waitFor();
    await live(page);
    const snapshot = aSnapshot(24, 18, Date.now());
    fixture.state.snapshot = {
      ...snapshot,
      position: { ...snapshot.position, seq: 7 },
      alarms: [...snapshot.alarms, newAlarm()],
    };
    fixture.alert({ ...at(7), counts: { critical: 1, warning: 1 } });
    await expect.poll(() => grid.getByText('Tunnel down').count(), soon).toBe(1);
    await context.close();
  });

  it('keeps its filters in the address, and an address opens filtered', async () => {
    const { page, context, grid } = await alerts('&severity=critical&q=paris');
    await grid.waitFor();
    expect(await rowCount(page)).toBe(1);
    await page.getByRole('textbox', { name: 'Alarm, site or element' }).fill('');
    await expect.poll(() => rowCount(page), soon).toBe(5);
    await page.getByRole('button', { name: /^Warning/ }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('severity'), soon).toBe('critical,major');
    await expect.poll(() => rowCount(page), soon).toBe(14);
    await context.close();
  });

  it('offers to clear the filter that leaves nothing', async () => {
    const { page, context } = await alerts('&q=nowhere');
    await page.getByText('No results match the filters').waitFor();
    await page.getByRole('button', { name: 'Clear “nowhere”' }).click();
    await page.getByRole('grid').waitFor();
    expect(await rowCount(page)).toBe(18);
    await context.close();
  });

  it('is worked by keyboard: arrows move, Enter opens the evidence, Escape closes it', async () => {
    const { page, context, grid } = await alerts();
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = await grid.getAttribute('aria-activedescendant');
    expect(active).toContain('1:');
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: /Details of Link saturated/ });
    await details.getByText('Measures that raised the alarm', { exact: true }).waitFor();
    await details.getByRole('row', { name: /yes/ }).first().waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await context.close();
  });

  it('keeps the details of an alarm readable when it clears', async () => {
    const { page, context, grid } = await alerts('&open=1:100');
    await grid.waitFor();
    await live(page);
    const details = page.getByRole('complementary', { name: /Details of Link saturated/ });
    await details.getByRole('table', { name: 'Measures that raised the alarm' }).waitFor();
    fixture.alert({ ...at(1), remove: ['1:100'] });
    await expect.poll(() => rowCount(page), soon).toBe(17);
    expect(await details.getByText('Cleared', { exact: true }).count()).toBeGreaterThan(0);
    await context.close();
  });

  it('reports a lost connection, and reconnects by itself', async () => {
    const { page, context, grid } = await alerts();
    await grid.waitFor();
    await live(page);
    await context.setOffline(true);
    fixture.drop();
    await page.getByText('Connection lost.').waitFor();
    await context.setOffline(false);
    await live(page);
    expect(await page.getByText('Connection lost.').count()).toBe(0);
    await context.close();
  });

  it('sorts by a column, the other way, and not at all', async () => {
    const { page, context, grid } = await alerts();
    await grid.waitFor();
    const site = page.getByRole('columnheader', { name: 'Site' });
    await site.getByRole('button').click();
    await expect.poll(() => site.getAttribute('aria-sort'), soon).toBe('ascending');
    await expect.poll(() => grid.getByRole('row').nth(1).textContent(), soon).toContain('Amsterdam');
    await site.getByRole('button').click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort'), soon).toBe('-site');
    await site.getByRole('button').click();
    await expect.poll(() => site.getAttribute('aria-sort'), soon).toBe('none');
    await context.close();
  });

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

  it('shows the cause of a failed load, with the request, and retries', async () => {
    fixture.state.failing.add('/customers/1/alert');
    const { page, context, grid } = await alerts('&map=false');
    await page.getByText('The alarm counts could not be loaded.').waitFor();
    await page.getByText('Request req-7f3a91').waitFor();
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    const asked = page.waitForRequest((request) => request.url().includes('/customers/1/alert'));
    await tryAgain.click();
    await asked;
    fixture.state.failing.clear();
    // Another part of the page may have asked again by itself: then the button is gone already.
    await Promise.race([tryAgain.click(), grid.waitFor()]);
    await grid.waitFor();
    expect(await rowCount(page)).toBe(18);
    await context.close();
  });

  it('keeps its rows when a refresh fails, and shows their age', async () => {
    const { page, context, grid } = await alerts();
    await grid.waitFor();
    fixture.state.failing.add('/customers/1/alert');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText(/State as of/).waitFor();
    expect(await rowCount(page)).toBe(18);
    await context.close();
  });

  it('shows a quiet message without running alarms', async () => {
    fixture.state.snapshot = aSnapshot(24, 0, Date.now());
    const { page, context } = await alerts();
    await expect.poll(() => page.getByText('No alarm is running').count(), soon).toBe(1);
    await context.close();
  });

  it('changes the customer from the header', async () => {
    const { page, context, grid } = await alerts();
    await grid.waitFor();
    await page.getByRole('button', { name: 'Customer: Aster Retail' }).click();
    await page.getByRole('combobox', { name: 'Find a customer' }).fill('cob');
    await page.getByRole('option', { name: 'Cobalt Energy' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('customer'), soon).toBe('3');
    await context.close();
  });

  it('finds pages and customers with Ctrl+K', async () => {
    const { page, context, grid } = await alerts();
    await grid.waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('kestrel');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('customer'), soon).toBe('11');
    await context.close();
  });
});
