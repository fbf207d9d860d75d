import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { looks } from './support/looks.ts';
import { actionOf, chooseAction } from './support/row-menu.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const telltale = await consoleOfFile();

const stored = (clientId: string) =>
  telltale.stack.db.selectFrom('customer').selectAll().where('client_id', '=', clientId).executeTakeFirst();

describe('the customers', () => {
  it('get one more, with faults at their inputs', async () => {
    const { page, complaints, close } = await telltale.open('/cc/customer');
    await page.getByRole('button', { name: 'Add a customer' }).click();
    const form = page.getByRole('dialog', { name: 'New customer' });
    await form.getByLabel('Customer id').fill('halle et fils');
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByText(/The customer ID contains illegal characters/).waitFor();
    await form.getByText('This field is required').waitFor();
    await form.getByRole('link', { name: 'Name', exact: true }).waitFor();
    await shot(page, 'customer-form-faults');
    await form.getByLabel('Customer id').fill('halle');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Halle & Fils');
    await form.getByLabel('Contracted bandwidth, inbound').fill('200');
    expect(await form.getByLabel('Collection subnet id').inputValue()).toBe('1');
    await shot(page, 'customer-form');
    await form.getByRole('button', { name: 'Add' }).click();
    const grid = page.getByRole('grid', { name: 'Customers' });
    await grid.getByText('Halle & Fils').waitFor();
    await grid.getByText('200 Mbps').waitFor();
    expect(await stored('halle')).toMatchObject({ contracted_in_bps: 200_000_000, recipient_id: 1 });
    expect(complaints).toEqual([]);
    await close();
  });

  it('keep their customer id; a taken one is reported at its input', async () => {
    const { page, close } = await telltale.open('/cc/customer?edit=new');
    const form = page.getByRole('dialog', { name: 'New customer' });
    await form.getByLabel('Customer id').fill('acme');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Another');
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByText('This customer ID is already in use.').first().waitFor();
    await page.goto(`${telltale.url}/cc/customer?edit=${String(telltale.customers.get('acme'))}`);
    const edit = page.getByRole('dialog', { name: 'Edit Customer acme' });
    await edit.waitFor();
    expect(await edit.getByLabel('Customer id').count()).toBe(0);
    await close();
  });

  it('lose one only when its customer id is repeated', async () => {
    const { profile_id } = (await stored('acme'))!;
    await telltale.stack.db
      .insertInto('customer')
      .values({ client_id: 'gone', name: 'Gone', profile_id })
      .execute();
    // Without an announcement: the cached customers expire then.
    await telltale.clock.advance(3_000);
    const { page, close } = await telltale.open('/cc/customer');
    await chooseAction(page, 'Actions on Gone', 'Delete…');
    const dialog = page.getByRole('dialog', { name: 'Delete Gone?' });
    const remove = dialog.getByRole('button', { name: 'Delete' });
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel('Type the customer id “gone” to confirm').fill('gone');
    await shot(page, 'customer-delete');
    await remove.click();
    await expect.poll(() => stored('gone'), soon).toBeUndefined();
    await close();
  });

  it('move to the default profile when theirs is deleted', async () => {
    const { db } = telltale.stack;
    const { id } = await db
      .insertInto('customer_profile')
      .values({ name: 'Gold' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('customer').set({ profile_id: id }).where('client_id', '=', 'globex').execute();
    const { page, close } = await telltale.open('/cc/customer?tab=profiles');
    const gold = page.getByRole('listitem', { name: 'Gold' });
    await gold.getByText('1 customer').waitFor();
    await shot(page, 'customer-profiles');
    await chooseAction(page, 'Actions on Gold', 'Delete…');
    const query = page.getByRole('dialog', { name: 'Delete profile Gold?' });
    await query.getByText('1 customer moves to the default profile.').waitFor();
    await query.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => gold.count(), soon).toBe(0);
    expect((await stored('globex'))?.profile_id).not.toBe(id);
    const standard = page.getByRole('listitem', { name: 'Standard' });
    await standard.getByText('Default', { exact: true }).waitFor();
    const remove = await actionOf(page, 'Actions on Standard', 'Delete…');
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    await close();
  });

  it('of others are not shown', async () => {
    const { page, close } = await telltale.open('/cc/customer', { customers: ['acme', 'globex'] });
    const grid = page.getByRole('grid', { name: 'Customers' });
    await grid.getByText('Customer acme').waitFor();
    expect(await grid.getByText('Customer initech').count()).toBe(0);
    await close();
  });

  it.each(looks)('have no fault against WCAG in $theme, $language', async ({ theme, language }) => {
    const { page, close } = await telltale.open('/cc/customer', { theme, language });
    await page.getByRole('grid').getByText('Customer acme').waitFor();
    await shot(page, `customer-${theme}-${language}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('grid').getByText('Customer acme').click();
    await page.getByRole('dialog').waitFor();
    await shot(page, `customer-form-${theme}-${language}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });
});
