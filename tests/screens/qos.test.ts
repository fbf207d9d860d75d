import { expect, it } from 'vitest';
import type { ComponentEntry, DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { flowCodec, flowRow } from '#tests/fixtures/writer-rows.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { chooseAction } from './support/row-menu.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';
import { HOUR_S } from '#schemas/time/duration.ts';

const telltale = await consoleOfFile({ startsAt: Date.now() });

const classes = () =>
  telltale.stack.db
    .selectFrom('qos_class')
    .innerJoin('qos_model', 'qos_model.id', 'model_id')
    .select(['qos_class.name', 'rules', 'customer_id', 'colour', 'share'])
    .orderBy('customer_id')
    .orderBy('sort_order')
    .execute();
const namesOf = async (customer: number | null) =>
  (await classes()).filter(({ customer_id: own }) => own === customer).map(({ name }) => name);

/** Three classes of a policy on a router of `acme`, an hour of their KPIs, and flows of two DSCP values. */
async function addNetwork(): Promise<void> {
  const customer = telltale.customers.get('acme')!;
  const inventory = telltale.inventory();
  const { id: site } = [...inventory.sites.values()].find((one) => one.customer === customer)!;
  const device = 9_000;
  const placed = { customer, site, active: true };
  (inventory.devices as Map<number, DeviceEntry>).set(device, {
    ...placed,
    id: device,
    name: 'edge-1',
    address: '',
    vendor: 'Cisco',
    model: '',
    snmp: undefined,
    exporters: [],
    interfaces: [],
  });
  const names = ['VOICE', 'VIDEO', 'class-default'];
  for (const [at, name] of names.entries())
    (inventory.components as Map<number, ComponentEntry>).set(9_001 + at, {
      ...placed,
      id: 9_001 + at,
      device,
      name,
      kind: 'class',
      scope: 'snmp',
      fields: {},
      key: `Gi0/1 / out / WAN-EDGE-OUT / ${name}`,
    });
  const nowMs = telltale.clock.now().getTime();
  const hour = Math.floor(nowMs / 1_000 / HOUR_S) * HOUR_S;
  const row = (at: number, hours: number) => {
    const numerator = 8_000_000 * (at + 1) * (1 + (hours % 5));
    return {
      customer,
      site,
      element: 9_001 + at,
      kpi: kpis.cos_out_bps.id,
      at: hour - hours * HOUR_S,
      length: 300,
      value: numerator / 300,
      numerator,
      denominator: 300,
    };
  };
  await telltale.stack.clickhouse.insertRowBinary({
    table: 'measures',
    columns: Object.keys(measures.columns),
    rows: codecOf(measures).encode(
      names.flatMap((_, at) => Array.from({ length: 20 }, (__, hours) => row(at, hours + 1))),
    ),
  });
  const flow = (dscp: number, bytes: number) => ({
    ...flowRow(0, nowMs - 60_000),
    customer,
    site,
    exporter: device,
    direction: 0,
    duplicate: 0,
    source_site: site,
    bytes: BigInt(bytes),
    packets: 1n,
    dscp,
  });
  await telltale.stack.clickhouse.insertRowBinary({
    table: 'flows',
    columns: Object.keys(flows.columns),
    rows: flowCodec.encode([flow(46, 60_000_000), flow(34, 20_000_000), flow(36, 20_000_000)]),
  });
}

it('defines classes of service, puts them in order, and maps what nothing has', async () => {
  await addNetwork();
  const { page, complaints, close } = await telltale.open('/mt/qos');
  await page.getByText('No class of service yet').waitFor();
  const add = async (name: string, fields: Readonly<Record<string, string>>, colour: string) => {
    await page.getByRole('button', { name: 'Add a class' }).click();
    const form = page.getByRole('dialog', { name: 'New class of service' });
    await form.getByLabel('Name').fill(name);
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value);
    await form.getByRole('radio', { name: colour }).check();
    return form;
  };
  const first = await add(
    'Voice',
    { DSCP: 'EF, AF99', 'Bandwidth share': '30', 'Class maps': 'VOICE*' },
    'Green',
  );
  await first.getByRole('button', { name: 'Add', exact: true }).click();
  await first
    .getByText(/AF99 is not a DSCP/)
    .first()
    .waitFor();
  await first.getByLabel('DSCP').fill('EF, CS5');
  await first.getByRole('button', { name: 'Add', exact: true }).click();
  await first.waitFor({ state: 'hidden' });
  const second = await add(
    'Rest',
    { DSCP: 'CS0, ef', 'Bandwidth share': '80', 'Class maps': 'Cisco: class-default' },
    'Grey',
  );
  await second.getByRole('button', { name: 'Add', exact: true }).click();
  await second.getByText('The class Voice already has the DSCP EF.').first().waitFor();
  await second
    .getByText(/add up to 110%/)
    .first()
    .waitFor();
  await shot(page, 'qos-form-faults');
  expect(await accessibilityFaults(page)).toEqual([]);
  await second.getByLabel('DSCP').fill('CS0');
  await second.getByLabel('Bandwidth share').fill('60');
  await second.getByRole('button', { name: 'Add', exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Classes of service' });
  await grid.getByText('EF, CS5').waitFor();
  await grid.getByText('Cisco: class-default').waitFor();
  await page.getByText('Shares: 90% of 100%').waitFor();
  expect(
    (await classes()).map(({ name, rules, colour, share }) => [name, rules.dscp, colour, share]),
  ).toEqual([
    ['Voice', [46, 40], 'green', 30],
    ['Rest', [0], 'grey', 60],
  ]);

  await page.getByRole('button', { name: 'Order…' }).click();
  const order = page.getByRole('dialog', { name: 'Matching order' });
  await order.getByRole('button', { name: 'Move Rest up' }).focus();
  await page.keyboard.press('Enter');
  await order.getByRole('button', { name: 'Save order' }).click();
  await expect.poll(() => namesOf(null), soon).toEqual(['Rest', 'Voice']);
  await page.getByRole('button', { name: 'Order…' }).click();
  const again = page.getByRole('dialog', { name: 'Matching order' });
  await again.getByRole('listitem').nth(1).dragTo(again.getByRole('listitem').nth(0));
  await again.getByRole('button', { name: 'Save order' }).click();
  await expect.poll(() => namesOf(null), soon).toEqual(['Voice', 'Rest']);

  await page.getByRole('tab', { name: 'Traffic' }).click();
  await page.getByText('Responses are slow with all customers selected.').first().waitFor();
  const all = page.getByRole('grid', { name: 'Traffic' });
  await all.getByRole('row').filter({ hasText: 'Customer acme' }).first().waitFor();
  await shot(page, 'qos-traffic-across');
  await page.getByRole('tab', { name: 'Unmapped' }).click();
  const left = page.getByRole('grid', { name: 'Unmapped' });
  await left.getByRole('row').filter({ hasText: 'AF41' }).waitFor();
  await shot(page, 'qos-unmapped-across');
  expect(await accessibilityFaults(page)).toEqual([]);
  await chooseAction(page, 'Actions on AF41', 'Map to a class…');
  const mapped = page.getByRole('dialog', { name: 'Map AF41 to a class' });
  await mapped.getByRole('combobox', { name: 'Class of service' }).click();
  await page.getByRole('option', { name: 'Voice' }).click();
  await mapped.getByText(/Maps it for 1 customer/).waitFor();
  await shot(page, 'qos-map');
  expect(await accessibilityFaults(page)).toEqual([]);
  await mapped.getByRole('button', { name: 'Map' }).click();
  await expect.poll(() => left.getByText('AF41').count(), soon).toBe(0);
  expect((await classes())[0]?.rules.dscp).toEqual([46, 40, 34]);
  await page.getByRole('button', { name: 'By customer' }).click();
  await left.getByRole('row').filter({ hasText: 'VIDEO' }).getByText('Customer acme').waitFor();

  await page.getByRole('tab', { name: 'Mapping' }).click();
  await page.getByText('Choose a customer').first().waitFor();
  await page.getByRole('combobox', { name: 'Classes of' }).click();
  await page.getByRole('option', { name: 'Customer acme' }).click();
  const rules = page.getByRole('grid', { name: 'Mapping' });
  const rule = rules.getByRole('row').filter({ hasText: 'VOICE*' });
  await rule.getByText('Class map').waitFor();
  expect(await rule.textContent()).toContain('Voice1');
  await shot(page, 'qos-mapping');

  await page.getByRole('tab', { name: 'Unmapped' }).click();
  const unmapped = page.getByRole('grid', { name: 'Unmapped' });
  await unmapped.getByText('edge-1 / Gi0/1 / out / WAN-EDGE-OUT / VIDEO').waitFor();
  await unmapped.getByRole('row').filter({ hasText: 'AF42' }).getByText('20').first().waitFor();
  await page.getByText(/of traffic without a class, 20/).waitFor();
  await shot(page, 'qos-unmapped');
  expect(await accessibilityFaults(page)).toEqual([]);
  await chooseAction(page, 'Actions on VIDEO', 'Add to Rest');
  await expect.poll(() => unmapped.getByText('VIDEO', { exact: true }).count(), soon).toBe(0);
  const customer = telltale.customers.get('acme')!;
  expect(await namesOf(customer)).toEqual(['Rest']);

  await page.getByRole('tab', { name: 'Traffic' }).click();
  const traffic = page.getByRole('grid', { name: 'Traffic' });
  await traffic.getByRole('row').filter({ hasText: 'Rest' }).getByText('2', { exact: true }).waitFor();
  expect(await traffic.getByRole('row').filter({ hasText: 'Voice' }).textContent()).toMatch(/bit\/s|bps/);
  await shot(page, 'qos-traffic');
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Classes of service' }).click();
  await grid.getByText('Customer', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Classes in force' }).click();
  await page.getByRole('option', { name: 'Own classes only' }).click();
  await expect.poll(() => namesOf(customer), soon).toEqual(['Rest', 'Voice']);
  await page.getByRole('combobox', { name: 'Classes in force' }).click();
  await page.getByRole('option', { name: 'Classes of the provider' }).click();
  await page.getByRole('dialog').getByText('2 own classes of the customer are deleted.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Return' }).click();
  await expect.poll(() => namesOf(customer), soon).toEqual([]);
  await shot(page, 'qos-classes');
  expect(complaints).toEqual([]);
  await close();
});

it('is read-only without the permission to write, in French', async () => {
  const { page, complaints, close } = await telltale.open('/mt/qos', {
    language: 'fr',
    theme: 'light',
    permissions: ['NETWORK.QOS.read'],
  });
  await page.getByRole('grid', { name: 'Classes de service' }).getByText('Voice', { exact: true }).waitFor();
  await page.getByRole('status').getByText(/QoS/).first().waitFor();
  const add = page.getByRole('button', { name: 'Ajouter une classe' });
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await shot(page, 'qos-classes-fr');
  expect(complaints).toEqual([]);
  await close();
});
