import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { managerUser, simulated } from '#tests/fixtures/sdwan/managers.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { looks } from './support/looks.ts';
import { chooseAction } from './support/row-menu.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const telltale = await consoleOfFile({ sdwanAllowedNetworks: ['127.0.0.0/8'] });

let manager: Awaited<ReturnType<typeof simulated.fortinet>>;
beforeAll(async () => {
  manager = await simulated.fortinet();
});
afterAll(() => {
  manager.close();
});

/** Two managers whose credentials expire, one with alarms and proposals; returns its id. */
async function known(): Promise<number> {
  const { db } = telltale.stack;
  const before = await stored('East');
  if (before !== undefined) return before.id;
  const now = telltale.clock.now().getTime();
  const { id: customer } = await db
    .selectFrom('customer')
    .select('id')
    .where('client_id', '=', 'acme')
    .executeTakeFirstOrThrow();
  const row = {
    kind: 'vmanage',
    login: 'noc',
    password: '',
    organization: '',
    elastic_url: '',
    vsd_name: '',
    adom: '',
    vdom: '',
    is_multi_tenant: false,
    customer_id: customer,
    client_id: '',
    verify_tls: false,
    suspend_provisioning: true,
    suspend_collect: true,
    alarms_at: new Date(now),
  } as const;
  const certificate = { fingerprint: 'AA:BB:CC', subject: 'manager', expiresMs: now + 9 * 86_400_000 };
  const { id } = await db
    .insertInto('sdwan_server')
    .values({
      ...row,
      name: 'East',
      url: 'https://east.invalid',
      suspend_collect: false,
      collected_at: new Date(now - 60_000),
      volumes_at: new Date(now - 60_000),
      volumes_fault: { code: 'SDWAN_RESPONSE_TOO_LARGE', params: { max: 40 } },
      unplaced: {
        devices: { count: 7, names: ['edge-11', 'edge-12', 'edge-13', 'edge-14', 'edge-15'] },
        tenants: { count: 0, names: [] },
      },
      certificate: { ...certificate, changedMs: now - 3_600_000 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const past = new Date(now - 86_400_000).toISOString().slice(0, 10);
  await db
    .insertInto('sdwan_server')
    .values({
      ...row,
      name: 'West',
      url: 'https://west.invalid',
      signs_in_with: 'token',
      secret_expires_on: past,
    })
    .execute();
  const alarm = { server_id: id, customer_id: customer, type: 'System_Down', is_event: false };
  await db
    .insertInto('sdwan_alarm')
    .values([
      {
        ...alarm,
        key: '1',
        severity: 'critical',
        message: 'edge-1 does not respond',
        device: 'edge-1',
        raised_at: new Date(now - 3_600_000),
      },
      {
        ...alarm,
        key: '2',
        severity: 'minor',
        message: 'Certificate renewed',
        device: '',
        raised_at: new Date(now - 7_200_000),
        cleared_at: new Date(now - 5_000_000),
      },
    ])
    .execute();
  const content = {
    address: '192.0.2.1',
    model: 'C8300',
    site: 'Lyon',
    latitude: 45.7,
    longitude: 4.8,
    description: '',
    speedBps: null,
    fields: {},
  };
  const proposed = { server_id: id, customer_id: customer, change: 'added' } as const;
  const port = { ...content, model: '', site: '', description: 'WAN access', speedBps: 1e9 };
  await db
    .insertInto('sdwan_proposal')
    .values([
      { ...proposed, kind: 'device', device: 'edge-1', name: 'edge-1', content },
      {
        ...proposed,
        kind: 'device',
        device: 'edge-9',
        name: 'edge-9',
        content: { ...content, address: '192.0.2.9' },
      },
      {
        ...proposed,
        kind: 'interface',
        device: 'edge-1',
        name: 'GigabitEthernet0/0/0',
        content: { ...port, fields: { address: '198.51.100.1/30', color: 'mpls' } },
      },
    ])
    .execute();
  return id;
}

const stored = (name: string) =>
  telltale.stack.db.selectFrom('sdwan_server').selectAll().where('name', '=', name).executeTakeFirst();

describe('an SD-WAN manager', () => {
  it('is added after a confirmation when its check fails, edited, checked, synchronised and deleted', async () => {
    const { page, complaints, close } = await telltale.open('/mt/sdwanmanagers');
    await page.getByRole('button', { name: 'Add a manager' }).first().click();
    const form = page.getByRole('dialog', { name: 'New SD-WAN manager' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('North');
    await form.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Fortinet' }).click();
    await form.getByRole('textbox', { name: 'Address', exact: true }).fill(manager.url);
    await form.getByRole('textbox', { name: 'Username', exact: true }).fill(managerUser.login);
    await form.getByLabel('Password').first().fill('wrong');
    await form.getByRole('textbox', { name: 'ADOM', exact: true }).fill('acme');
    await form.getByLabel('Customer ID at the manager').fill('Acme Corp');
    await form.getByRole('button', { name: 'Add' }).click();
    await form
      .getByText(/contains illegal characters/)
      .first()
      .waitFor();
    await form
      .getByText(/needs the information of that customer/)
      .first()
      .waitFor();
    await form.getByLabel('Customer ID at the manager').fill('acme');
    await form.getByRole('combobox', { name: 'Customer', exact: true }).fill('acme');
    await page.getByRole('option', { name: 'Customer acme' }).click();
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByText(/Save and disable automatic provisioning and collection\?/).waitFor();
    await form
      .getByText(/Authentication on the SD-WAN manager failed\./)
      .first()
      .waitFor();
    await shot(page, 'sdwan-unchecked');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await stored('North')).toBeUndefined();
    const anyway = form.getByRole('button', { name: 'Save and suspend' });
    await anyway.waitFor();
    // What is changed after the check that failed is checked again.
    await form.getByLabel('Password').first().fill('wrong as well');
    await form.getByRole('button', { name: 'Add' }).click();
    await anyway.click();
    const grid = page.getByRole('grid', { name: 'SD-WAN managers' });
    await grid.getByText('Unavailable').waitFor();
    expect(await stored('North')).toMatchObject({ suspend_provisioning: true, suspend_collect: true });

    await chooseAction(page, 'Actions on North', 'Edit…');
    const edit = page.getByRole('dialog', { name: 'Edit North' });
    const password = edit.getByLabel('Password').first();
    expect(await password.getAttribute('placeholder')).toBe('Stored. Leave empty to keep it.');
    await password.fill(managerUser.password);
    await edit.getByRole('switch', { name: 'Pause automatic provisioning' }).click();
    await edit.getByRole('switch', { name: 'Pause collection' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await grid.getByText('Available', { exact: true }).waitFor();
    manager.fail({ fault: 'forbidden' });
    await chooseAction(page, 'Actions on North', 'Check');
    await grid.getByText('Unavailable', { exact: true }).waitFor();
    manager.fail();
    await chooseAction(page, 'Actions on North', 'Check');
    await grid.getByText('Available', { exact: true }).waitFor();
    await chooseAction(page, 'Actions on North', 'Synchronise');
    await grid.getByText('Requested').waitFor();
    await shot(page, 'sdwan-list');
    await chooseAction(page, 'Actions on North', 'Proposals');
    const proposals = page.getByRole('dialog', { name: 'Proposals of North' });
    await proposals.getByText('The inventory agrees with the manager').waitFor();
    await page.keyboard.press('Escape');
    await chooseAction(page, 'Actions on North', 'Delete…');
    await page.getByRole('dialog', { name: 'Delete North?' }).getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => stored('North'), soon).toBeUndefined();
    await page.getByText('No SD-WAN manager').waitFor();
    await shot(page, 'sdwan-empty');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(looks)('shows what expires, its alarms and its proposals on accessible pages, %o', async (look) => {
    const id = await known();
    const { page, close } = await telltale.open('/mt/sdwanmanagers', look);
    await page.getByText('East, West').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const name = `${look.theme}-${look.language}`;
    const lacking =
      look.language === 'fr'
        ? ['7 équipements mesurés sont absents de l’inventaire', 'Applications non lues']
        : ['7 measured devices are not in the inventory: edge-11', 'Applications not read'];
    for (const text of lacking) await page.getByText(text).first().waitFor();
    for (const width of [390, 1_280, 1_920]) {
      await page.setViewportSize({ width, height: 900 });
      await shot(page, `sdwan-known-${name}-${String(width)}`);
    }
    for (const [dialog, text] of [
      ['alarms', 'edge-1 does not respond'],
      ['proposals', 'GigabitEthernet0/0/0'],
      ['edit', 'AA:BB:CC'],
      ['edit', look.language === 'fr' ? 'edge-15, 2 de plus' : 'edge-15, 2 more'],
    ] as const) {
      const opened = await telltale.open(`/mt/sdwanmanagers?${dialog}=${String(id)}`, look);
      await opened.page.getByText(text).first().waitFor();
      expect(await accessibilityFaults(opened.page)).toEqual([]);
      for (const width of [390, 1_280]) {
        await opened.page.setViewportSize({ width, height: 900 });
        await shot(opened.page, `sdwan-${dialog}-${name}-${String(width)}`);
      }
      await opened.close();
    }
    await close();
  });

  it('is accepted in part: what words find', async () => {
    const id = await known();
    const { page, close } = await telltale.open(`/mt/sdwanmanagers?proposals=${String(id)}`);
    const proposals = page.getByRole('dialog', { name: 'Proposals of East' });
    await proposals.getByRole('button', { name: 'Accept all (3)' }).waitFor();
    await proposals.getByRole('textbox', { name: 'Element, device, customer or kind' }).fill('edge-9');
    await proposals.getByRole('button', { name: 'Accept those found (1)' }).click();
    await page.getByText('1 proposal accepted.').waitFor();
    await proposals.getByRole('textbox', { name: 'Element, device, customer or kind' }).fill('');
    await proposals.getByRole('button', { name: 'Accept all (2)' }).waitFor();
    const left = await telltale.stack.db.selectFrom('sdwan_proposal').select('name').execute();
    expect(left.map(({ name }) => name).toSorted()).toEqual(['GigabitEthernet0/0/0', 'edge-1']);
    await close();
  });

  it('can be read, and not changed, without the right to write', async () => {
    const { page, close } = await telltale.open('/mt/sdwanmanagers', {
      permissions: ['NETWORK.SDWAN_MANAGER.read', 'NETWORK.PROVISIONING.read'],
    });
    await expect
      .poll(() => page.getByRole('button', { name: 'Add a manager' }).first().isDisabled(), soon)
      .toBe(true);
    await close();
  });
});

describe('an SD-WAN dashlet', () => {
  it('is tried while it is built, and shows its readers what the manager answers, also on a wall by display token', async () => {
    const acme = telltale.customers.get('acme')!;
    // The first one of the customer is called.
    await telltale.stack.db.deleteFrom('sdwan_server').execute();
    await telltale.account({ username: 'owner of managers', permissions: permissionKeys });
    const owner = await telltale.signedIn('owner of managers');
    const body = {
      name: 'Of acme',
      kind: 'fortinet',
      url: manager.url,
      ...managerUser,
      adom: 'acme',
      vdom: '',
      organization: '',
      elasticUrl: '',
      vsdName: '',
      isMultiTenant: false,
      customer: acme,
      clientId: '',
      verifyTls: true,
      suspendProvisioning: true,
      suspendCollect: true,
    };
    const made = await owner.send('POST', '/api/v1/mt/sdwanmanagers', { body });
    expect([made.statusCode, made.body]).toEqual([200, made.body]);
    const { page, complaints, close } = await telltale.open(`/dashboard?customer=${String(acme)}`);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Firewalls');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Add a dashlet' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'SD-WAN', exact: true }).click();
    await page.getByRole('textbox', { name: 'Endpoint' }).fill('/dvmdb/adom/{manager.tenant}/device');
    const dashlet = page.getByRole('article');
    await expect.poll(() => dashlet.getByRole('row').count(), soon).toBeGreaterThan(3);
    await shot(page, 'sdwan-dashlet-editor');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect.poll(() => dashlet.getByRole('row').count(), soon).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Show on a wall…' }).click();
    await page.getByRole('textbox', { name: 'Name of the screen' }).fill('Hall');
    await page.getByRole('button', { name: 'Create link' }).click();
    const address = await page.locator('.tt-wall-address code').textContent();
    expect(complaints).toEqual([]);
    await close();

    const wall = await telltale.visit(new URL(address!).href.slice(telltale.url.length), { theme: 'light' });
    await expect.poll(() => wall.page.getByRole('article').getByRole('row').count(), soon).toBeGreaterThan(3);
    await shot(wall.page, 'sdwan-dashlet-wall-light');
    expect(wall.complaints).toEqual([]);
    await wall.close();
  });
});
