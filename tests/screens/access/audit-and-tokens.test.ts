import { readFileSync } from 'node:fs';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { link, type AuditRow } from '#platform/audit/chain.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { shot } from '../support/shot.ts';
import { soon } from '../support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

const telltale = await consoleOfFile({ startsAt: Date.now() });

const setting = async (name: string): Promise<unknown> =>
  (await telltale.stack.db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())
    ?.value;

describe('the announcement', () => {
  it('is previewed, saved, and shown to every user at work, until they close it', async () => {
    const { page, close } = await telltale.open('/mt/settings?tab=announcement');
    const other = await telltale.open('/mt/role');
    const banner = other.page.getByRole('status').filter({ hasText: 'Maintenance at noon' });
    const form = page.getByRole('form', { name: 'Announcement' });
    await form.getByRole('switch', { name: /Show on the sign-in page/ }).check({ force: true });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Please fill out a message to broadcast.').first().waitFor();
    await form.getByRole('textbox', { name: 'Message', exact: true }).fill('Maintenance at noon');
    await form.getByRole('region', { name: 'Preview' }).getByText('Maintenance at noon').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The announcement is saved').waitFor();
    await shot(page, 'announcement');
    expect(await setting('announcement')).toMatchObject({ enabled: true, message: 'Maintenance at noon' });
    await banner.waitFor();
    await shot(other.page, 'announcement-everywhere');
    expect(await accessibilityFaults(other.page)).toEqual([]);
    await banner.getByRole('button', { name: 'Close the announcement' }).click();
    await other.page.reload();
    await other.page.getByRole('heading', { level: 1 }).first().waitFor();
    await other.page.waitForLoadState('networkidle');
    expect(await banner.count()).toBe(0);
    // Another text, and now as one that has to be closed.
    await form.getByRole('textbox', { name: 'Message', exact: true }).fill('Maintenance at one');
    await form.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'Popup' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    const popup = other.page.getByRole('dialog', { name: 'Announcement' });
    await popup.getByText('Maintenance at one').waitFor();
    await shot(other.page, 'announcement-popup');
    await other.page.keyboard.press('Escape');
    await popup.waitFor({ state: 'hidden' });
    expect(other.complaints).toEqual([]);
    await other.close();
    await telltale.stack.db.deleteFrom('setting').where('name', '=', 'announcement').execute();
    await close();
  });
});

/** Events behind the newest one, linked as they must be. */
async function addEvents(count: number): Promise<void> {
  const { db } = telltale.stack;
  const last = await db
    .selectFrom('audit_event')
    .selectAll()
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const rows: AuditRow[] = [];
  for (let made = 0; made < count; made += 1) {
    const { seq: _, hash: __, previous_hash: ___, ...event } = last;
    rows.push(link(rows.at(-1) ?? last, { ...event, action: 'setting.update' }));
  }
  for (let from = 0; from < count; from += 500)
    await db
      .insertInto('audit_event')
      .values(rows.slice(from, from + 500))
      .execute();
  const { seq, hash } = rows.at(-1)!;
  await db.updateTable('audit_head').set({ seq, hash }).where('id', '=', 1).execute();
}

