import { beforeAll, describe, expect, it } from 'vitest';
import { addressBytes } from '#ingest/flow/attribution/address.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { flows as flowTable } from '#schemas/table/flows.ts';
import { aFlow, networkFlowCodec } from '#tests/fixtures/engine/flow-network.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';

// The store drops what is older than its retention, by its own clock.
const telltale = await consoleOfFile({ startsAt: systemClock.now().getTime() });
const HOUR_MS = 3_600_000;
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
});
