import { expect, it } from 'vitest';
import { consoleOfFile } from './support/console-of-file.ts';
import { soon } from './support/soon.ts';

const telltale = await consoleOfFile();
const alarms = () =>
  telltale.stack.db.selectFrom('cockpit_alarm').selectAll().where('label', '=', 'Campus link busy').execute();

it('a cockpit is created with an alarm, changed next to another user, and is deleted with it', async () => {
  const { page, complaints, close } = await telltale.open('/mt/cockpit');
  await page.getByRole('button', { name: 'New cockpit' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Campus');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('No alarm in this cockpit').waitFor();

  const editor = page.getByRole('complementary', { name: /^(Alarm |New alarm)/ });
  await page.getByRole('button', { name: 'Add an alarm' }).first().click();
  await editor.getByLabel('Label').fill('Campus link busy');
  await editor.getByRole('textbox', { name: 'KPI' }).fill('itf_in_util');
  await page.getByRole('option').first().click();
  await editor.getByRole('textbox', { name: 'Threshold' }).fill('85');
  // The page reads the cockpit again once the alarm is stored: what changes after that is new to it.
  const reread = page.waitForResponse(
    (response) => /\/mt\/cockpit\/\d+$/.test(response.url()) && response.request().method() === 'GET',
  );
  await editor.getByRole('button', { name: 'Save' }).click();
  await reread;
  await page.getByRole('grid', { name: 'Alarm definitions' }).getByText('Campus link busy').waitFor();
  await expect.poll(async () => (await alarms()).length, soon).toBe(1);

  // Another user changes the alarm while it is edited here: without an edit the form would show the change as soon as the page reads it.
  await editor.getByRole('textbox', { name: 'Threshold' }).fill('95');
  await telltale.stack.db
    .updateTable('cockpit_alarm')
    .set({ version: 2, threshold: 80 })
    .where('label', '=', 'Campus link busy')
    .execute();
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.getByText('This was changed by another user. Reload before saving.').waitFor();
  await editor.getByRole('button', { name: 'Load the stored version' }).click();
  await expect.poll(() => editor.getByRole('textbox', { name: 'Threshold' }).inputValue(), soon).toBe('80');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions on Campus' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Campus with its alarm?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('grid', { name: 'Cockpits' }).waitFor();
  await expect.poll(async () => (await alarms()).length, soon).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
