import { DiscoveryRequest } from '#schemas/discovery/request.ts';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { looks } from './support/looks.ts';
import { actionOf, chooseAction } from './support/row-menu.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

const telltale = await consoleOfFile();

const file = (name: string, ...lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['Client ID;Site;Lat;Lon;Hostname;IP address;Port', ...lines].join('\n')),
});

const named = (name: string) =>
  telltale.stack.db.selectFrom('network_element').select('kind').where('name', '=', name).executeTakeFirst();

describe('imports', () => {
  it('are uploaded, compared, corrected, applied and undone', async () => {
    const { page, complaints, close } = await telltale.open('/mt/provisioning');
    await page.getByRole('button', { name: 'Import a file' }).first().click();
    const upload = page.getByRole('dialog', { name: 'Import a file' });
    await upload
      .getByLabel('Choose a file', { exact: true })
      .setInputFiles(
        file(
          'brest.csv',
          'acme;Brest;48.4;-4.5;quay-1;192.0.2.77;Gi0/0',
          'acme;Brest;;;quay-1;300.1.1.1;Gi0/1',
        ),
      );
    await upload.getByText('brest.csv').waitFor();
    await shot(page, 'provisioning-upload');
    expect(await accessibilityFaults(page)).toEqual([]);
    await upload.getByRole('button', { name: 'Preview changes' }).click();

    const detail = page.getByRole('dialog', { name: 'brest.csv' });
    await detail.getByText('“300.1.1.1” is not an IP address.').waitFor();
    await detail.getByText('acme / Brest / quay-1', { exact: true }).waitFor();
    await shot(page, 'provisioning-difference');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await named('Brest')).toBeUndefined();
    const apply = detail.getByRole('button', { name: 'Apply changes' });
    expect(await apply.getAttribute('aria-disabled')).toBe('true');
    await detail.locator('summary').click();
    await detail.getByRole('combobox', { name: 'Lines in error' }).click();
    await page.getByRole('option', { name: 'Skip them, import the others' }).click();
    await shot(page, 'provisioning-columns');
    await detail.getByRole('button', { name: 'Compare again' }).click();
    await expect.poll(() => apply.getAttribute('aria-disabled'), soon).not.toBe('true');
    await apply.click();
    await detail.getByText('Partly applied').waitFor();
    expect((await named('quay-1'))?.kind).toBe('device');
    await detail.getByRole('button', { name: 'Close' }).last().click();

    const grid = page.getByRole('grid', { name: 'Imports' });
    await grid.getByText('brest.csv').waitFor();
    await shot(page, 'provisioning-list');
    expect(await accessibilityFaults(page)).toEqual([]);
    await chooseAction(page, 'Actions on brest.csv', 'Undo');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await grid.getByText('Undone').waitFor();
    expect(await named('Brest')).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  atNight('are shown only to a user who may not change anything, in French', async () => {
    const { page, complaints, close } = await telltale.open('/mt/provisioning', {
      language: 'fr',
      permissions: ['NETWORK.PROVISIONING.read'],
    });
    const add = page.getByRole('button', { name: 'Importer un fichier' }).first();
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    const undo = await actionOf(page, 'Actions sur brest.csv', 'Relancer');
    expect(await undo.getAttribute('aria-disabled')).toBe('true');
    expect(complaints).toEqual([]);
    await close();
  });

  atNight('are scheduled, with the next runs in the list', async () => {
    const { page, complaints, close } = await telltale.open('/mt/provisioning?tab=schedules');
    await page.getByRole('button', { name: 'Schedule an import' }).first().click();
    const form = page.getByRole('dialog', { name: 'Schedule an import' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Nightly');
    await form.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'HTTPS address' }).click();
    await form.getByRole('textbox', { name: 'Address' }).fill('http://files.example.net/a.csv');
    await form.getByRole('textbox', { name: 'Cron expression' }).fill('61 6 * * *');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByRole('textbox', { name: 'Address' }).fill('https://files.example.net/a.csv');
    await form.getByRole('button', { name: 'Create' }).click();
    await form
      .getByText(/Not a valid cron expression/)
      .first()
      .waitFor();
    await form.getByRole('textbox', { name: 'Cron expression' }).fill('0 6 * * 1-5');
    await shot(page, 'provisioning-schedule');
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('grid', { name: 'Scheduled imports' }).getByText('Nightly').waitFor();
    await shot(page, 'provisioning-schedules');
    await chooseAction(page, 'Actions on Nightly', 'Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No scheduled import yet').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('discoveries', () => {
  it('are listed, and their proposals accepted in part', async () => {
    const { db } = telltale.stack;
    const customer = telltale.customers.get('acme')!;
    const site = [...telltale.inventory().sites.values()].find((one) => one.customer === customer)!;
    const found = (address: string, sysName: string) => ({
      address,
      credential: 0,
      sysName,
      description: '',
      objectId: '',
      vendor: 'Cisco',
      model: '',
      serial: sysName,
      serials: [],
      software: '',
      complete: [],
      faults: {},
    });
    const run = await db
      .insertInto('discovery_run')
      .values({
        customer_id: customer,
        site_id: site.id,
        state: 'finished',
        created_by: 'noc',
        request: DiscoveryRequest.parse({
          site: site.id,
          ranges: ['192.0.2.0/24'],
          credentials: [{ community: 'x' }],
        }),
        progress: { addresses: 254, queried: 254, found: 2, rejections: {}, rejected: [] },
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [address, name] of [
      ['192.0.2.91', 'found-1'],
      ['192.0.2.92', 'found-2'],
    ] as const)
      await db
        .insertInto('discovery_proposal')
        .values({
          run_id: run.id,
          customer_id: customer,
          change: 'added',
          kind: 'device',
          name,
          fields: JSON.stringify([]) as never,
          content: JSON.stringify({ kind: 'device', found: found(address, name) }) as never,
        })
        .execute();
    for (const look of looks) {
      const { page, close } = await telltale.open('/mt/provisioning?tab=discoveries', look);
      await page.getByText('192.0.2.0/24').first().waitFor();
      await shot(page, `provisioning-discoveries-${look.theme}-${look.language}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await close();
    }
    const { page, complaints, close } = await telltale.open(
      `/mt/provisioning?tab=discoveries&discovery=${String(run.id)}`,
    );
    const dialog = page.getByRole('dialog', { name: /^Proposals for/ });
    await dialog.getByRole('row', { name: 'found-1' }).getByRole('checkbox').check();
    await shot(page, 'provisioning-proposals');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Accept 1' }).click();
    await expect.poll(() => named('found-1'), soon).toBeDefined();
    expect(await named('found-2')).toBeUndefined();
    await dialog.getByRole('button', { name: 'Accept all' }).click();
    await expect.poll(() => named('found-2'), soon).toBeDefined();
    expect(complaints).toEqual([]);
    await close();
  });
});
