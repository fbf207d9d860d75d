import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';

const telltale = await consoleOfFile();

describe('changes of the network inventory', () => {
  it('switch the collection of the selected elements, edit them after a difference, and are logged', async () => {
    const acme = String(telltale.customers.get('acme'));
    const { page, complaints, close } = await telltale.open(`/inventory?customer=${acme}`);
    const grid = page.getByRole('grid', { name: 'Sites' });
    await grid.getByText('acme one').waitFor();
    await grid
      .getByRole('row', { name: /acme one/ })
      .getByRole('checkbox')
      .click();
    const bar = page.getByRole('group', { name: 'Selected elements' });
    await bar.getByRole('button', { name: 'Select all 2 that match' }).click();
    await bar.getByText('2 elements selected').waitFor();
    await bar.getByRole('button', { name: 'Deactivate collection' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This takes effect within 10 to 15 minutes.').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Power cut');
    expect(await accessibilityFaults(page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Deactivate collection' }).click();
    await page.getByText('Collection of 2 elements deactivated').waitFor();
    await grid.getByText('Not collected').first().waitFor();
    await grid.getByText('Power cut').first().waitFor();

    await grid
      .getByRole('row', { name: /acme one/ })
      .getByRole('checkbox')
      .click();
    await bar.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('textbox', { name: 'City' }).fill('Villeurbanne');
    await dialog.getByRole('textbox', { name: 'Networks' }).fill('10.0.0.1');
    await dialog.getByRole('button', { name: 'Show changes' }).click();
    await dialog
      .getByText(/prefix/)
      .first()
      .waitFor();
    await dialog.getByRole('textbox', { name: 'Networks' }).fill('10.4.0.0/16');
    await dialog.getByRole('textbox', { name: 'Tags' }).fill('core, south');

    await dialog.getByRole('button', { name: 'Show changes' }).click();
    await dialog.getByRole('row', { name: /City .*Villeurbanne/ }).waitFor();

    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Change 1 element' }).click();
    await page.getByText('1 element changed').waitFor();

    await page.getByRole('button', { name: 'Action log' }).click();
    await dialog.getByText('Edited').first().waitFor();
    await dialog
      .getByText(/Power cut/)
      .first()
      .waitFor();

    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
    await close();
  });

  it('are made on the page of an element, and a deletion lists what goes with it first', async () => {
    const acme = String(telltale.customers.get('acme'));
    const { page, complaints, close } = await telltale.open(`/inventory?customer=${acme}&q=two`);
    await page.getByRole('grid', { name: 'Sites' }).getByText('acme two').click();
    await page.getByRole('heading', { name: 'acme two' }).waitFor();
    await page
      .getByText(/Power cut/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Activate collection' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate collection' }).click();
    await page.getByText('Collection of 1 element activated').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('region', { name: 'Also affected' }).waitFor();

    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 element deleted').waitFor();
    await page.getByRole('grid', { name: 'Sites' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('move a device to another site or customer, which shows what follows, and back', async () => {
    const { db } = telltale.stack;
    const [acme, globex] = ['acme', 'globex'].map((name) => telltale.customers.get(name)!);
    const site = [...telltale.inventory().sites.values()].find(({ name }) => name === 'acme one')!;
    const { id } = await db
      .insertInto('network_element')
      .values({ customer_id: acme!, kind: 'device', parent_id: site.id, name: 'mover-1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('device').values({ id, address: '192.0.2.70' }).execute();
    await db.insertInto('exporter').values({ address: '192.0.2.70', device_id: id }).execute();
    await telltale.followInventory();
    const { page, complaints, close } = await telltale.open(
      `/inventory?customer=${String(acme)}&kind=device&q=mover`,
    );
    await page.getByRole('grid', { name: 'Devices' }).getByText('mover-1', { exact: true }).click();
    await page.getByRole('heading', { name: 'mover-1' }).waitFor();
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Customer' }).fill('globex');
    await page.getByRole('option', { name: 'Customer globex' }).click();
    await dialog.getByRole('combobox', { name: 'Site' }).fill('globex one');
    await page.getByRole('option', { name: 'globex one' }).click();
    await shot(page, 'inventory-move-place');
    await dialog.getByRole('button', { name: 'Show changes' }).click();
    await dialog
      .getByRole('region', { name: 'Goes along' })
      .getByText(/^Exporter addresses/)
      .waitFor();
    await dialog.getByRole('region', { name: 'Stays with the customer of today' }).waitFor();
    await dialog.getByRole('row', { name: /Site .*acme one.*globex one/ }).waitFor();
    await shot(page, 'inventory-move');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move 1 device' }).click();
    await page.getByText('1 device moved').waitFor();
    const place = async () =>
      db.selectFrom('network_element').select('customer_id').where('name', '=', 'mover-1').executeTakeFirst();
    expect(await place()).toEqual({ customer_id: globex });
    await telltale.followInventory();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Moved back').waitFor();
    expect(await place()).toEqual({ customer_id: acme });
    expect(complaints).toEqual([]);
    await close();
  });

  it('are found by zone, by client network and as orphans', async () => {
    const acme = String(telltale.customers.get('acme'));
    const { page, complaints, close } = await telltale.open(`/inventory?customer=${acme}`);
    const tabs = page.getByRole('tablist', { name: 'Kinds of elements' });
    await tabs.getByRole('tab', { name: 'Tunnels' }).waitFor();
    await page.getByRole('combobox', { name: 'Zone' }).click();
    await page.getByRole('option', { name: 'SLA' }).click();
    await tabs.getByRole('tab', { name: 'Probes', selected: true }).waitFor();
    expect(await tabs.getByRole('tab').count()).toBe(1);
    await page.goto(`${telltale.url}/inventory?customer=${acme}`);
    await page.getByRole('combobox', { name: 'Customer network' }).click();
    await page.getByRole('option', { name: 'Orphans (in no network)' }).click();
    await page.getByText(/An element is in the networks of its site/).waitFor();

    expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
