import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { languagesOf } from '../support/languages.ts';
import { looks } from '../support/looks.ts';
import { shot } from '../support/shot.ts';
import { soon } from '../support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

const telltale = await consoleOfFile();

let made = 0;
async function aUser(): Promise<{ id: number; username: string }> {
  made += 1;
  const username = `operator-${String(made)}`;
  return {
    id: await telltale.account({
      username,
      permissions: ['SCHEDULING.write'],
      customers: ['acme', 'globex'],
    }),
    username,
  };
}
const account = (username: string) =>
  telltale.stack.db.selectFrom('account').selectAll().where('username', '=', username).executeTakeFirst();
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

describe('the user administration', () => {
  it('adds a user, warns while they have no client, and shows the first password once', async () => {
    const { page, complaints, close } = await telltale.open('/mt/user');
    await page.getByRole('button', { name: 'Add a user' }).click();
    const form = dialog(page, 'New user');
    await form.getByLabel('Username').fill('n.petit');
    await form.getByLabel('E-mail').fill('no-address');
    await form.getByText('This user cannot access any client.').waitFor();
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByText('Invalid email address').waitFor();
    await shot(page, 'user-form-faults');
    await form.getByLabel('E-mail').fill('nadia@example.net');
    await form.getByRole('combobox', { name: 'Customers', exact: true }).click();
    await page.getByRole('option', { name: 'Customer acme' }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('combobox', { name: 'Sites of Customer acme' }).waitFor();
    expect(await form.getByText('This user cannot access any client.').count()).toBe(0);
    await shot(page, 'user-form');
    await form.getByRole('button', { name: 'Add' }).click();
    const password = dialog(page, 'Password of n.petit');
    expect((await password.getByLabel('Password').textContent())?.length).toBe(20);
    await shot(page, 'user-password');
    await password.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('grid', { name: 'Users' }).getByText('n.petit').waitFor();
    expect((await account('n.petit'))?.email).toBe('nadia@example.net');
    expect(new URL(page.url()).searchParams.has('edit')).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  });

  atNight('adds a user of the identity provider without a password', async () => {
    const { page, complaints, close } = await telltale.open('/mt/user');
    await page.getByRole('button', { name: 'Add a user' }).click();
    const form = dialog(page, 'New user');
    await form.getByLabel('Username').fill('s.aml');
    await form.getByRole('combobox', { name: 'Sign-in method' }).click();
    await page.getByRole('option', { name: 'Identity provider' }).click();
    await form.getByText('No password is generated.').waitFor();
    await form.getByRole('combobox', { name: 'Customers', exact: true }).click();
    await page.getByRole('option', { name: 'Customer acme' }).click();
    await page.keyboard.press('Escape');
    await shot(page, 'user-form-elsewhere');
    await form.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('grid', { name: 'Users' }).getByText('s.aml').waitFor();
    expect((await account('s.aml'))?.password_hash).toBeNull();
    expect(complaints).toEqual([]);
    await close();
  });

  atNight('lets a user sign in elsewhere, and with a password again, each requested first', async () => {
    const { id, username } = await aUser();
    const { page, complaints, close } = await telltale.open(`/mt/user?open=${String(id)}`);
    const details = page.getByRole('complementary', { name: `User ${username}` });
    await details.getByText('Local password').waitFor();
    await details.getByRole('button', { name: 'Switch to identity provider' }).click();
    const away = dialog(page, `Switch ${username} to the identity provider?`);
    await shot(page, 'user-way');
    await away.getByRole('button', { name: 'Switch to identity provider' }).click();
    await details.getByText('Identity provider').waitFor();
    expect((await account(username))?.password_hash).toBeNull();
    await details.getByRole('button', { name: 'Switch to password' }).click();
    const back = dialog(page, `Switch ${username} to a local password?`);
    await back.getByRole('button', { name: 'Switch to password' }).click();
    const shown = dialog(page, `Password of ${username}`);
    expect(await shown.getByLabel('Password', { exact: true }).textContent()).toMatch(/^[\w-]{20}$/);
    await shown.getByRole('button', { name: 'Done' }).click();
    await details.getByText('Set by an administrator, not changed yet').waitFor();
    expect((await account(username))?.password_hash).not.toBeNull();
    expect(complaints).toEqual([]);
    await close();
  });

  it('requires confirmation before a form with changes is closed, by Escape as well', async () => {
    const { username, id } = await aUser();
    const { page, close } = await telltale.open(`/mt/user?edit=${String(id)}`);
    const form = dialog(page, `Edit ${username}`);
    await form.getByLabel('First name').fill('Zoé');
    await page.keyboard.press('Escape');
    const query = dialog(page, 'Discard changes?');
    await query.getByText('This form has unsaved changes.').waitFor();
    await query.getByRole('button', { name: 'Cancel' }).click();
    expect(await form.getByLabel('First name').inputValue()).toBe('Zoé');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await query.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => form.count(), soon).toBe(0);
    expect((await account(username))?.first_name).toBe('');
    await close();
  });

  atNight('shows an added user although the list was still loading', async () => {
    const { page, complaints, close } = await telltale.open('/mt/role');
    let releaseFirst: (() => void) | undefined;
    await page.route('**/api/v1/mt/user', async (route) => {
      if (route.request().method() !== 'GET' || releaseFirst !== undefined) return await route.continue();
      // The list as it is now, answered when the test says so.
      const held = new Promise<void>((resolve) => {
        releaseFirst = resolve;
      });
      const response = await route.fetch();
      await held;
      await route.fulfill({ response }).catch(() => undefined);
    });
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('button', { name: 'Add a user' }).click();
    const form = dialog(page, 'New user');
    await form.getByLabel('Username').fill('l.ate');
    await form.getByRole('button', { name: 'Add' }).click();
    await dialog(page, 'Password of l.ate').getByRole('button', { name: 'Done' }).click();
    await page.getByRole('grid', { name: 'Users' }).getByText('l.ate').waitFor();
    releaseFirst?.();
    await page.getByRole('textbox', { name: 'Name, e-mail or role' }).fill('l.ate');
    await page.getByRole('gridcell', { name: 'admin', exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByRole('gridcell', { name: 'l.ate' }).count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports a taken username at its input', async () => {
    const [one, other] = [await aUser(), await aUser()];
    const { page, close } = await telltale.open(`/mt/user?edit=${String(one.id)}`);
    const form = dialog(page, `Edit ${one.username}`);
    await form.getByLabel('Username').fill(other.username);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Username already taken').first().waitFor();
    expect(await form.getByLabel('Username').getAttribute('aria-invalid')).toBe('true');
    await close();
  });

  it('locks and unlocks; an expired password is warned of before', async () => {
    const { username, id } = await aUser();
    const { page, close } = await telltale.open(`/mt/user?open=${String(id)}`);
    const details = page.getByRole('complementary', { name: `User ${username}` });
    await details.getByText('User never accessed the application.').waitFor();
    await details.getByRole('button', { name: 'Lock', exact: true }).click();
    await dialog(page, `Lock ${username}?`).getByRole('button', { name: 'Lock' }).click();
    await details.getByText('Manually deactivated by an administrator').waitFor();
    await shot(page, 'user-locked');
    await details.getByRole('button', { name: 'Unlock' }).click();
    await details.getByRole('button', { name: 'Lock', exact: true }).waitFor();

    await telltale.stack.db
      .updateTable('account')
      .set({ lock_reason: 'expired', locked_at: telltale.clock.now() })
      .where('id', '=', id)
      .execute();
    await page.reload();
    await details.getByText('Password expired').waitFor();
    await details.getByRole('button', { name: 'Unlock' }).click();
    const warning = dialog(page, `Unlock ${username} anyway?`);
    await warning.getByText('will lock again soon').waitFor();
    await shot(page, 'user-unlock-warning');
    expect((await account(username))?.lock_reason).toBe('expired');
    await warning.getByRole('button', { name: 'Unlock' }).click();
    await expect.poll(async () => (await account(username))?.lock_reason, soon).toBeNull();
    await close();
  });

  atNight(
    'removes a second factor that is lost, ends the sessions and revokes a token, each requested first',
    async () => {
      const { db } = telltale.stack;
      const { username, id } = await aUser();
      const now = telltale.clock.now();
      await telltale.signedIn(username);
      await db.insertInto('second_factor').values({ account_id: id, confirmed_at: now }).execute();
      await db
        .insertInto('api_token')
        .values({
          account_id: id,
          name: 'nightly export',
          token_hash: username,
          permissions: [],
          created_at: now,
          expires_at: new Date(now.getTime() + 86_400_000),
        })
        .execute();
      const { page, complaints, close } = await telltale.open(`/mt/user?open=${String(id)}`);
      const details = page.getByRole('complementary', { name: `User ${username}` });
      const confirm = async (action: string, title: string): Promise<void> => {
        await details.getByRole('button', { name: action }).click();
        const query = dialog(page, title);
        await shot(page, `user-${action.toLowerCase().replaceAll(' ', '-')}`);
        await query.getByRole('button', { name: /^(Remove|End|Revoke)/ }).click();
        await expect.poll(() => query.count(), soon).toBe(0);
      };
      await confirm('End sessions', `End sessions of ${username}?`);
      await page.getByText('1 session ended').waitFor();
      await details.getByText('Set up', { exact: true }).waitFor();
      await confirm('Remove second factor', `Remove second factor of ${username}?`);
      await page.getByText(`Second factor of ${username} removed`).waitFor();
      expect(await db.selectFrom('second_factor').selectAll().where('account_id', '=', id).execute()).toEqual(
        [],
      );
      await details.getByRole('tab', { name: 'API tokens' }).click();
      await confirm('Revoke nightly export', 'Revoke token “nightly export”?');
      await details.getByText('This user has no tokens.').waitFor();
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('explains each permission and client of a user', async () => {
    const { username, id } = await aUser();
    const { page, close } = await telltale.open(`/mt/user?open=${String(id)}`);
    const details = page.getByRole('complementary', { name: `User ${username}` });
    await details.getByRole('tab', { name: 'Effective permissions' }).click();
    const row = details.getByRole('row', { name: /^Reports: Read/ });
    await row.getByText('implied by Schedules: Read').waitFor();
    await details
      .getByRole('row', { name: /Customer acme/ })
      .getByText('granted to the user')
      .waitFor();
    await shot(page, 'user-rights');
    expect(new URL(page.url()).searchParams.get('tab')).toBe('rights');
    await close();
  });

  const why = {
    en: {
      rights: 'Effective permissions',
      title: 'Why can this user see…?',
      kind: 'Kind',
      object: 'Object',
      customer: 'Customer',
      element: 'Site',
      resource: 'Resource',
      permission: 'Permission',
      yes: 'Yes.',
      no: 'No.',
      chain: 'Reason',
      given: ['Has access to customer Customer acme: granted to the user.'],
      notGiven: ['No access to customer Customer initech: not in the customer list and not in any profile.'],
      inside: [
        'Has access to customer Customer acme: granted to the user.',
        'Restricted to some sites of the customer. acme two is one of them.',
      ],
      outside: [
        'Has access to customer Customer acme: granted to the user.',
        'Restricted to some sites of the customer. acme one is not one of them.',
      ],
      carried: 'Reports: Read',
      carriedBy: ['Reports: Read: granted by the role; implied by Schedules: Read, Schedules: Write.'],
      private: [
        'Custom applications: Read is not granted by the role.',
        'Has access to customer Customer acme: granted to the user.',
        'Private to another user.',
      ],
    },
    fr: {
      rights: 'Droits effectifs',
      title: 'Pourquoi cet utilisateur voit-il…\u00A0?',
      kind: 'Type',
      object: 'Objet',
      customer: 'Client',
      element: 'Site',
      resource: 'Ressource',
      permission: 'Droit',
      yes: 'Oui.',
      no: 'Non.',
      chain: 'Raison',
      given: ['A accès au client Customer acme\u00A0: attribution directe.'],
      notGiven: [
        'Pas d’accès au client Customer initech\u00A0: ni dans la liste de clients, ni dans un profil.',
      ],
      inside: [
        'A accès au client Customer acme\u00A0: attribution directe.',
        'Limité à certains sites du client. acme two en fait partie.',
      ],
      outside: [
        'A accès au client Customer acme\u00A0: attribution directe.',
        'Limité à certains sites du client. acme one n’en fait pas partie.',
      ],
      carried: 'Rapports\u00A0: Lecture',
      carriedBy: [
        'Rapports\u00A0: Lecture\u00A0: accordé par le rôle\u00A0; impliqué par Planifications\u00A0: Lecture, Planifications\u00A0: Écriture.',
      ],
      private: [
        'Applications personnalisées\u00A0: Lecture n’est pas accordé par le rôle.',
        'A accès au client Customer acme\u00A0: attribution directe.',
        'Privée à un autre utilisateur.',
      ],
    },
  } as const;

  it.each(languagesOf('fr'))(
    'explains why a user may see something or not, link by link, in %s',
    async (language) => {
      const theme = language === 'fr' ? 'light' : 'dark';
      const { db } = telltale.stack;
      const text = why[language];
      const customer_id = telltale.customers.get('acme')!;
      const { username, id } = await aUser();
      const other = await aUser();
      const site = await db
        .selectFrom('network_element')
        .select('id')
        .where('customer_id', '=', customer_id)
        .where('name', '=', 'acme two')
        .executeTakeFirstOrThrow();
      await db.insertInto('account_restriction').values({ account_id: id, customer_id }).execute();
      await db.insertInto('account_site').values({ account_id: id, site_id: site.id }).execute();
      const name = `Ledger ${language}`;
      await db
        .insertInto('resource')
        .values({ kind: 'application', name, customer_id, visibility: 'private', owner_id: other.id })
        .execute();
      const { page, complaints, close } = await telltale.open(`/mt/user?open=${String(id)}`, {
        theme,
        language,
      });
      const details = page.getByRole('complementary', { name: new RegExp(username) });
      await details.getByRole('tab', { name: text.rights }).click();
      const query = details.getByRole('region', { name: text.title });
      const chain = query.getByRole('list', { name: text.chain });
      const request = async (kind: 'customer' | 'element' | 'resource' | 'permission', object: string) => {
        await query.getByRole('combobox', { name: text.kind }).click();
        await page.getByRole('option', { name: text[kind], exact: true }).click();
        await query.getByRole('textbox', { name: text.object, exact: true }).fill(object);
        await page.getByRole('option').filter({ hasText: object }).first().click();
        await chain.waitFor();
        await shot(page, `user-why-${kind}-${theme}-${language}`);
        return [
          await query.getByRole('status').textContent(),
          ...(await chain.getByRole('listitem').allTextContents()),
        ];
      };
      expect(await request('customer', 'Customer acme')).toEqual([text.yes, ...text.given]);
      expect(await request('customer', 'Customer initech')).toEqual([text.no, ...text.notGiven]);
      expect(await request('element', 'acme two')).toEqual([text.yes, ...text.inside]);
      expect(await request('element', 'acme one')).toEqual([text.no, ...text.outside]);
      expect(await request('permission', text.carried)).toEqual([text.yes, ...text.carriedBy]);
      expect(await request('resource', name)).toEqual([text.no, ...text.private]);
      if (language === 'en') expect(await accessibilityFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  atNight('restricts a user to regions and sites of a client, found by typing among a thousand', async () => {
    const { db } = telltale.stack;
    const customer_id = telltale.customers.get('acme')!;
    const many = Array.from({ length: 1_000 }, (_, at) => `Dépôt ${String(at + 1)}`);
    const added = await db
      .insertInto('network_element')
      .values(many.map((name) => ({ customer_id, kind: 'site', name })))
      .returning(['id', 'name'])
      .execute();
    await db
      .insertInto('site')
      .values(added.map(({ id, name }) => ({ id, latitude: 0, longitude: 0, region: `Zone ${name}` })))
      .execute();
    const { username, id } = await aUser();
    const { page, close } = await telltale.open(`/mt/user?edit=${String(id)}`);
    const form = dialog(page, `Edit ${username}`);
    const choose = async (label: string, typed: string): Promise<void> => {
      await form.getByRole('combobox', { name: label }).click();
      await page.keyboard.type(typed);
      await expect.poll(() => page.getByRole('option').count(), soon).toBe(1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
    };
    await choose('Regions of Customer acme', 'zone depot 917');
    await choose('Regions of Customer acme', 'south');
    await choose('Sites of Customer acme', 'acme two');
    await form.getByRole('combobox', { name: 'Sites of Customer acme' }).click();
    await shot(page, 'user-regions');
    expect(await page.getByRole('option').count()).toBe(200);
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => form.count(), soon).toBe(0);
    const regions = db.selectFrom('account_region').select('region').where('account_id', '=', id);
    expect((await regions.orderBy('region').execute()).map(({ region }) => region)).toEqual([
      'South',
      'Zone Dépôt 917',
    ]);
    const sites = db.selectFrom('account_site').selectAll().where('account_id', '=', id);
    expect(await sites.execute()).toHaveLength(1);
    await page.getByRole('grid', { name: 'Users' }).getByText(username, { exact: true }).click();
    await page.getByText('Customer acme: regions South, Zone Dépôt 917 · 1 site').waitFor();
    await db
      .deleteFrom('network_element')
      .where(
        'id',
        'in',
        added.map(({ id: site }) => site),
      )
      .execute();
    await close();
  });

  atNight('shows why a user with more permissions cannot be changed', async () => {
    const { username, id } = await aUser();
    const { page, close } = await telltale.open(`/mt/user?open=${String(id)}`, {
      permissions: ['USER.write'],
      customers: ['acme', 'globex'],
    });
    const details = page.getByRole('complementary', { name: `User ${username}` });
    const edit = details.getByRole('button', { name: 'Edit' });
    await edit.waitFor();
    expect(await edit.getAttribute('aria-disabled')).toBe('true');
    expect(await edit.textContent()).toContain('This user has permissions or access that you do not have.');
    await close();
  });

  it.each(looks)('has no fault against WCAG in $theme, $language', async ({ theme, language }) => {
    const { id, username } = await aUser();
    const { page, close } = await telltale.open(`/mt/user?open=${String(id)}`, { theme, language });
    await page.getByRole('complementary', { name: new RegExp(username) }).waitFor();
    await page.getByRole('grid').getByText(username, { exact: true }).waitFor();
    await shot(page, `user-${theme}-${language}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page
      .getByRole('complementary')
      .getByRole('button')
      .filter({ hasText: /^(Edit|Modifier)$/ })
      .click();
    await page.getByRole('dialog').waitFor();
    await shot(page, `user-form-${theme}-${language}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });
});
