import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { actionOf, chooseAction } from './support/row-menu.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

const telltale = await consoleOfFile();

const stored = (key: string) =>
  telltale.stack.db.selectFrom('kpi_definition').selectAll().where('key', '=', key).executeTakeFirst();

describe('the KPI library', () => {
  it('creates a KPI whose formula is checked while typing, then changes and deletes it', async () => {
    const { page, complaints, close } = await telltale.open('/mt/kpi');
    await page.getByRole('button', { name: 'New KPI' }).click();
    const form = page.getByRole('dialog', { name: 'New KPI' });
    await form.getByLabel('Key').fill('itf_busy');
    await form.getByLabel('Name in English').fill('Busy line');
    await form.getByLabel('Name in French').fill('Ligne chargée');
    const formula = form.getByRole('textbox', { name: 'Formula, SNMP' });
    await formula.fill('percent(8 * delta(in_octet), speed * seconds(in_octets))');
    await form.getByText('Unknown counter or property “in_octet” at column 19.').first().waitFor();
    expect(await form.locator('.tt-formula-place mark').textContent()).toBe('in_octet');
    await shot(page, 'kpi-form-fault');
    await form.getByRole('button', { name: 'Create' }).click();
    await form
      .getByText(/Unknown counter/)
      .first()
      .waitFor();
    await formula.fill('percent(8 * delta(in_octets), speed * seconds(in_octets))');
    await form.getByText('Valid formula').waitFor();
    await form.getByText('speed * seconds(in_octets)', { exact: true }).waitFor();
    await shot(page, 'kpi-form');
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create' }).click();
    const grid = page.getByRole('grid', { name: 'KPIs' });
    await grid.getByText('Busy line').waitFor();
    expect(await stored('itf_busy')).toMatchObject({ version: 1, element: 'interface', unit: 'scalar' });

    await page.getByRole('textbox', { name: 'Find a KPI' }).fill('busy');
    await page.getByText('1 KPI', { exact: true }).waitFor();
    await grid.getByText('Busy line').click();
    await page.getByRole('complementary', { name: 'Busy line' }).getByText('Numerator').waitFor();
    await chooseAction(page, 'Actions on Busy line', 'Edit…');
    const edit = page.getByRole('dialog', { name: 'Edit Busy line' });
    await edit.getByLabel('Name in English').fill('Loaded line');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await stored('itf_busy'))?.name_en, soon).toBe('Loaded line');
    await page.getByRole('textbox', { name: 'Find a KPI' }).fill('loaded');
    await chooseAction(page, 'Actions on Loaded line', 'Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => stored('itf_busy'), soon).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows formulas of the library with numerator and denominator, in French, and copies them only', async () => {
    const { page, close } = await telltale.open('/mt/kpi?open=itf_in_util&q=itf_in_util', {
      language: 'fr',
    });
    const details = page.getByRole('complementary', { name: 'Utilisation entrante' });
    await details.getByText('Dénominateur').first().waitFor();
    const edit = await actionOf(page, /^Actions sur Utilisation/, 'Modifier');
    expect(await edit.getAttribute('aria-disabled')).toBe('true');
    await shot(page, 'kpi-library-fr');
    await page.getByRole('menuitem', { name: 'Dupliquer…' }).click();
    const form = page.getByRole('dialog', { name: 'Nouveau KPI' });
    expect(await form.getByLabel('Clé').inputValue()).toBe('');
    expect(await form.getByRole('textbox', { name: 'Formule, SNMP' }).inputValue()).not.toBe('');
    await close();
  });

  it('overrides the formula of a library KPI in one source next to a colleague, and resets it', async () => {
    const { page, complaints, close } = await telltale.open('/mt/kpi?open=itf_in_bytes&q=itf_in_bytes');
    const details = page.getByRole('complementary', { name: 'Inbound volume' });
    const ofSnmp = details.getByRole('region', { name: 'SNMP' });
    await ofSnmp.getByRole('button', { name: 'Override…' }).click();
    const form = page.getByRole('dialog', { name: 'Override Inbound volume, SNMP' });
    const formula = form.getByRole('textbox', { name: 'Formula, SNMP' });
    expect(await formula.inputValue()).toBe('delta(in_octets)');
    await formula.fill('percent(delta(in_octets), 2)');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.locator('.tt-formula-place mark').waitFor();
    await formula.fill('2 * delta(in_octets)');
    const row = { kpi: 'itf_in_bytes', scope: 'snmp', formula: '3 * delta(in_octets)' } as const;
    await telltale.stack.db
      .insertInto('kpi_override')
      .values({ ...row, updated_by: 'colleague' })
      .execute();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText(/^colleague changed this formula/).waitFor();
    await form.getByText('3 * delta(in_octets)').waitFor();
    expect(await formula.inputValue()).toBe('2 * delta(in_octets)');
    await shot(page, 'kpi-override-conflict');
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await ofSnmp.getByText('2 * delta(in_octets)').first().waitFor();
    await ofSnmp.getByText('Overridden', { exact: true }).waitFor();
    await ofSnmp.getByText('delta(in_octets)', { exact: true }).first().waitFor();
    await shot(page, 'kpi-overridden');
    expect(await accessibilityFaults(page)).toEqual([]);
    await ofSnmp.getByRole('button', { name: 'Reset to the library' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset to the library' }).click();
    await ofSnmp.getByText('Overridden', { exact: true }).waitFor({ state: 'detached' });
    const stored = await telltale.stack.db.selectFrom('kpi_override').selectAll().execute();
    expect(stored).toMatchObject([{ formula: null, version: 3 }]);
    expect(complaints).toEqual([]);
    await close();
  });

  atNight('is read-only for users who do not see every customer, with the reason at the top', async () => {
    const { page, close } = await telltale.open('/mt/kpi?q=itf_in_util', {
      permissions: ['KPI.read', 'KPI.write'],
      customers: ['acme'],
    });
    await page
      .getByRole('status')
      .getByText(/^You can view this page but not change it\. This setting applies to all customers/)
      .waitFor();
    const add = page.getByRole('button', { name: 'New KPI' });
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('grid', { name: 'KPIs' }).getByRole('row').nth(1).waitFor();
    await shot(page, 'kpi-read');
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });
});
