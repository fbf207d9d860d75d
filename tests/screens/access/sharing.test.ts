import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROPAGATION_TIMEOUT_MS } from '#tests/fixtures/propagation.ts';
import { languagesOf } from '../support/languages.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { shot } from '../support/shot.ts';
import { soon } from '../support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

const telltale = await consoleOfFile();
beforeAll(async () => {
  const { db } = telltale.stack;
  const [gold] = await db
    .insertInto('customer_profile')
    .values([{ name: 'Gold' }, { name: 'Silver' }])
    .returning('id')
    .execute();
  await db
    .updateTable('customer')
    .set({ profile_id: gold!.id })
    .where('client_id', 'in', ['acme', 'globex'])
    .execute();
});

const customer = (clientId: string): number => telltale.customers.get(clientId)!;
const alarmsPage = (clientId: string): string => `/alert/cockpit?customer=${String(customer(clientId))}`;

let made = 0;
/** A cockpit with an alarm, of another user by default, shared with no one. */
async function aCockpit(owner?: string): Promise<{ id: number; name: string; owner: string }> {
  made += 1;
  const { db } = telltale.stack;
  const username = owner ?? `owner-${String(made)}`;
  const owner_id = await telltale.account({ username, permissions: [] });
  const name = `Voice ${String(made)}`;
  const { id } = await db
    .insertInto('resource')
    .values({ kind: 'cockpit', name, visibility: 'multi-client', owner_id, author_id: owner_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('cockpit_alarm')
    .values({
      cockpit_id: id,
      label: `Saturated ${String(made)}`,
      kpi: 'itf_in_util',
      operator: '>',
      threshold: 90,
      severity: 'critical',
      outliers: 3,
      measures: 5,
    })
    .execute();
  return { id, name, owner: username };
}

/** Texts of the screens in each language. */
const words = {
  en: {
    title: 'Share resources',
    action: (name: string) => `Actions on ${name}`,
    share: 'Share…',
    dialog: (name: string) => `Share ${name}`,
    provide: 'provide a list of profiles',
    profiles: 'Customer profiles',
    submit: 'Share',
    query: (name: string) => `Share ${name}?`,
    confirmation: /^Share with Gold \(2 customers\)\?$/,
    warning: (owner: string) => `Change a resource of ${owner}?`,
    belongs: (owner: string) => `This resource belongs to ${owner}.`,
    continueSignIn: 'Change anyway',
    templates: (profile: string) => `Templates for ${profile}`,
    has: (name: string) => `${name} is shared with this profile`,
    take: 'Stop sharing',
    takeTitle: (name: string) => `Stop sharing ${name} with Gold?`,
    none: 'Not shared',
  },
  fr: {
    title: 'Partage de ressources',
    action: (name: string) => `Actions sur ${name}`,
    share: 'Partager…',
    dialog: (name: string) => `Partager ${name}`,
    provide: 'indiquez une liste de profils',
    profiles: 'Profils de clients',
    submit: 'Partager',
    query: (name: string) => `Partager ${name}\u00A0?`,
    confirmation: /^Partager avec Gold \(2 clients\)\s\?$/,
    warning: (owner: string) => `Modifier une ressource de ${owner}\u00A0?`,
    belongs: (owner: string) => `Cette ressource appartient à ${owner}.`,
    continueSignIn: 'Modifier quand même',
    templates: (profile: string) => `Modèles pour ${profile}`,
    has: (name: string) => `${name} est partagé avec ce profil`,
    take: 'Ne plus partager',
    takeTitle: (name: string) => `Ne plus partager ${name} avec Gold\u00A0?`,
    none: 'Non partagé',
  },
} as const;

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

describe.each(languagesOf('fr'))('sharing, in %s', (language) => {
  const text = words[language];
  const theme = language === 'en' ? 'dark' : 'light';

  it('warns of the owner, requests profiles, confirms, and reaches the open screen of the customer at once', async () => {
    const cockpit = await aCockpit();
    const reader = await telltale.open(alarmsPage('acme'), {
      language,
      theme,
      permissions: ['ALERT.read'],
      customers: ['acme'],
    });
    const stranger = await telltale.open(alarmsPage('initech'), {
      language,
      permissions: ['ALERT.read'],
      customers: ['initech'],
    });
    const { page, complaints, close } = await telltale.open('/mt/cockpit', { language, theme });
    await row(page, cockpit.name).getByText(text.none).waitFor();
    await row(page, cockpit.name)
      .getByRole('button', { name: text.action(cockpit.name) })
      .click();
    await page.getByRole('menuitem', { name: text.share }).click();
    const warning = page.getByRole('dialog', { name: text.warning(cockpit.owner) });
    await warning.getByText(text.belongs(cockpit.owner)).waitFor();
    await shot(page, `sharing-owner-${theme}-${language}`);
    await warning.getByRole('button', { name: text.continueSignIn }).click();

    const dialog = page.getByRole('dialog', { name: text.dialog(cockpit.name), exact: true });
    await dialog.getByRole('button', { name: text.submit, exact: true }).click();
    await dialog.getByText(text.provide).first().waitFor();
    await dialog.getByRole('combobox', { name: text.profiles }).click();
    await page.getByRole('option', { name: /^Gold/ }).click();
    await dialog.getByRole('heading', { name: text.dialog(cockpit.name) }).click();
    await shot(page, `sharing-dialog-${theme}-${language}`);
    if (language === 'en') expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: text.submit, exact: true }).click();
    const query = page.getByRole('dialog', { name: text.query(cockpit.name), exact: true });
    await query.getByText(text.confirmation).waitFor();
    await query.getByRole('button', { name: text.submit, exact: true }).click();

    // The customer's screen was open all the time, untouched.
    await reader.page
      .getByRole('region', { name: cockpit.name, exact: true })
      .waitFor({ timeout: PROPAGATION_TIMEOUT_MS });
    await row(page, cockpit.name).getByText('Gold').waitFor();
    expect(await stranger.page.getByText(cockpit.name).count()).toBe(0);
    await shot(page, `sharing-library-${theme}-${language}`);
    await shot(reader.page, `sharing-customer-${theme}-${language}`);
    if (language === 'en') expect(await accessibilityFaults(reader.page)).toEqual([]);
    // To read only: what changes something is disabled.
    const writing = reader.page
      .getByRole('main')
      .getByRole('button', { name: /^(?!Columns|Colonnes)/, disabled: false });
    expect(await writing.count()).toBe(0);
    expect([...complaints, ...reader.complaints]).toEqual([]);
    await Promise.all([close(), reader.close(), stranger.close()]);
  });

  atNight('is arranged by customer profile on its own page', async () => {
    const cockpit = await aCockpit();
    const { page, complaints, close } = await telltale.open('/mt/share-resource', { language, theme });
    await page.getByRole('heading', { level: 1, name: text.title }).waitFor();
    await page.getByRole('grid', { name: text.profiles }).getByText('Gold').click();
    const templates = page.getByRole('grid', { name: text.templates('Gold') });
    const box = templates.getByRole('checkbox', { name: text.has(cockpit.name) });
    await box.click();
    await page.getByRole('button', { name: text.continueSignIn }).click();
    await page
      .getByRole('dialog', { name: /Gold/ })
      .getByRole('button', { name: text.submit, exact: true })
      .click();
    await expect.poll(() => box.isChecked(), soon).toBe(true);
    await shot(page, `sharing-page-${theme}-${language}`);
    if (language === 'en') expect(await accessibilityFaults(page)).toEqual([]);
    await box.click();
    const query = page.getByRole('dialog', { name: text.takeTitle(cockpit.name) });
    await query.getByRole('button', { name: text.take }).click();
    await expect.poll(() => box.isChecked(), soon).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('the space of a customer', () => {
  atNight('links editors to the multi-client space', async () => {
    const cockpit = await aCockpit();
    const { db } = telltale.stack;
    await db.updateTable('resource').set({ shared_with_all: true }).where('id', '=', cockpit.id).execute();
    const { page, close } = await telltale.open(alarmsPage('acme'));
    await page.getByRole('link', { name: `Edit in the Admin space: ${cockpit.name}` }).click();
    await page.getByRole('heading', { level: 1, name: cockpit.name }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/mt/cockpit');
    await page.getByRole('button', { name: 'Add an alarm' }).click();
    await page.getByText(`This resource belongs to ${cockpit.owner}.`).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(new URL(page.url()).searchParams.get('alarm')).toBeNull();
    await close();
  });

  it.each(languagesOf('en'))('transfers a cockpit to another owner by keyboard, in %s', async (language) => {
    const cockpit = await aCockpit();
    const next = `next-owner-${language}`;
    await telltale.account({ username: next, permissions: ['TEMPLATE.COCKPIT.write'] });
    const { page, close } = await telltale.open('/mt/share-resource', {
      language,
      theme: language === 'en' ? 'dark' : 'light',
    });
    const words = {
      en: ['Change the owner of', 'New owner', 'Change anyway', 'Actions on', 'Change owner…'],
      fr: [
        'Changer le propriétaire de',
        'Nouveau propriétaire',
        'Modifier quand même',
        'Actions sur',
        'Changer de propriétaire…',
      ],
    }[language];
    await page.getByRole('button', { name: `${words[3]!} ${cockpit.name}`, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: words[4]! }).press('Enter');
    await page.getByRole('button', { name: words[2]! }).click();
    const dialog = page.getByRole('dialog', { name: `${words[0]!} ${cockpit.name}` });
    await dialog.getByRole('button').last().waitFor();
    if (language === 'en') expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: words[1]! }).or(dialog.getByRole('combobox')).first().click();
    await page.keyboard.type(next);
    await expect.poll(() => page.getByRole('option').count(), soon).toBe(1);
    await shot(page, `owner-${language}`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.count(), soon).toBe(0);
    await page.getByRole('row').filter({ hasText: cockpit.name }).getByText(next).waitFor();
    await shot(page, `owner-after-${language}`);
    await close();
  });

  atNight('shows why and by whom a cockpit is deactivated', async () => {
    const cockpit = await aCockpit();
    const { page, close } = await telltale.open(`/mt/cockpit?cockpit=${String(cockpit.id)}`);
    await page.getByRole('button', { name: `Actions on ${cockpit.name}` }).click();
    await page.getByRole('menuitem', { name: 'Deactivate…' }).click();
    await page.getByRole('button', { name: 'Change anyway' }).click();
    const dialog = page.getByRole('dialog', { name: `Deactivate ${cockpit.name}` });
    await dialog.getByLabel('Comment (optional)').fill('Core works until Monday');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Core works until Monday').waitFor();
    await page.getByText(/^Deactivated by viewer-\d+ just now/).waitFor();
    await shot(page, 'sharing-deactivated');
    await close();
  });
});