describe('the audit', () => {
  it('shows each action, its difference, and whether the chain is valid', async () => {
    const { page, complaints, close } = await telltale.open('/mt/audit');
    const grid = page.getByRole('grid', { name: 'Entries' });
    await grid
      .getByRole('row')
      .filter({ hasText: 'Setting changed' })
      .filter({ hasText: 'Announcement' })
      .first()
      .click();
    const details = page.getByRole('complementary', { name: /^Entry / });
    await details
      .getByRole('table', { name: 'Changes' })
      .getByRole('row', { name: /Maintenance at noon/ })
      .waitFor();
    expect(new URL(page.url()).searchParams.has('open')).toBe(true);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/^Verified up to entry \d/).waitFor();
    await shot(page, 'audit');
    expect(complaints).toEqual([]);
    await close();
  });

  it('is filtered by user, kind and outcome in the address, and exported as filtered', async () => {
    const { page, close } = await telltale.open('/mt/audit');
    const grid = page.getByRole('grid', { name: 'Entries' });
    await page.getByRole('textbox', { name: 'User' }).fill('no-user-of-this-name');
    await expect.poll(() => page.url(), soon).toContain('actor=no-user-of-this-name');
    await page.getByRole('button', { name: /Clear User/ }).click();
    await grid.waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Sign-in', exact: true }).click();
    await expect
      .poll(async () => new Set(await grid.getByText(/Setting changed|Signed in/).allTextContents()), soon)
      .toEqual(new Set(['Signed in']));
    const period = page.getByRole('group', { name: 'Period', exact: true });
    await period.getByRole('button', { name: 'Any time' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Last hour' }).click();
    await expect.poll(() => page.url(), soon).toContain('range=1h');
    await page.reload();
    const hour = period.getByRole('button', { name: 'Last hour' });
    await hour.waitFor();
    await grid.getByText('Signed in').first().waitFor();
    await shot(page, 'audit-range');
    const [download, request] = [page.waitForEvent('download'), page.waitForRequest(/audit\/export/)];
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Download CSV' }).click();
    expect((await request).url()).toMatch(/kind=sign-in&from=\d+&dialect=international&timeZone=\w/);
    expect((await download).suggestedFilename()).toBe('audit.csv');
    // Written by a worker, which the content policy of the server allows.
    const workbook = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Download Excel' }).click();
    expect((await workbook).suggestedFilename()).toBe('audit.xlsx');
    const { sheets } = await readXlsx(new Uint8Array(readFileSync(await (await workbook).path())));
    expect(sheets[0]?.rows[0]?.slice(0, 2)).toEqual(['Entry', expect.stringMatching(/^Time \(.+\)$/)]);
    expect(sheets[0]?.rows[1]?.[1]).toBeInstanceOf(Date);
    // A typed end ends the range.
    await hour.click();
    await page.getByRole('menuitem', { name: /^Custom period/ }).click();
    const custom = page.getByRole('dialog', { name: 'Custom period' });
    await custom.getByLabel('To').fill('2096-11-05T12:00');
    await custom.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => hour.count(), soon).toBe(0);
    expect(new URL(page.url()).searchParams.has('from')).toBe(true);
    await close();
  });

  atNight(
    'scrolls through a thousand events and more, of which the document holds the visible ones',
    async () => {
      await addEvents(1_000);
      const { page, close } = await telltale.open('/mt/audit');
      const grid = page.getByRole('grid', { name: 'Entries' });
      await grid.getByText('Setting changed').first().waitFor();
      await grid.focus();
      await expect
        .poll(
          async () => {
            await page.keyboard.press('End');
            return Number(await grid.getAttribute('aria-rowcount'));
          },
          { timeout: 120_000, interval: 100 },
        )
        .toBeGreaterThan(1_000);
      expect(await grid.getByRole('row').count()).toBeLessThan(80);
      await close();
    },
  );

  atNight('is closed without its permission', async () => {
    const { page, close } = await telltale.open('/mt/audit', { permissions: ['ROLE.read'] });
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
    await close();
  });
});

describe('API tokens', () => {
  it('are created with some permissions, shown once, used, and revoked', async () => {
    const { page, complaints, close } = await telltale.open('/account');
    const box = page.getByRole('region', { name: 'API tokens', exact: true });
    await box.getByText('You have no tokens.').waitFor();
    await box.getByRole('button', { name: 'Create token' }).click();
    const form = page.getByRole('dialog', { name: 'New API token' });
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    const required = form.getByText('This field is required', { exact: true });
    await expect.poll(() => required.count(), soon).toBe(2);
    await form.getByRole('textbox', { name: 'Name' }).fill('reporting');
    await form.getByRole('combobox', { name: 'Permissions' }).click();
    await page
      .getByRole('option', { name: 'Roles: Read' })
      .or(page.getByRole('option', { name: 'Role library: Read' }))
      .click();
    await page.keyboard.press('Escape');
    await shot(page, 'token-form');
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'Token “reporting”' });
    const token = (await shown.getByLabel('Token', { exact: true }).first().textContent()) ?? '';
    await shot(page, 'token-shown');
    await shown.getByRole('button', { name: 'Done' }).click();
    const query = (path: string) =>
      fetch(`${telltale.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect([(await query('/mt/role')).status, (await query('/mt/user')).status]).toEqual([200, 403]);
    await page.reload();
    await box.getByText(/last used just now/).waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await box.getByRole('button', { name: 'Revoke reporting' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await box.getByText('You have no tokens.').waitFor();
    expect((await query('/mt/role')).status).toBe(401);
    expect(complaints).toEqual([]);
    await close();
  });

  atNight('are not offered without their permission', async () => {
    const { page, close } = await telltale.open('/account', { permissions: ['ALERT.read'] });
    await page.getByRole('region', { name: 'Language, dates and theme' }).waitFor();
    expect(await page.getByRole('region', { name: 'API tokens' }).count()).toBe(0);
    await close();
  });
});

describe('the reference of the interface', () => {
  it('lists every call with its permission, searches and tries them', async () => {
    const { page, complaints, close } = await telltale.open('/reference');
    const { paths } = (await (await fetch(`${telltale.url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const calls = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    await page.getByText(`${String(calls)} calls`).waitFor();
    await page.getByRole('textbox', { name: /Path, permission/ }).fill('/mt/role');
    const group = page.getByRole('region', { name: 'role', exact: true });
    await group.getByText('/api/v1/mt/role', { exact: true }).first().click();
    await group.getByText('ROLE.read', { exact: true }).waitFor();
    await group.getByRole('button', { name: 'Send' }).click();
    await group.getByText('Response 200').waitFor();
    await shot(page, 'reference');
    expect(complaints).toEqual([]);
    await close();
  });
});
