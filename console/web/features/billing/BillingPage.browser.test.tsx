import { readXlsx } from 'hucre/xlsx';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  countUnitsAgain,
  exportBilledUnitRows,
  exportBilledUnits,
  listBilledDays,
  readBilledDay,
  readBillingMail,
  sendBilledUnits,
  updateBillingMail,
} from '#schemas/billing/routes.ts';
import type { BillingMailView } from '#schemas/billing/mail.ts';
import { noUnits, type ContractedUnits } from '#schemas/billing/service.ts';
import { readLicenseWarnings } from '#schemas/settings/license/warning-routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { billingRoutes } from '#web/routes/pages/billing.ts';
import { axeFaults, pageRenderer, shellRenderer } from '#web/testing/render-page.tsx';
import { brokenFile, file, lines, problem, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...billingRoutes);

const customers = [
  { id: 1, clientId: 'acme', name: 'Acme Logistics' },
  { id: 2, clientId: 'globex', name: 'Globex' },
];
const days = [22, 21, 20].map((day) => ({
  day: `2026-11-${String(day)}`,
  countedAt: `2026-11-${String(day + 1)}T00:15:00.000Z`,
  units: { device: 1_000 + day, exporter: 12, edge: 30, probe: 4, application: 2 },
}));
const mail: BillingMailView = {
  recipients: ['bill@example.net'],
  monthly: false,
  timeZone: 'Europe/Paris',
  language: 'en',
  attached: ['vendor@example.net'],
  lastMonth: '2026-10',
  lastSentAt: '2026-11-01T00:15:00.000Z',
};
const replies = (contract: ContractedUnits | null = null) => [
  reply(listBilledDays, { days, customers, contract }),
  reply(readBilledDay, {
    customers: customers.map((one) => ({ ...one, units: { ...noUnits, device: 511 } })),
  }),
  reply(readBillingMail, mail),
  reply(updateBillingMail, {}),
  reply(sendBilledUnits, { recipients: 2 }),
  reply(countUnitsAgain, { days: 35 }),
];
const session = aSession({ permissions: ['LICENSE.read', 'LICENSE.write', 'SETTINGS.LICENSE.read'] });

it.each([
  [1280, 'dark', 'en', ['Billing', 'Default billing', 'Devices', 'How units are counted', '22 Nov 2026']],
  [
    390,
    'light',
    'fr',
    ['Facturation', 'Facturation par défaut', 'Équipements', 'Comment les unités', '22 nov. 2026'],
  ],
] as const)(
  'units are shown by service and date, with the help on billing, %d pixels, %s, %s',
  async (width, theme, language, [title, billing, service, help, date]) => {
    await renderPage('/mt/license', { session, replies: replies(), width, theme, language });
    await expectVisible(page.getByRole('heading', { name: title }));
    await expectVisible(page.getByText(billing, { exact: true }));
    await expectVisible(page.getByText(service).first());
    await expectVisible(page.getByText(date).first());
    await page.getByText(help).click();
    expect(await axeFaults()).toEqual([]);
  },
);

atNight('days outside the contract are marked, with the total of the date', async () => {
  await renderPage('/mt/license', { session, replies: replies({ device: 1_021 }), width: 1_280 });
  await expectVisible(page.getByText('Contract billing', { exact: true }));
  await expectVisible(page.getByTitle('1,022 of 1,021: more than the contract covers'));
  await expectVisible(page.getByText('1,020 of 1,021'));
  await expectVisible(page.getByText('1,070'));
});

atNight('a date opens its customers; month and customer are in the address', async () => {
  const { server } = await renderPage('/mt/license?month=2026-02&customer=2&day=2026-11-22', {
    session,
    replies: replies(),
    width: 1_280,
  });
  await expectVisible(
    page.getByRole('complementary', { name: 'Customers on 22 Nov 2026' }).getByText('Acme Logistics'),
  );
  expect(server.received(listBilledDays).map(({ query }) => query)).toEqual([
    { from: '2026-02-01', to: '2026-02-28', customer: 2 },
  ]);
});

