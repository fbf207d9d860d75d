import { beforeEach, describe, expect, it } from 'vitest';
import { emptyAlertLayout } from '#schemas/alerting/routes.ts';
import { openPage } from './support/browser.ts';
import { fixtureOfFile } from './support/console-of-file.ts';
import { soon } from './support/soon.ts';

const { browser, fixture } = await fixtureOfFile();
fixture.state.signedIn = true;
beforeEach(() => {
  fixture.state.layout = emptyAlertLayout;
});

async function customers() {
  const opened = await openPage(browser);
  await opened.page.goto(`${fixture.url}/cc/alert`);
  const grid = opened.page.getByRole('grid', { name: 'Customers and their alarms' });
  await grid.waitFor();
  return { ...opened, grid };
}

describe('the alerting across customers', () => {
  it('shows the totals and the customer with the most critical alarms first', async () => {
    const { context, grid, page, complaints } = await customers();
    await page.getByText('25', { exact: true }).first().waitFor();
    expect(await grid.getByRole('row').nth(1).textContent()).toContain('Kestrel Air');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('pins at once, keeps the pin, and unpins', async () => {
    const { page, context, grid } = await customers();
    await grid.getByRole('button', { name: 'Pin Lumen Schools' }).click();
    await expect.poll(() => grid.getByRole('row').nth(1).textContent(), soon).toContain('Lumen Schools');
    await expect.poll(() => fixture.state.layout.pinnedCustomers, soon).toEqual([12]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => fixture.state.layout.pinnedCustomers, soon).toEqual([]);
    await context.close();
  });

  it('reverts a pin that cannot be saved, and reports it', async () => {
    const { page, context, grid } = await customers();
    fixture.state.failing.add('/cc/alert/layout');
    await grid.getByRole('button', { name: 'Pin Lumen Schools' }).click();
    await page.getByText('The change could not be saved.').waitFor();
    await expect
      .poll(() => grid.getByRole('button', { name: 'Pin Lumen Schools', exact: true }).count(), soon)
      .toBe(1);
    fixture.state.failing.clear();
    await context.close();
  });

  it('breaks the counts down by alarm and shows one profile only, as chosen', async () => {
    const { page, context, grid } = await customers();
    await page.getByRole('button', { name: 'Display options' }).click();
    await page.getByRole('switch', { name: 'Break down by alarm' }).click();
    await page.getByRole('switch', { name: 'Filter by client profile' }).click();
    await page.getByRole('checkbox', { name: 'Gold' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await grid.getByRole('columnheader', { name: 'By alarm' }).waitFor();
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount')), soon).toBe(5);
    await context.close();
  });

  it('counts update by themselves', async () => {
    const { page, context, grid } = await customers();
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    fixture.count({
      epoch: 'e1',
      seq: 1,
      at: Date.now(),
      customer: 2,
      counts: { critical: 99, warning: 1 },
      byAlarm: [],
    });
    await expect.poll(() => grid.getByRole('row').nth(1).textContent(), soon).toContain('Borealis Bank');
    await page.getByText('124', { exact: true }).first().waitFor();
    await context.close();
  });

  it('leads to the alerts of a customer, by keyboard', async () => {
    const { page, context, grid } = await customers();
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('grid', { name: 'Running alarms' }).waitFor();
    expect(new URL(page.url()).searchParams.get('customer')).toBe('11');
    await context.close();
  });
});
