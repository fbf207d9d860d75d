import { describe, expect, it } from 'vitest';
import { FIRST_STEPS_SETTING, newFirstSteps } from '#schemas/first-steps/first-steps.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';

const telltale = await consoleOfFile();

describe('the first steps', () => {
  it('are the first page of an administrator of a new installation, who adds a device there', async () => {
    await telltale.stack.db
      .insertInto('setting')
      .values({ name: FIRST_STEPS_SETTING, value: JSON.stringify(newFirstSteps) })
      .execute();
    const { page, complaints, close } = await telltale.open('/', { permissions: permissionKeys });
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/mt/first-steps');
    await page.getByRole('listitem', { name: 'Describe the network' }).waitFor();
    await shot(page, 'first-steps');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a device' }).click();
    const form = page.getByRole('dialog', { name: 'Add a device' });
    await form.getByRole('combobox', { name: 'Customer', exact: true }).click();
    await page.getByRole('option', { name: 'Customer acme' }).click();
    await form.getByLabel('Site name').fill('Home lab');
    await form.getByLabel('Latitude').fill('45.764');
    await form.getByLabel('Longitude').fill('4.8357');
    await form.getByLabel('Device name').fill('lab');
    await form.getByLabel('IP address').fill('192.0.2.300');
    await form.getByLabel('Interfaces').fill('eth0');
    await form.getByLabel('Community').fill('public');
    await shot(page, 'first-steps-form');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('“192.0.2.300” is not an IP address.').first().waitFor();
    await form.getByLabel('IP address').fill('192.0.2.30');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('lab is added with 1 interface.').waitFor();
    const added = await telltale.stack.db
      .selectFrom('device')
      .select('address')
      .where('address', '=', '192.0.2.30')
      .execute();
    expect(added).toHaveLength(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('stay in the menu, and are no longer first once they are skipped', async () => {
    const { page, close, complaints } = await telltale.open('/mt/first-steps', {
      permissions: permissionKeys,
    });
    await page.getByRole('button', { name: 'Skip what is left' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Skip', exact: true }).click();
    await page.getByText('Nothing is left to do.').waitFor();
    await page.goto(`${telltale.url}/`);
    await page.waitForURL((url) => /\/(cc\/)?alert$/.test(url.pathname));
    expect(complaints).toEqual([]);
    await close();
  });
});
