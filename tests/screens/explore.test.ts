import { beforeAll, describe, expect, it } from 'vitest';
import { addressBytes } from '#ingest/flow/attribution/address.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { flows as flowTable } from '#schemas/table/flows.ts';
import { aFlow, networkFlowCodec } from '#tests/fixtures/engine/flow-network.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';

// The store drops what is older than its retention, by its own clock.
const telltale = await consoleOfFile({ startsAt: systemClock.now().getTime() });
const HTTPS = 3n * 2n ** 32n + 443n;

const acme = (): number => telltale.customers.get('acme')!;

describe('the explorer', () => {
  beforeAll(async () => {
    const sites = [...telltale.inventory().sites.values()].filter(({ customer }) => customer === acme());
    const [one, two] = [sites[0]!.id, sites[1]!.id];
    const end = telltale.clock.now().getTime();
    const flow = (ago: number, host: number) => ({
      ...aFlow({ at: end - ago }),
      customer: acme(),
      site: host % 2 === 0 ? one : two,
      source_site: one,
      destination_site: two,
      source: addressBytes(`10.1.0.${String(host)}`),
      destination: addressBytes('10.2.0.1'),
      destination_port: host % 3 === 0 ? 443 : 80,
      application: host % 3 === 0 ? HTTPS : 0n,
      protocol: 6,
      bytes: BigInt(host) * 1_000_000n,
    });
    const rows = Array.from({ length: 600 }, (_, number) =>
      flow(number * 120_000 + HOUR_MS / 4, 1 + (number % 40)),
    );
    await telltale.stack.clickhouse.insertRowBinary({
      table: 'flows',
      columns: Object.keys(flowTable.columns),
      rows: networkFlowCodec.encode(rows),
    });
  });

  it.each([
    ['en', 'dark', 'Only this', 'Rows by value', 'Filter', /Read from raw flows/],
    ['fr', 'light', 'Seulement ceci', 'Lignes par valeur', 'Filtre', /Lu dans les flux bruts/],
  ] as const)(
    'follows a row to its addresses by the keyboard and the address, in %s',
    async (language, theme, only, table, filter, raw) => {
      const { page, complaints, close } = await telltale.open(
        `/explore?customer=${String(acme())}&by=application`,
        {
          language,
          theme,
        },
      );
      const grid = page.getByRole('grid', { name: table });
      const row = grid.getByRole('row').filter({ hasText: 'HTTPS' });
      await row.getByRole('button').click();
      await page.getByRole('menuitem', { name: only }).click();
      const field = page.getByRole('combobox', { name: filter });
      await expect.poll(() => field.inputValue()).toBe(`application = #${String(HTTPS)}`);
      await field.press('End');
      await field.pressSequentially(' and source-address = 10.1.0.0/28');
      await field.press('Escape');
      await field.press('Enter');
      await page.getByText(raw).waitFor();
      expect(new URL(page.url()).searchParams.get('filter')).toContain('10.1.0.0/28');
      await shot(page, `explore-${theme}-${language}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.goBack();
      await expect.poll(() => field.inputValue()).toBe(`application = #${String(HTTPS)}`);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('adds up the customers of an operator', async () => {
    const { page, complaints, close } = await telltale.open('/cc/explore?by=customer,site&view=sankey');
    await page.getByRole('grid').getByText('Customer acme').first().waitFor();
    await page.getByRole('img', { name: /Sankey diagram/ }).waitFor();
    await shot(page, 'explore-across');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([
    ['en', 'dark', 1280, 'Rows by value', 'Heat map of 3 rows'],
    ['fr', 'light', 390, 'Lignes par valeur', 'Carte de chaleur de 3 lignes'],
  ] as const)(
    'shows a KPI with its rows over time, as a heat map, and of the period before, in %s',
    async (language, theme, width, table, heat) => {
      const address = `/explore?customer=${String(acme())}&kpi=app_bps&keys=application&compare=previous`;
      const { page, complaints, close } = await telltale.open(address, { language, theme });
      await page.setViewportSize({ width, height: 900 });
      const grid = page.getByRole('grid', { name: table });
      await grid.getByText('HTTPS').first().waitFor();
      await shot(page, `explore-kpi-${theme}-${language}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.goto(`${telltale.url}${address}&view=heat&rows=1`);
      await page.getByRole('img', { name: new RegExp(heat.replace('3', String.raw`\d`)) }).waitFor();
      await shot(page, `explore-kpi-heat-${theme}-${language}`);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('shows a KPI by customers, and says what a KPI cannot be filtered by', async () => {
    const { page, complaints, close } = await telltale.open('/cc/explore?kpi=app_bps');
    await page.getByRole('grid').getByText('Customer acme').first().waitFor();
    await shot(page, 'explore-kpi-across');
    const field = page.getByRole('combobox', { name: 'Filter' });
    await field.fill('port = 443');
    await field.press('Escape');
    await field.press('Enter');
    await page.getByText('The KPI cannot be filtered by this').waitFor();
    await page.getByRole('combobox', { name: 'Measure' }).click();
    await page.getByRole('option', { name: 'Volume' }).click();
    await page.getByText(/Read from raw flows/).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('puts what it shows into a new report, and a filter into the form of a custom application', async () => {
    const { page, complaints, close } = await telltale.open(
      `/explore?customer=${String(acme())}&by=application&filter=${encodeURIComponent('application = HTTPS')}`,
    );
    await page.getByRole('button', { name: 'Save as' }).click();
    const application = page.getByRole('menuitem', { name: 'Custom application…' });
    expect(await application.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('menuitem', { name: 'Dashlet in a report…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a dashlet in a report' });
    await dialog.getByLabel('Name of the report').fill('Traffic of the month');
    await shot(page, 'explore-save-report');
    await dialog.getByRole('button', { name: 'Save and open' }).click();
    await page.getByRole('heading', { name: 'Traffic of the month' }).first().waitFor();
    await page.getByText('Bit/s · Application').first().waitFor();
    await shot(page, 'explore-report');
    await page.goto(
      `${telltale.url}/explore?customer=${String(acme())}&filter=${encodeURIComponent('port in (80, 443) and protocol = tcp')}`,
    );
    await page.getByRole('button', { name: 'Save as' }).click();
    await page.getByRole('menuitem', { name: 'Custom application…' }).click();
    const form = page.getByRole('dialog');
    await expect.poll(() => form.getByLabel('Ports').first().inputValue()).toBe('80, 443');
    expect(complaints).toEqual([]);
    await close();
  });
});
