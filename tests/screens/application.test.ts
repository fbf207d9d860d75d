import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { languagesOf } from './support/languages.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const telltale = await consoleOfFile();

const customer = (clientId: string): number => telltale.customers.get(clientId)!;
const ofAcme = (): string => `/application?customer=${String(customer('acme'))}`;
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const words = {
  en: {
    add: 'Add an application',
    form: 'New application',
    submit: 'Add',
    name: 'Name',
    ports: 'Ports',
    addresses: 'IP addresses and ranges',
    required: 'This field is required',
    missing: 'Enter at least one attribute: address, port, hostname, application, DSCP or protocol.',
    wrongPort: 'The port 99999 is not in valid format.',
    share: 'Share…',
    shareAction: 'Share',
    actions: 'Actions on',
    clients: 'Customers',
    order: 'Order…',
    orderTitle: 'Matching order',
    orderSave: 'Save order',
    provider: 'Provider',
    elsewhere: 'Edit in the Admin space',
  },
  fr: {
    add: 'Ajouter une application',
    form: 'Nouvelle application',
    submit: 'Ajouter',
    name: 'Nom',
    ports: 'Ports',
    addresses: 'Adresses IP et plages',
    required: 'Ce champ est obligatoire',
    missing:
      'Indiquez au moins un attribut\u00A0: adresse, port, nom d’hôte, application, DSCP ou protocole.',
    wrongPort: 'Le format du port 99999 n’est pas valide.',
    share: 'Partager…',
    shareAction: 'Partager',
    actions: 'Actions sur',
    clients: 'Clients',
    order: 'Ordre…',
    orderTitle: 'Ordre de reconnaissance',
    up: 'Monter',
    orderSave: 'Enregistrer l’ordre',
    provider: 'Opérateur',
    elsewhere: 'Modifier dans l’espace Admin',
  },
} as const;

describe.each(languagesOf('en'))('custom applications, in %s', (language) => {
  const text = words[language];
  const theme = language === 'en' ? 'dark' : 'light';

  async function define(page: Page, name: string, port: string): Promise<void> {
    await page.getByRole('button', { name: text.add }).click();
    const form = page.getByRole('dialog', { name: text.form });
    await form.getByRole('textbox', { name: text.name, exact: true }).fill(name);
    await form.getByRole('textbox', { name: text.ports }).fill(port);
    await form.getByRole('button', { name: text.submit, exact: true }).click();
    await row(page, name).waitFor();
  }

  it('of the provider have faults at their inputs, an order, and a share that the customer’s open screen shows', async () => {
    const [mail, chat] = [`Mail ${language}`, `Chat ${language}`];
    const reader = await telltale.open(ofAcme(), { language, theme });
    const { page, complaints, close } = await telltale.open('/mt/application', { language, theme });
    await page.getByRole('button', { name: text.add }).click();
    const form = page.getByRole('dialog', { name: text.form });
    const submit = form.getByRole('button', { name: text.submit, exact: true });
    await submit.click();
    await form.getByText(text.required).first().waitFor();
    await form.getByRole('textbox', { name: text.name, exact: true }).fill(mail);
    await form.getByText(text.missing).first().waitFor();
    await form.getByRole('textbox', { name: text.ports }).fill('25\n99999');
    await form.getByText(text.wrongPort).first().waitFor();
    await shot(page, `application-faults-${theme}-${language}`);
    if (language === 'en') expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole('textbox', { name: text.ports }).fill('25\n587');
    await submit.click();
    await row(page, mail).getByText('25, 587').waitFor();
    await define(page, chat, '5222');

    await page.getByRole('button', { name: text.order }).click();
    const dialog = page.getByRole('dialog', { name: text.orderTitle });
    const list = dialog.getByRole('listitem');
    const before = await list.count();
    await dialog
      .getByRole('button', { name: language === 'en' ? `Move ${chat} up` : `Monter ${chat}` })
      .click();
    await shot(page, `application-order-${theme}-${language}`);
    expect(await list.nth(before - 2).textContent()).toContain(chat);
    await dialog.getByRole('button', { name: text.orderSave }).click();
    await expect.poll(() => dialog.count(), soon).toBe(0);
    // Both places of one reading: the list is read again after the dialog has closed.
    const shownOrder = async () => {
      const grid = (await page.getByRole('grid').textContent()) ?? '';
      return [mail, chat].toSorted((one, other) => grid.indexOf(one) - grid.indexOf(other));
    };
    await expect.poll(shownOrder, soon).toEqual([chat, mail]);

    expect(await row(reader.page, mail).count()).toBe(0);
    await row(page, mail)
      .getByRole('button', { name: `${text.actions} ${mail}` })
      .click();
    await page.getByRole('menuitem', { name: text.share }).click();
    const share = page.getByRole('dialog');
    await share.getByRole('combobox', { name: text.clients, exact: true }).click();
    await page.getByRole('option', { name: 'Customer acme' }).click();
    await share.getByRole('heading').first().click();
    await share.getByRole('button', { name: text.shareAction, exact: true }).click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: text.shareAction, exact: true })
      .click();

    // The customer's screen was open all the time: it is read there, and edited in the multi-client space.
    await row(reader.page, mail).getByText(text.provider).first().waitFor();
    await row(reader.page, mail).click();
    await reader.page.getByRole('link', { name: text.elsewhere }).waitFor();
    await shot(reader.page, `application-customer-${theme}-${language}`);
    if (language === 'en') expect(await accessibilityFaults(reader.page)).toEqual([]);
    await reader.page.getByRole('link', { name: text.elsewhere }).click();
    await reader.page.waitForURL(/\/mt\/application/);
    await shot(page, `application-provider-${theme}-${language}`);
    expect([...complaints, ...reader.complaints]).toEqual([]);
    await Promise.all([close(), reader.close()]);
  });
});

