import { describe, expect, it } from 'vitest';
import { languagesOf } from './support/languages.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { publishAccessChange } from '#server/kernel/access/access-change.ts';
import { PROPAGATION_TIMEOUT_MS } from '#tests/fixtures/propagation.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

const telltale = await consoleOfFile();

const customer = (clientId: string): number => telltale.customers.get(clientId)!;
const clusters = (clientId = 'acme'): string => `/cluster?customer=${String(customer(clientId))}`;
const siteOf = (clientId: string): string =>
  [...telltale.inventory().sites.values()].find((site) => site.customer === customer(clientId))!.name;

const words = {
  en: {
    title: 'Clusters',
    add: 'Add a cluster',
    form: 'New cluster',
    submit: 'Add',
    edit: 'Edit…',
    required: 'This field is required',
    name: 'Name',
    sites: 'Sites',
    visibility: 'Visibility',
    private: 'Private',
    public: 'Public',
    warning: /^Change a resource/,
    continueSignIn: 'Change anyway',
    actions: 'Actions on',
    off: 'Deactivate…',
    offAction: 'Deactivate',
    comment: 'Comment (optional)',
    inactive: 'Deactivated',
    remove: 'Delete…',
    removeAction: 'Delete',
    details: 'Details of',
  },
  fr: {
    title: 'Regroupements',
    add: 'Ajouter un groupe',
    form: 'Nouveau groupe',
    submit: 'Ajouter',
    edit: 'Modifier…',
    required: 'Ce champ est obligatoire',
    name: 'Nom',
    sites: 'Sites',
    visibility: 'Visibilité',
    private: 'Privé',
    public: 'Public',
    warning: /^Modifier une ressource/,
    continueSignIn: 'Modifier quand même',
    actions: 'Actions sur',
    off: 'Désactiver…',
    offAction: 'Désactiver',
    comment: 'Commentaire (facultatif)',
    inactive: 'Désactivé',
    remove: 'Supprimer…',
    removeAction: 'Supprimer',
    details: 'Détails de',
  },
} as const;