const exportAs = async (name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

atNight('is exported as shown, in the dialect that the user chose once', async () => {
  const found: { name: string; blob: Blob }[] = [];
  let last: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    found.push({ name: this.download, blob: last! });
  });
  const { server } = await renderPage('/mt/license?month=2026-02&customer=2', {
    session,
    width: 1_280,
    replies: [...replies(), reply(exportBilledUnits, file('units.csv', '\uFEFF"day"\r\n'))],
  });
  await exportAs('Export', 'Download CSV');
  await expect.poll(() => found.map(({ name }) => name)).toEqual(['units.csv']);
  expect([...new Uint8Array(await found[0]!.blob.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Semicolon, decimal comma' }).click();
  await exportAs('Export', 'Download CSV');
  await expect
    .poll(() => server.received(exportBilledUnits).map(({ query }) => query))
    .toEqual([
      { from: '2026-02-01', to: '2026-02-28', customer: 2, dialect: 'international' },
      { from: '2026-02-01', to: '2026-02-28', customer: 2, dialect: 'european' },
    ]);
  vi.restoreAllMocks();
});

atNight(
  'is exported as a workbook with real days and numbers, and headings in the language of the user',
  async () => {
    let file: Blob | undefined;
    const names: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      file = blob as Blob;
      return 'blob:1';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const columns = [
      { is: 'day', name: 'day', timeZone: 'UTC' } as const,
      ...['customer', 'device', 'total'].map((name) => ({ is: 'value', name }) as const),
    ];
    const { server } = await renderPage('/mt/license?month=2026-02&customer=2', {
      session,
      language: 'fr',
      width: 1_280,
      replies: [
        ...replies(),
        reply(
          exportBilledUnitRows,
          lines(
            exportBilledUnitRows,
            { is: 'columns', columns },
            { is: 'rows', rows: [[Date.UTC(2026, 1, 3), '=Acme', 3, 4]] },
            { is: 'end', isCut: true },
          ),
        ),
      ],
    });
    await exportAs('Exporter', 'Télécharger en Excel');
    await expect.poll(() => names, { timeout: 60_000 }).toEqual(['units-2026-02-01-2026-02-28.xlsx']);
    const { sheets } = await readXlsx(new Uint8Array(await file!.arrayBuffer()));
    expect(sheets.map(({ name }) => name)).toEqual(['Facturation', 'À propos']);
    expect(sheets[0]!.rows).toEqual([
      ['Date (UTC)', 'Client', 'Équipements', 'Total'],
      [new Date(Date.UTC(2026, 1, 3)), '=Acme', 3, 4],
    ]);
    expect(server.received(exportBilledUnitRows)[0]?.query).toMatchObject({
      from: '2026-02-01',
      customer: 2,
    });
    await expectVisible(page.getByText('Le fichier CSV les contient toutes.').first());
    vi.restoreAllMocks();
  },
);

atNight('a workbook whose rows break off is not saved', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const columns = [{ is: 'value', name: 'customer' } as const];
  const rows = lines(exportBilledUnitRows, { is: 'columns', columns }, { is: 'rows', rows: [['Acme']] });
  await renderPage('/mt/license?month=2026-02', {
    session,
    language: 'fr',
    width: 1_280,
    replies: [...replies(), reply(exportBilledUnitRows, rows)],
  });
  await exportAs('Exporter', 'Télécharger en Excel');
  await expectVisible(page.getByText(/Le téléchargement a échoué/).first());
  expect(click).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

atNight.each([
  ['the reason of the server', problem('UNAVAILABLE'), /Momentanément indisponible/],
  ['that it failed where it breaks off', brokenFile('units.csv', 'day'), /Le téléchargement a échoué/],
])('a download that fails says %s, and saves nothing', async (_what, result, text) => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { server } = await renderPage('/mt/license?month=2026-02', {
    session,
    language: 'fr',
    width: 1_280,
    replies: [...replies(), reply(exportBilledUnits, result)],
  });
  await exportAs('Exporter', 'Télécharger en CSV');
  await expectVisible(page.getByText(text).first());
  expect(click).not.toHaveBeenCalled();
  expect(server.received(exportBilledUnits)[0]?.query.dialect).toBe('european');
  vi.restoreAllMocks();
});

atNight('units are sent now after a confirmation that names the recipients', async () => {
  const { server } = await renderPage('/mt/license?month=2026-10', {
    session,
    replies: replies(),
    width: 1_280,
  });
  await page.getByRole('button', { name: 'Send now' }).click();
  await expectVisible(page.getByText(/goes to bill@example\.net, vendor@example\.net/));
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await expectVisible(page.getByText('The units are sent.'));
  expect(server.received(sendBilledUnits).map(({ body }) => body)).toEqual([
    { from: '2026-10-01', to: '2026-10-31' },
  ]);
});

atNight('who gets them each month is a form, with faults at their field', async () => {
  const { server } = await renderPage('/mt/license', { session, replies: replies(), width: 1_280 });
  await page.getByRole('button', { name: 'E-mail report' }).click();
  const form = page.getByRole('dialog', { name: 'Units by e-mail' });
  await expectVisible(form.getByText('vendor@example.net'));
  await form.getByRole('textbox', { name: 'Recipients' }).fill('no address');
  await form.getByRole('switch').click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expectVisible(form.getByText(/email address/i).first());
  expect(await axeFaults()).toEqual([]);
  await form.getByRole('textbox', { name: 'Recipients' }).fill('a@example.net, b@example.net');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectHidden(form);
  expect(server.received(updateBillingMail).map(({ body }) => body)).toEqual([
    {
      recipients: ['a@example.net', 'b@example.net'],
      monthly: true,
      timeZone: 'Europe/Paris',
      language: 'en',
    },
  ]);
});

it('a period without units and a missing right are shown', async () => {
  await renderPage('/mt/license', {
    session: aSession({ permissions: ['LICENSE.read'], everyCustomer: false }),
    replies: [reply(listBilledDays, { days: [], customers: [], contract: null })],
    width: 1_280,
  });
  await expectVisible(page.getByText('No units in this period'));
  await expect
    .element(page.getByRole('button', { name: 'Send now' }))
    .toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('button', { name: 'E-mail report' })).not.toBeInTheDocument();
});

atNight('the banner shows administrators what the license warns of', async () => {
  await shellRenderer(...billingRoutes)('/mt/license', {
    session,
    replies: [
      ...replies(),
      reply(readLicenseWarnings, {
        warnings: [
          { is: 'expires', expires: '2026-12-01', days: 1, from: 1 },
          { is: 'usage', service: 'device', units: 12, contracted: 10, from: 100 },
        ],
      }),
    ],
    width: 1_280,
  });
  await expectVisible(
    page.getByText(/expires in 1 day, on 1 Dec 2026\. More units than the license covers: 12 of 10 devices/),
  );
});

atNight('a rejected list says why', async () => {
  await renderPage('/mt/license', {
    session,
    replies: [
      reply(listBilledDays, problem('UNAVAILABLE', { params: { tier: 'postgres' } })),
      reply(readBillingMail, mail),
    ],
  });
  await expectVisible(page.getByRole('alert').first());
});