it.each([
  ['en', 'Import…', 'Import', 'Line 2, column 2: The port 99999 is not in valid format.', 'will be added'],
  [
    'fr',
    'Importer…',
    'Importer',
    'Ligne 2, colonne 2\u00A0: Le format du port 99999 n’est pas valide.',
    'sera ajoutée',
  ],
] as const)(
  'a file is checked by line and column, and previewed before it is applied, in %s',
  async (language, open, apply, fault, added) => {
    const { page, complaints, close } = await telltale.open(ofAcme(), { language });
    const name = `From a file ${language}`;
    const file = (csv: string) => ({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: open }).click();
    const dialog = page.getByRole('dialog');
    const input = dialog.locator('input[type=file]');
    await input.setInputFiles(file(`name,ports\n${name},99999\n`));
    await dialog.getByText(fault).waitFor();
    await shot(page, `application-import-faults-${language}`);
    if (language === 'en') expect(await accessibilityFaults(page)).toEqual([]);
    await input.setInputFiles(file(`name,ports,client\n${name},4711,globex\n`));
    await dialog.getByText(`${name} ${added}`).waitFor();
    await dialog.getByText('globex').waitFor();
    await shot(page, `application-import-${language}`);
    expect(await row(page, name).count()).toBe(0);
    await dialog.getByRole('button', { name: apply, exact: true }).click();
    await row(page, name).getByText('4711').waitFor();
    // The server rejected the first file.
    expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
    await close();
  },
);

it('five hundred of a customer are scrolled by keys, with few of them in the document; one more is rejected', async () => {
  const { db } = telltale.stack;
  const resources = await db
    .insertInto('resource')
    .values(
      Array.from({ length: 500 }, (_, at) => ({
        kind: 'application',
        name: `App ${String(at).padStart(3, '0')}`,
        visibility: 'public',
        customer_id: customer('globex'),
      })),
    )
    .returning(['id', 'name'])
    .execute();
  const attributes = {
    addresses: [],
    ports: ['80'],
    hostnames: [],
    applicationNames: [],
    deviceApplications: [],
    dscp: [],
    protocols: [],
  };
  await db
    .insertInto('custom_application')
    .values(
      resources.map(({ id, name }) => ({
        resource_id: id,
        attributes,
        sort_order: Number(name.slice(4)) + 1,
      })),
    )
    .execute();
  const { page, close } = await telltale.open(`/application?customer=${String(customer('globex'))}`, {
    permissions: ['PARAMETERS.APPLICATION.write', 'PARAMETERS.APPLICATION.read'],
    customers: ['globex'],
  });
  await page.getByText('500 of 500').waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(100);
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await page.getByRole('row').filter({ hasText: 'App 499' }).waitFor();
  await page.getByRole('button', { name: 'Add an application' }).click();
  const form = page.getByRole('dialog', { name: 'New application' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('One too many');
  await form.getByRole('textbox', { name: 'Ports' }).fill('81');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByText('The maximum of 500 custom applications is reached.').waitFor();
  await close();
});