describe.each(languagesOf('fr'))('the clusters of a customer, in %s', (language) => {
  const text = words[language];
  const theme = language === 'en' ? 'dark' : 'light';

  it('are made private, hidden from other users, made public, changed after a warning, disabled and deleted', async () => {
    const name = `North ${language}`;
    const options = { language, theme } as const;
    const mine = await telltale.open(clusters(), options);
    const others = await telltale.open(clusters(), {
      ...options,
      permissions: ['PARAMETERS.CLUSTER.write', 'PARAMETERS.CLUSTER.read', 'PRIVATE.RESOURCE.read'],
      customers: ['acme'],
    });
    const { page } = mine;
    await page.getByRole('button', { name: text.add }).click();
    const form = page.getByRole('dialog', { name: text.form });
    await form.getByRole('button', { name: text.submit, exact: true }).click();
    // Reported at the input, and summed up.
    await expect.poll(() => form.getByText(text.required).count(), soon).toBeGreaterThan(1);
    await form.getByRole('textbox', { name: text.name, exact: true }).fill(name);
    await form.getByRole('combobox', { name: text.sites }).click();
    await page.getByRole('option', { name: siteOf('acme') }).click();
    expect(await page.getByRole('option', { name: siteOf('globex'), exact: true }).count()).toBe(0);
    await form.getByRole('combobox', { name: text.visibility }).click();
    await page.getByRole('option', { name: text.private }).click();
    await shot(page, `cluster-form-${theme}-${language}`);
    if (language === 'en') expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole('button', { name: text.submit, exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByText(text.private).waitFor();

    const theirs = others.page.getByRole('row').filter({ hasText: name });
    await others.page.getByRole('heading', { level: 1, name: text.title }).waitFor();
    expect(await theirs.count()).toBe(0);
    await row.getByRole('button', { name: `${text.actions} ${name}` }).click();
    await page.getByRole('menuitem', { name: text.edit }).click();
    const edit = page.getByRole('dialog');
    await edit.getByRole('combobox', { name: text.visibility }).click();
    await page.getByRole('option', { name: text.public }).click();
    await edit.getByRole('button').last().click();
    // Their screen was open all the time.
    await theirs.getByText(siteOf('acme')).waitFor();

    await theirs.getByRole('button', { name: `${text.actions} ${name}` }).click();
    await others.page.getByRole('menuitem', { name: text.off }).click();
    await others.page.getByRole('dialog', { name: text.warning }).waitFor();
    await others.page.getByRole('button', { name: text.continueSignIn }).click();
    const status = others.page.getByRole('dialog');
    await status.getByLabel(text.comment).fill('Moving');
    await status.getByRole('button', { name: text.offAction, exact: true }).click();
    await row.getByText(text.inactive).waitFor();
    await row.click();
    const details = page.getByRole('complementary', { name: `${text.details} ${name}` });
    await details.getByText('Moving').waitFor();
    await shot(page, `cluster-${theme}-${language}`);
    if (language === 'en') expect(await accessibilityFaults(page)).toEqual([]);

    await row.getByRole('button', { name: `${text.actions} ${name}` }).click();
    await page.getByRole('menuitem', { name: text.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: text.removeAction, exact: true }).click();
    await expect.poll(() => row.count(), soon).toBe(0);
    await expect.poll(() => theirs.count(), soon).toBe(0);
    expect([...mine.complaints, ...others.complaints]).toEqual([]);
    await Promise.all([mine.close(), others.close()]);
  });
});

it('the read permission alone shows a cluster read-only, also by keyboard', async () => {
  const { db } = telltale.stack;
  const { id: resource_id } = await db
    .insertInto('resource')
    .values({ kind: 'cluster', customer_id: customer('acme'), name: 'Coast', visibility: 'public' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('network_element')
    .values({ customer_id: customer('acme'), kind: 'area', parent_id: null, name: 'Coast' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('cluster').values({ id, resource_id }).execute();
  const { page, complaints, close } = await telltale.open(clusters(), {
    permissions: ['PARAMETERS.CLUSTER.read'],
    customers: ['acme'],
  });
  const add = page.getByRole('button', { name: 'Add a cluster' });
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('grid', { name: 'Clusters' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const details = page.getByRole('complementary', { name: 'Details of Coast' });
  await details.getByText('No sites are left. The cluster is not measured.').waitFor();
  expect(await details.getByRole('button', { name: 'Edit…' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await expect.poll(() => details.count(), soon).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

atNight(
  'a resource of the multi-client space is shared there, read at the customer, and edited behind a link',
  async () => {
    const reader = await telltale.open(clusters());
    const { page, complaints, close } = await telltale.open('/mt/cluster');
    await page.getByRole('button', { name: 'Add a cluster' }).click();
    const form = page.getByRole('dialog', { name: 'New cluster' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Both ends');
    expect(await form.getByRole('combobox', { name: 'Visibility' }).count()).toBe(0);
    await form.getByRole('combobox', { name: 'Sites' }).click();
    await page.getByRole('option', { name: `Customer acme: ${siteOf('acme')}` }).click();
    await page.getByRole('option', { name: `Customer globex: ${siteOf('globex')}` }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Both ends' });
    await row.getByRole('button', { name: 'Actions on Both ends' }).click();
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    const share = page.getByRole('dialog');
    await share.getByRole('combobox', { name: 'Customers', exact: true }).click();
    await page.getByRole('option', { name: 'Customer acme' }).click();
    await share.getByRole('heading').first().click();
    await share.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Share', exact: true }).click();
    // The customer's screen was open all the time: it shows the sites of this customer.
    const theirs = reader.page.getByRole('row').filter({ hasText: 'Both ends' });
    await theirs.getByText(siteOf('acme')).waitFor();
    expect(await theirs.textContent()).not.toContain('globex');
    await theirs.click();
    await shot(reader.page, 'cluster-shared');
    expect(await accessibilityFaults(reader.page)).toEqual([]);
    await reader.page.getByRole('link', { name: 'Edit in the Admin space: Both ends' }).click();
    await reader.page
      .getByRole('complementary', { name: 'Details of Both ends' })
      .getByText('globex')
      .waitFor();
    await shot(page, 'cluster-provider');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect([...complaints, ...reader.complaints]).toEqual([]);
    await Promise.all([close(), reader.close()]);
  },
);

it('a removed permission closes open screens of clusters and applications within two seconds', async () => {
  const at = String(customer('acme'));
  const rights = ['PARAMETERS.CLUSTER', 'PARAMETERS.APPLICATION', 'NETWORK.APPLICATION'] as const;
  const options = { permissions: [...rights.map((right) => `${right}.read` as const), 'KPI.read'] as const };
  const paths = [`/cluster?customer=${at}`, `/application?customer=${at}`, '/mt/cluster', '/mt/application'];
  const opened = await Promise.all(paths.map((path) => telltale.open(path, options)));
  const closed = opened.map(({ page }) =>
    page
      .getByRole('heading', { name: 'You do not have access to this page' })
      .waitFor({ timeout: PROPAGATION_TIMEOUT_MS }),
  );
  const { db, bus } = telltale.stack;
  await db
    .deleteFrom('role_permission')
    .where('permission', 'in', options.permissions)
    .where('permission', '<>', 'KPI.read')
    .execute();
  publishAccessChange(bus, {});
  await Promise.all(closed);
  for (const { page } of opened) expect(await page.getByRole('grid').count()).toBe(0);
  await Promise.all(opened.map(({ close }) => close()));
});
