import { expect, it } from 'vitest';
import { packJson } from '#platform/bus/packed-json.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { flows } from '#schemas/table/flows.ts';
import { flowCodec, flowRow } from '#tests/fixtures/writer-rows.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';

const telltale = await consoleOfFile({ startsAt: Date.now() });

const customer = (): number => telltale.customers.get('acme')!;
const sites = () => [...telltale.inventory().sites.values()].filter((site) => site.customer === customer());

/** An hour of flows between both sites of `acme`, and of one of them with the outside. */
async function addFlows(): Promise<void> {
  const [here, there] = sites();
  const row = (destination: number, bytes: number) => ({
    ...flowRow(0, telltale.clock.now().getTime() - 30 * 60_000),
    customer: customer(),
    site: here!.id,
    direction: 0,
    duplicate: 0,
    source_site: here!.id,
    destination_site: destination,
    bytes: BigInt(bytes),
    packets: 10n,
    dscp: 46,
  });
  await telltale.stack.clickhouse.insertRowBinary({
    table: 'flows',
    columns: Object.keys(flows.columns),
    rows: flowCodec.encode([row(there!.id, 450_000_000), row(0, 45_000_000)]),
  });
}

/** What an engine publishes every ten seconds. */
function publishRates(bytes: number): void {
  const [here, there] = sites();
  const state = {
    customer: customer(),
    epoch: 'run 1',
    end: telltale.clock.now().getTime(),
    seconds: 60,
    source: [here!.id],
    destination: [there!.id],
    dscp: [46],
    bytes: [bytes],
    packets: [10],
    others: { bytes: 0, packets: 0 },
  };
  telltale.stack.bus.publish(subjects.traffic(customer()), packJson(state));
}

/** Length of a period of closed windows, as the page names it: `Mean rates of 30 Nov, 10:15–11:00`. */
function secondsOf(text: string): number {
  const [from = Number.NaN, to = Number.NaN] = [...text.matchAll(/(\d+):(\d+)/g)].map(
    ([, hours, minutes]) => 3_600 * Number(hours) + 60 * Number(minutes),
  );
  return (to - from + 86_400) % 86_400;
}

it('shows the traffic between sites of a period and as it is now, and what a pair consists of', async () => {
  await addFlows();
  const [here, there] = sites();
  const { page, complaints, close } = await telltale.open(
    `/flowmap?customer=${String(customer())}&show=period&span=1h`,
  );
  const table = page.getByRole('grid', { name: 'Traffic between sites' });
  await table.getByText(there!.name).first().waitFor();
  const rate = await table
    .getByText(/^[\d.]+\sMbps$/)
    .first()
    .innerText();
  const period = await page.getByText(/^Mean rates of /).innerText();
  expect(Number.parseFloat(rate)).toBeCloseTo((8 * 450) / secondsOf(period), 2);
  await shot(page, 'flowmap-period');
  expect(await accessibilityFaults(page)).toEqual([]);
  await table.getByText(there!.name).first().click();
  await page.getByText('Largest conversations').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await page.getByText('No traffic in the last minute').first().waitFor();
  publishRates(7_500_000);
  // Without a reload: the notice makes the page read the rates.
  await table
    .getByText(/^1(?:\.00)?\sMbps$/)
    .first()
    .waitFor();
  await table.getByText(here!.name).first().waitFor();
  await shot(page, 'flowmap-live');
  expect(complaints).toEqual([]);
  await close();
});
