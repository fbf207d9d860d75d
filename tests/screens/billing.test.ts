import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf, daysAfter } from '#schemas/billing/day.ts';
import { SMTP_SETTING } from '#schemas/settings/smtp/smtp.ts';
import { aLicense, testAuthority } from '#tests/fixtures/license/licenses.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { looks } from './support/looks.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const telltale = await consoleOfFile({ licenseAuthorities: testAuthority.certificate.toString() });

beforeAll(async () => {
  const { db } = telltale.stack;
  const today = dayOf(telltale.clock.now().getTime());
  const days = Array.from({ length: 25 }, (_, at) => daysAfter(today, -1 - at));
  await db
    .insertInto('billing_day')
    .values(days.map((day) => ({ day, counted_at: telltale.clock.now() })))
    .execute();
  const rows = days.flatMap((day, at) =>
    ['acme', 'globex'].flatMap((clientId) =>
      (['device', 'exporter', 'edge'] as const).map((service, place) => ({
        day,
        service,
        client_id: clientId,
        customer_name: `Customer ${clientId}`,
        customer_id: telltale.customers.get(clientId)!,
        units: 40 - at + place * 7,
      })),
    ),
  );
  await db.insertInto('billing_count').values(rows).execute();
  await db.insertInto('setting').values({ name: SMTP_SETTING, value: '{}' }).execute();
});

describe('the license and the bill', () => {
  it('a license is installed, warns, and its addresses get the units that the page shows', async () => {
    const today = dayOf(telltale.clock.now().getTime());
    const { page, complaints, close } = await telltale.open('/mt/settings?tab=license');
    await page.getByText(/No license is stored/).waitFor();
    const { license, certificate } = aLicense({
      expires: daysAfter(today, 5),
      units: { device: 60 },
      emails: ['vendor@example.net'],
    });
    await page.getByLabel('License', { exact: true }).last().fill(license);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A license without a certificate cannot be saved.').first().waitFor();
    await page.getByLabel('Certificate', { exact: true }).last().fill(certificate);
    await page.getByText('Edited', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Found', { exact: true }).waitFor();
    await page.getByText(/The license expires in 5 days/).waitFor();
    await page.getByText(/More units than the license covers: 80 of 60 devices/).waitFor();
    await shot(page, 'license');
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('link', { name: 'Billing' }).click();
    const grid = page.getByRole('grid', { name: 'Units by date' });
    await grid.getByText('80 of 60').first().waitFor();
    await shot(page, 'billing-contract');
    await grid.getByText('282').first().click();
    const drawer = page.getByRole('complementary', { name: /Customers on/ });
    await drawer.getByText('Customer globex').waitFor();
    await shot(page, 'billing-day');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText(/goes to vendor@example\.net/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The units are sent.').waitFor();
    await expect
      .poll(async () => (await telltale.stack.bus.streamState('JOBS')).messages, soon)
      .toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(looks)('has an accessible page, %o', async (look) => {
    const { page, close } = await telltale.open('/mt/license', look);
    await page.getByRole('grid').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shot(page, `billing-${look.theme}-${look.language}`);
    await close();
  });
});
