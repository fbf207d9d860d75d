import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPollerProcess, type PollerProcess } from '#tests/fixtures/snmp/poller-process.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { looks } from './support/looks.ts';
import { actionOf, chooseAction } from './support/row-menu.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

const SESSIONS = '1.3.6.1.4.1.12356.101.4.1.8';
const telltale = await consoleOfFile();

let poller: PollerProcess;
beforeAll(async () => {
  const objects = new Map([[`${SESSIONS}.0`, { type: 'gauge32', value: 4_210 } as const]]);
  poller = await startPollerProcess(telltale, [
    { customer: 'acme', name: 'fw-1', vendor: 'Fortinet', objects },
    { customer: 'acme', name: 'fw-2', vendor: 'Fortinet', objects, isSilent: true },
  ]);
});
afterAll(() => {
  poller.close();
});

const stored = (name: string) =>
  telltale.stack.db.selectFrom('poller').selectAll().where('name', '=', name).executeTakeFirst();

describe('the pollers', () => {
  it('are created after a test on a device, changed, deactivated, hidden and deleted', async () => {
    const { page, complaints, close } = await telltale.open('/mt/polling');
    await page.getByRole('button', { name: 'New poller' }).click();
    const form = page.getByRole('dialog', { name: 'New poller' });
    await form.getByLabel('Name').fill('Sessions');
    await form.getByRole('textbox', { name: 'OID' }).fill('1.3.x');
    await form.getByRole('textbox', { name: 'Script' }).fill('sum');
    await form.getByRole('button', { name: 'Test', exact: true }).click();
    await form.getByText('OID is not in valid format').first().waitFor();
    await form
      .getByText(/^A script must have the form procedure\(XXX\)/)
      .first()
      .waitFor();
    await form.getByRole('textbox', { name: 'Script' }).fill('');
    // The last number is missing.
    await form.getByRole('textbox', { name: 'OID' }).fill(SESSIONS);
    await form.getByRole('textbox', { name: 'Device' }).fill('fw-1');
    await page.getByRole('option', { name: /^fw-1/ }).click();
    await form.getByRole('button', { name: 'Test', exact: true }).click();
    await form.getByText(/Is the last number missing\?/).waitFor();
    await form.getByText(`${SESSIONS}.0`, { exact: true }).waitFor();
    await form.getByRole('textbox', { name: 'OID' }).fill(`${SESSIONS}.0`);
    await form.getByRole('button', { name: 'Test', exact: true }).click();
    await form.getByText(/A poll would store 4210\./).waitFor();
    await form.getByText('Gauge32', { exact: true }).waitFor();
    await form.getByRole('textbox', { name: 'Counter' }).fill('fw_sessions');
    await page.getByRole('option', { name: /fw_sessions/ }).click();
    await shot(page, 'polling-form');
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create' }).click();
    const grid = page.getByRole('grid', { name: 'Pollers' });
    await grid.getByText('Sessions', { exact: true }).waitFor();
    expect(await stored('Sessions')).toMatchObject({ oid: `${SESSIONS}.0`, counters: ['fw_sessions'] });

    await chooseAction(page, 'Actions on Sessions', 'Edit…');
    const edit = page.getByRole('dialog', { name: 'Edit Sessions' });
    await edit.getByLabel('Name').fill('Firewall sessions');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await stored('Firewall sessions'))?.active, soon).toBe(true);
    await chooseAction(page, 'Actions on Firewall sessions', 'Deactivate');
    await expect.poll(async () => (await stored('Firewall sessions'))?.active, soon).toBe(false);
    const row = grid.getByText('Firewall sessions', { exact: true });
    await row.waitFor();
    await page.getByRole('switch', { name: 'Show deactivated pollers' }).click();
    await expect.poll(() => row.count(), soon).toBe(0);
    await page.getByRole('switch', { name: 'Show deactivated pollers' }).click();
    await chooseAction(page, 'Actions on Firewall sessions', 'Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => stored('Firewall sessions'), soon).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  it('that are built in are duplicated, switched and tested only, in French', async () => {
    const { page, complaints, close } = await telltale.open('/mt/polling?q=ifHCInOctets', {
      language: 'fr',
    });
    const name = 'ifHCInOctets (IF-MIB)';
    const edit = await actionOf(page, `Actions sur ${name}`, 'Modifier');
    expect(await edit.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('menuitem', { name: 'Dupliquer…' }).click();
    const form = page.getByRole('dialog', { name: 'Nouveau collecteur' });
    expect(await form.getByRole('textbox', { name: 'Nom' }).inputValue()).toBe('');
    expect(await form.getByRole('textbox', { name: 'OID' }).inputValue()).toBe('1.3.6.1.2.1.31.1.1.1.6');
    await form.getByRole('combobox', { name: 'Niveau' }).click();
    await page.getByRole('option', { name: 'Équipement' }).click();
    await form.getByRole('button', { name: 'Créer' }).click();
    await form.getByText('« in_octets » est un compteur du niveau interface.').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Abandonner' }).click();
    await chooseAction(page, `Actions sur ${name}`, 'Tester sur un équipement…');
    const test = page.getByRole('dialog', { name: `Tester ${name}` });
    await test.getByRole('textbox', { name: 'Équipement' }).fill('fw-2');
    await page.getByRole('option', { name: /^fw-2/ }).click();
    await test.getByRole('button', { name: 'Tester', exact: true }).click();
    await test.getByText(/Aucune réponse valide après .* ms\s: pas de réponse à temps\./).waitFor();
    await test.getByRole('textbox', { name: 'Équipement' }).fill('fw-1');
    await page.getByRole('option', { name: /^fw-1/ }).click();
    await test.getByRole('button', { name: 'Tester', exact: true }).click();
    await test.getByRole('cell', { name: 'Gi0/1' }).waitFor();
    await shot(page, 'polling-test-fr');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  atNight('show their devices, cost and KPIs next to the list', async () => {
    await poller.poll();
    const { page, complaints, close } = await telltale.open('/mt/polling?open=in-octets');
    await page.getByText('2 devices, 4 interfaces, every 5 min').waitFor();
    const details = page.getByRole('complementary', { name: 'ifHCInOctets (IF-MIB)' });
    await details.getByText('1 of 2').waitFor();
    await details.getByText(/about .* requests per interval/).waitFor();
    await details.getByRole('list', { name: 'Devices on which it is read' }).getByText('fw-1').waitFor();
    await details.getByRole('list', { name: 'KPIs' }).getByText('itf_in_util', { exact: true }).waitFor();
    await shot(page, 'polling-details');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  atNight('are read-only without the right to write, with the reason at the top', async () => {
    const { page, close } = await telltale.open('/mt/polling', { permissions: ['POLLING.read'] });
    await page
      .getByRole('status')
      .getByText(/^You can view this page but not change it\./)
      .waitFor();
    const add = page.getByRole('button', { name: 'New poller' });
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('grid', { name: 'Pollers' }).getByRole('row').nth(1).waitFor();
    const test = await actionOf(page, 'Actions on ifHCInOctets (IF-MIB)', 'Test on a device');
    expect(await test.getAttribute('aria-disabled')).toBe('true');
    await close();
  });

  it.each(looks)('are without a fault of accessibility: $theme, $language', async (look) => {
    const { page, close } = await telltale.open('/mt/polling?open=ip-sla', look);
    await page.getByRole('complementary').getByRole('heading').first().waitFor();
    await shot(page, `polling-${look.theme}-${look.language}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });
});
