import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managerUser, simulated } from '#tests/fixtures/sdwan/managers.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { looks } from './support/looks.ts';
import { chooseAction } from './support/row-menu.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const telltale = await consoleOfFile({ sdwanAllowedNetworks: ['127.0.0.0/8'] });

let manager: Awaited<ReturnType<typeof simulated.fortinet>>;
beforeAll(async () => {
  manager = await simulated.fortinet();
});
afterAll(() => {
  manager.close();
});

const stored = (name: string) =>
  telltale.stack.db.selectFrom('sdwan_server').selectAll().where('name', '=', name).executeTakeFirst();

describe('an SD-WAN manager', () => {
  it('is added after a confirmation when its check fails, edited, checked, synchronised and deleted', async () => {
    const { page, complaints, close } = await telltale.open('/mt/sdwanmanagers');
    await page.getByRole('button', { name: 'Add a manager' }).first().click();
    const form = page.getByRole('dialog', { name: 'New SD-WAN manager' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('North');
    await form.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Fortinet' }).click();
    await form.getByRole('textbox', { name: 'Address', exact: true }).fill(manager.url);
    await form.getByRole('textbox', { name: 'Login', exact: true }).fill(managerUser.login);
    await form.getByLabel('Password').first().fill('wrong');
    await form.getByRole('textbox', { name: 'ADOM', exact: true }).fill('acme');
    await form.getByLabel('Customer ID at the manager').fill('Acme Corp');
    await form.getByRole('button', { name: 'Add' }).click();
    await form
      .getByText(/contains illegal characters/)
      .first()
      .waitFor();
    await form
      .getByText(/needs the information of that customer/)
      .first()
      .waitFor();
    await form.getByLabel('Customer ID at the manager').fill('acme');
    await form.getByRole('combobox', { name: 'Customer', exact: true }).fill('acme');
    await page.getByRole('option', { name: 'Customer acme' }).click();
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByText(/Save and disable automatic provisioning and collection\?/).waitFor();
    await form
      .getByText(/Authentication on the SD-WAN manager failed\./)
      .first()
      .waitFor();
    await shot(page, 'sdwan-unchecked');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await stored('North')).toBeUndefined();
    await form.getByRole('button', { name: 'Save and suspend' }).click();
    const grid = page.getByRole('grid', { name: 'SD-WAN managers' });
    await grid.getByText('Unavailable').waitFor();
    expect(await stored('North')).toMatchObject({ suspend_provisioning: true, suspend_collect: true });

    await chooseAction(page, 'Actions on North', 'Edit…');
    const edit = page.getByRole('dialog', { name: 'Edit North' });
    await edit.getByLabel('Password').first().fill(managerUser.password);
    await edit.getByRole('switch', { name: 'Suspend automatic provisioning' }).click();
    await edit.getByRole('switch', { name: 'Suspend collection' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await grid.getByText('Available', { exact: true }).waitFor();
    manager.fail({ fault: 'forbidden' });
    await chooseAction(page, 'Actions on North', 'Check');
    await grid.getByText('Unavailable', { exact: true }).waitFor();
    manager.fail();
    await chooseAction(page, 'Actions on North', 'Check');
    await grid.getByText('Available', { exact: true }).waitFor();
    await chooseAction(page, 'Actions on North', 'Synchronise');
    await grid.getByText('Requested').waitFor();
    await shot(page, 'sdwan-list');
    await chooseAction(page, 'Actions on North', 'Proposals');
    const proposals = page.getByRole('dialog', { name: 'Proposals of North' });
    await proposals.getByText('The inventory agrees with the manager').waitFor();
    await page.keyboard.press('Escape');
    await chooseAction(page, 'Actions on North', 'Delete…');
    await page.getByRole('dialog', { name: 'Delete North?' }).getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => stored('North'), soon).toBeUndefined();
    await page.getByText('No SD-WAN manager').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(looks)('has an accessible page, %o', async (look) => {
    const { page, close } = await telltale.open('/mt/sdwanmanagers', look);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shot(page, `sdwan-empty-${look.theme}-${look.language}`);
    await close();
  });

  it('can be read, and not changed, without the right to write', async () => {
    const { page, close } = await telltale.open('/mt/sdwanmanagers', {
      permissions: ['NETWORK.SDWAN_MANAGER.read', 'NETWORK.PROVISIONING.read'],
    });
    await expect
      .poll(() => page.getByRole('button', { name: 'Add a manager' }).first().isDisabled(), soon)
      .toBe(true);
    await close();
  });
});
