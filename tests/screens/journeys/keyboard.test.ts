import { describe, expect, it } from 'vitest';
import { lastEvent } from '#tests/fixtures/server/administrator.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { tabTo } from '../support/keyboard.ts';
import { onAcme } from '../support/running-alarms.ts';
import { soon } from '../support/soon.ts';

/** The tasks of a night and of a morning, without a pointer: Tab, arrows, Enter and the keys of the list. */
const telltale = await consoleOfFile({ engine: onAcme });
const acme = String(telltale.customers.get('acme'));
const look = { theme: 'dark', language: 'en' } as const;

describe('by keyboard alone', () => {
  it('an alarm is acknowledged with a note', async () => {
    const { page, complaints, close } = await telltale.open(`/alert?customer=${acme}`, look);
    const grid = page.getByRole('grid', { name: 'Running alarms' });
    await grid.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // The link skips header and menu: what is left are the actions, the filters and the views of this page.
    expect(await tabTo(page, grid)).toBeLessThan(20);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('a');
    const form = page.getByRole('dialog', { name: /^Acknowledge/ });
    const note = form.getByRole('textbox', { name: 'Note' });
    await expect.poll(() => note.evaluate((field) => field === document.activeElement), soon).toBe(true);
    await page.keyboard.type('Carrier ticket 4711');
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'detached' });
    const { detail } = await lastEvent(telltale, 'alarm.acknowledge');
    expect(detail).toContain('Carrier ticket 4711');
    // The next key is again one of the list.
    await expect.poll(() => grid.evaluate((list) => list === document.activeElement), soon).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  it('the element of an alarm is opened, seen over another period, and left', async () => {
    const { page, complaints, close } = await telltale.open(`/alert?customer=${acme}`, look);
    const grid = page.getByRole('grid', { name: 'Running alarms' });
    await grid.getByRole('row').nth(1).waitFor();
    await tabTo(page, grid);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: /^Details of/ });
    const name = details.getByRole('heading').getByRole('link');
    expect(await tabTo(page, name)).toBeLessThan(20);
    const place = new URL(page.url()).searchParams.get('open');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname.startsWith('/inventory/'));
    const period = page.getByRole('group', { name: 'Period' });
    await tabTo(page, period.getByRole('button', { name: 'Last 24 h' }));
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await period.getByRole('button', { name: 'Last 24 h' }).waitFor({ state: 'detached' });
    // Alt with the left arrow, which is a key of the browser's window and not of the page.
    await page.goBack();
    await page.goBack();
    await details.waitFor();
    expect(new URL(page.url()).searchParams.get('open')).toBe(place);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a dashboard with a panel is created and saved', async () => {
    const { page, complaints, close } = await telltale.open(`/dashboard?customer=${acme}`, look);
    await tabTo(page, page.getByRole('button', { name: 'New', exact: true }));
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'New dashboard' });
    const name = form.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.evaluate((field) => field === document.activeElement), soon).toBe(true);
    await page.keyboard.type('Lines by keyboard');
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'detached' });
    await tabTo(page, page.getByRole('button', { name: 'Add a dashlet' }).first());
    await page.keyboard.press('Enter');
    const picker = page.getByRole('dialog', { name: 'Add a dashlet' });
    await picker.waitFor();
    await page.keyboard.type('Timeline');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: /^Settings of/ }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }));
    await page.keyboard.press('Enter');
    await expect
      .poll(() => telltale.stack.db.selectFrom('resource').select('name').execute(), soon)
      .toContainEqual({ name: 'Lines by keyboard' });
    await page.getByRole('article').first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
