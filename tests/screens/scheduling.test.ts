import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { chooseAction } from './support/row-menu.ts';
import { shot } from './support/shot.ts';

const telltale = await consoleOfFile();

describe('the page of schedules', () => {
  it('creates, disables and deletes a schedule, with its next runs in the zone that is chosen', async () => {
    const { page, complaints, close } = await telltale.open('/scheduling');
    await page.getByRole('button', { name: 'New schedule' }).first().click();
    const form = page.getByRole('dialog', { name: 'New schedule' });
    await form.getByLabel('Name').fill('Mondays');
    await form.getByRole('region', { name: 'Next runs' }).getByRole('listitem').nth(4).waitFor();
    await form
      .getByRole('textbox', { name: 'Recipients', exact: true })
      .fill('one@example.net, two@example.net');
    await shot(page, 'scheduling-form');
    await form.getByRole('button', { name: 'Create' }).click();
    await page
      .getByRole('row', { name: /Mondays/ })
      .getByText('Mon at 08:00')
      .waitFor();
    await page.getByRole('checkbox', { name: 'Enable Mondays' }).click();
    await page.getByText('Mondays disabled').waitFor();
    await shot(page, 'scheduling');
    await chooseAction(page, 'Actions on Mondays', 'Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No schedules yet').waitFor();
    expect(await telltale.stack.db.selectFrom('schedule').selectAll().execute()).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is accessible, as is the page to unsubscribe', async () => {
    const { page, close } = await telltale.open('/scheduling');
    await page.getByText('No schedules yet').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(`${telltale.url}/unsubscribe?token=none`);
    await page.getByText('Scheduling not found').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });
});
