import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { looks } from '../support/looks.ts';
import { actionOf, chooseAction } from '../support/row-menu.ts';
import { shot } from '../support/shot.ts';
import { soon } from '../support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

const telltale = await consoleOfFile();

let made = 0;
async function aRole(...permissions: readonly Permission[]): Promise<{ id: number; label: string }> {
  made += 1;
  const label = `Duty ${String(made)}`;
  const { db } = telltale.stack;
  const { id } = await db.insertInto('role').values({ label }).returning('id').executeTakeFirstOrThrow();
  if (permissions.length > 0)
    await db
      .insertInto('role_permission')
      .values(permissions.map((permission) => ({ role_id: id, permission })))
      .execute();
  return { id, label };
}
const item = (page: Page, label: string) => page.getByRole('listitem', { name: label, exact: true });
const rightsOf = async (label: string): Promise<string[]> =>
  (
    await telltale.stack.db
      .selectFrom('role_permission')
      .innerJoin('role', 'role.id', 'role_id')
      .select('permission')
      .where('label', '=', label)
      .execute()
  )
    .map(({ permission }) => permission)
    .sort();

describe('the role library', () => {
  it('adds a role; checking a permission checks those it implies, and unchecking read clears its dependents', async () => {
    const { page, complaints, close } = await telltale.open('/mt/role');
    await page.getByRole('button', { name: 'Add a role' }).click();
    const form = page.getByRole('dialog', { name: 'New role' });
    await form.getByLabel('Name').fill('Schedulers');
    await form.getByRole('checkbox', { name: 'Schedules: Write' }).check();
    for (const name of ['Schedules: Read', 'Reports: Read'])
      expect(await form.getByRole('checkbox', { name }).isChecked()).toBe(true);
    await form.getByRole('checkbox', { name: 'Alerting: Write' }).check();
    await form.getByRole('checkbox', { name: 'Alerting: Read' }).uncheck();
    expect(await form.getByRole('checkbox', { name: 'Alerting: Write' }).isChecked()).toBe(false);
    const home = form.getByRole('checkbox', { name: 'Home pages: Read' });
    expect([await home.isChecked(), await home.isDisabled()]).toEqual([true, true]);
    await form.getByText('Settings', { exact: false }).first().click();
    await form.getByRole('checkbox', { name: 'SAML and OpenID Connect: Read' }).check();
    await shot(page, 'role-form');
    await form.getByRole('button', { name: 'Add' }).click();
    await item(page, 'Schedulers').waitFor();
    expect(await rightsOf('Schedulers')).toEqual([
      'HOME.read',
      'REPORT.read',
      'ROLE.read',
      'SCHEDULING.read',
      'SCHEDULING.write',
      'SETTINGS.SAML.read',
    ]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('folds and unfolds roles, each and all of them, and keeps that in the address', async () => {
    const { label, id } = await aRole('ALERT.write');
    const { page, close } = await telltale.open('/mt/role');
    await item(page, label)
      .getByRole('button', { name: `Show the permissions of ${label}` })
      .click();
    const right = item(page, label).getByRole('checkbox', { name: 'Alerting: Write' });
    expect([await right.isChecked(), await right.isDisabled()]).toEqual([true, true]);
    expect(new URL(page.url()).searchParams.get('open')).toBe(String(id));
    await page.getByRole('button', { name: 'Expand all' }).click();
    await expect
      .poll(() => page.getByRole('button', { name: /^Show the permissions/ }).count(), soon)
      .toBe(0);
    await page.getByRole('button', { name: 'Collapse all', exact: true }).click();
    await expect.poll(() => page.getByRole('checkbox', { name: 'Alerting: Write' }).count(), soon).toBe(0);
    await close();
  });

  atNight(
    'checks a right in all areas of a group at once, and unchecks it with what depends on it',
    async () => {
      const { page, complaints, close } = await telltale.open('/mt/role');
      await page.getByRole('button', { name: 'Add a role' }).click();
      const form = page.getByRole('dialog', { name: 'New role' });
      await form.getByLabel('Name').fill('Readers');
      const all = (right: string) =>
        form.getByRole('checkbox', { name: `All areas of Customer: ${right}`, exact: true });
      await all('Write').check();
      expect(await all('Read').evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
      await all('Read').check();
      await all('Write').uncheck();
      expect(await form.getByRole('checkbox', { name: 'Alerting: Read' }).isChecked()).toBe(true);
      await form.getByRole('button', { name: 'Add' }).click();
      await item(page, 'Readers').waitFor();
      const rights = await rightsOf('Readers');
      expect(rights).toContain('ALERT.read');
      expect(rights.filter((right) => right.endsWith('.write'))).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  atNight('compares up to five roles as a difference', async () => {
    const labels = await Promise.all([
      aRole('ALERT.write'),
      aRole('ALERT.read'),
      aRole('KPI.read'),
      aRole(),
      aRole(),
      aRole(),
    ]);
    const { page, close } = await telltale.open('/mt/role');
    for (const { label } of labels.slice(0, 5))
      await page.getByRole('checkbox', { name: `Select ${label} for comparison` }).check();
    await page.getByRole('checkbox', { name: `Select ${labels[5]!.label} for comparison` }).click();
    await page.getByText('You cannot select more roles').waitFor();
    await page.getByRole('button', { name: 'Compare (5)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Role comparison' });
    const rows = dialog.getByRole('row');
    await expect.poll(() => rows.count(), soon).toBe(4);
    const write = dialog.getByRole('row', { name: /^Alerting: Write/ });
    expect(await write.getByRole('cell').allTextContents()).toEqual(['yes', 'no', 'no', 'no', 'no']);
    await shot(page, 'role-compare');
    await dialog.getByRole('switch', { name: 'Only differences' }).click();
    await expect.poll(() => rows.count(), soon).toBeGreaterThan(50);
    await close();
  });

  it('explains that the administrators’ role cannot be modified, nor the default role deleted', async () => {
    await telltale.stack.db.insertInto('role').values({ label: 'Root', is_admin: true }).execute();
    const { page, close } = await telltale.open('/mt/role');
    const edit = item(page, 'Root').getByRole('button', { name: 'Edit' });
    expect(await edit.getAttribute('aria-disabled')).toBe('true');
    expect(await edit.textContent()).toContain('You cannot modify this role');
    const remove = await actionOf(page, 'Actions on Default', 'Delete…');
    expect(await remove.textContent()).toContain('The default role cannot be deleted.');
    await close();
  });

  atNight('copies a role by keyboard: the form opens with a new name and its permissions', async () => {
    const { label, id } = await aRole('ALERT.read', 'KPI.read');
    const { page, close } = await telltale.open('/mt/role');
    await page.getByRole('button', { name: `Actions on ${label}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Duplicate…' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'New role' });
    await expect.poll(() => form.getByLabel('Name').inputValue(), soon).toBe(`${label} (copy)`);
    expect(new URL(page.url()).searchParams.get('from')).toBe(String(id));
    await form.getByRole('button', { name: 'Add' }).click();
    await item(page, `${label} (copy)`).waitFor();
    expect(await rightsOf(`${label} (copy)`)).toEqual(expect.arrayContaining(await rightsOf(label)));
    expect(new URL(page.url()).search).not.toContain('from');
    await close();
  });

  it('deletes a role after showing how many users move', async () => {
    const { label, id } = await aRole();
    const account = await telltale.account({ username: `mover-${label}`, permissions: [] });
    await telltale.stack.db.updateTable('account').set({ role_id: id }).where('id', '=', account).execute();
    const { page, close } = await telltale.open('/mt/role');
    await chooseAction(page, `Actions on ${label}`, 'Delete…');
    const query = page.getByRole('dialog', { name: `Delete role ${label}?` });
    await query.getByText('1 user moves to the default role.').waitFor();
    await query.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => item(page, label).count(), soon).toBe(0);
    await close();
  });

  atNight(
    'keeps working where the browser believes itself offline, on a network without a way out',
    async () => {
      const { label } = await aRole();
      const { page, close } = await telltale.open('/mt/role');
      await page.evaluate(() => dispatchEvent(new Event('offline')));
      await chooseAction(page, `Actions on ${label}`, 'Delete…');
      const query = page.getByRole('dialog', { name: `Delete role ${label}?` });
      await query.getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => item(page, label).count(), soon).toBe(0);
      await close();
    },
  );

  it('keeps the changes of another user, and reports them', async () => {
    const { label, id } = await aRole();
    const { page, close } = await telltale.open(`/mt/role?edit=${String(id)}`);
    const form = page.getByRole('dialog', { name: `Edit role ${label}` });
    await form.getByLabel('Name').fill('Mine');
    await telltale.stack.db.updateTable('role').set({ version: 7 }).where('id', '=', id).execute();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('This was changed by another user.').waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('Mine');
    await close();
  });

  it.each(looks)('has no fault against WCAG in $theme, $language', async ({ theme, language }) => {
    const { id, label } = await aRole('ALERT.write', 'SETTINGS.SAML.read', 'TEMPLATE.HOME.write');
    const { page, close } = await telltale.open(`/mt/role?open=${String(id)}`, { theme, language });
    await item(page, label).scrollIntoViewIfNeeded();
    await shot(page, `role-${theme}-${language}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(`${telltale.url}/mt/role?edit=${String(id)}`);
    await page.getByRole('dialog').waitFor();
    await shot(page, `role-form-${theme}-${language}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });
});
