import { beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { humanAt } from '../support/human.ts';
import { shot } from '../support/shot.ts';

// Stores delete what is old by the time of the machine.
const telltale = await consoleOfFile({ startsAt: systemClock.now().getTime() });
const acme = telltale.customers.get('acme')!;
const STEP_S = 300;
const STEPS = 288;
const PORTS = [81, 82, 83];

/** A router with three ports that were polled all day. */
beforeAll(async () => {
  const inventory = telltale.inventory();
  const site = [...inventory.sites.values()].find(({ customer }) => customer === acme)!.id;
  const common = { customer: acme, site, active: true };
  (inventory.devices as Map<number, DeviceEntry>).set(70, {
    ...common,
    id: 70,
    name: 'edge-1',
    address: '',
    vendor: 'Cisco',
    model: '',
    snmp: undefined,
    exporters: [],
    interfaces: PORTS,
  });
  for (const id of PORTS)
    (inventory.interfaces as Map<number, InterfaceEntry>).set(id, {
      ...common,
      id,
      name: `Gi0/${String(id)}`,
      device: 70,
      alias: '',
      index: null,
      bandwidthInBps: null,
      bandwidthOutBps: null,
    });
  const end = Math.floor(telltale.clock.now().getTime() / 1_000 / STEP_S) * STEP_S;
  const rows = PORTS.flatMap((element) =>
    Array.from({ length: STEPS }, (_, index) => {
      const numerator = element + 10 * Math.sin(index / 20);
      return { element, at: end - (index + 1) * STEP_S, value: numerator, numerator };
    }),
  );
  await telltale.stack.clickhouse.insertRowBinary({
    table: 'measures',
    columns: Object.keys(measures.columns),
    rows: codecOf(measures).encode(
      [kpis.itf_in_util.id, kpis.itf_in_bps.id].flatMap((kpi) =>
        rows.map((row) => ({ ...row, customer: acme, site, kpi, length: STEP_S, denominator: 1 })),
      ),
    ),
  });
});

describe('a new user', () => {
  it('builds a useful dashboard from nothing in under two minutes, led by the tour', async () => {
    const { page, complaints, close } = await telltale.open(`/dashboard?customer=${String(acme)}`);
    const human = humanAt(page);
    const card = page.getByRole('complementary', { name: 'Tour: your first dashboard' });
    const step = async (number: number): Promise<void> => {
      await card.getByText(`Step ${String(number)} of 7`).waitFor();
      await shot(page, `tour-${String(number)}`);
      await human.read(card);
    };
    const settings = page.getByRole('complementary', { name: /^Settings of/ });
    const [timeline, table] = [page.locator('[data-type="timeline"]'), page.locator('[data-type="table"]')];
    const add = async (type: string): Promise<void> => {
      await human.click(page.getByRole('button', { name: 'Add a dashlet' }).first());
      await human.click(page.getByRole('dialog').getByRole('button', { name: type, exact: true }));
    };
    const invitation = page.getByRole('button', { name: 'Start the tour' });
    await invitation.waitFor();
    const started = performance.now();
    await human.read(page.getByText('No dashboard of your own yet.'));
    await human.click(invitation);
    await step(1);
    await human.click(page.getByRole('button', { name: 'New', exact: true }));
    await step(2);
    await human.type('WAN lines of today');
    await human.click(page.getByRole('dialog').getByRole('button', { name: 'Create' }));
    await step(3);
    await add('Timeline');
    await step(4);
    await human.click(settings.getByLabel('KPI', { exact: true }).first());
    await human.click(page.getByRole('option', { name: 'Inbound throughput', exact: true }));
    await timeline.locator('canvas').waitFor();
    await human.click(card.getByRole('button', { name: 'Next' }));
    await step(5);
    await add('Table');
    await human.click(page.getByRole('button', { name: 'Save', exact: true }));
    await step(6);
    await human.click(page.getByRole('button', { name: 'Done', exact: true }));
    await step(7);
    await human.click(card.getByRole('button', { name: 'Finish' }));
    const seconds = (performance.now() - started) / 1_000;
    // Values, not frames.
    expect(await timeline.locator('canvas').count()).toBe(1);
    expect(await table.getByRole('row').count()).toBe(1 + PORTS.length);
    expect(seconds).toBeLessThan(120);
    expect(complaints).toEqual([]);
    await close();
  }, 300_000);
});
