import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { noUnits } from '#schemas/billing/service.ts';
import { readLicense, updateLicense, type StoredLicense } from '#schemas/settings/license/routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { settingsRoutes } from '#web/routes/pages/settings.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { rejected, reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...settingsRoutes);

const session = aSession({ permissions: ['SETTINGS.LICENSE.read', 'SETTINGS.LICENSE.write'] });
const stored: StoredLicense = {
  license: 'eyJ2IjoxfQ.AAAA',
  certificate: '-----BEGIN CERTIFICATE-----',
  fault: null,
  warnings: [],
  content: {
    version: 1,
    id: 'one',
    organization: 'Northwind Networks',
    issuedAt: '2026-01-01T00:00:00Z',
    notBefore: '2026-01-01',
    expires: '2026-12-31',
    emails: ['billing@example.net'],
    units: { device: 10 },
    certificate: 'ab'.repeat(32),
  },
};
const usage = { day: '2026-11-22', units: { ...noUnits, device: 12, edge: 3 } };

it.each([
  [
    1280,
    'dark',
    'en',
    [
      'Expiration date',
      '31 Dec 2026',
      'Northwind Networks',
      'Platform usage on 22 Nov 2026',
      'Found',
      'Edited',
      'Not updated',
      'Missing',
    ],
  ],
  [
    390,
    'light',
    'fr',
    [
      'Date d’expiration',
      '31 déc. 2026',
      'Northwind Networks',
      'Utilisation de la plateforme',
      'Présent',
      'Modifié',
      'Non mis à jour',
      'Absent',
    ],
  ],
] as const)(
  'the license shows what it says, its usage, and the state of its certificate, %d pixels, %s, %s',
  async (width, theme, language, [label, expires, organization, used, found, edited, outdated, missing]) => {
    await renderPage('/mt/settings?tab=license', {
      session,
      width,
      theme,
      language,
      replies: [reply(readLicense, { stored, usage })],
    });
    for (const part of [label, expires, organization, used])
      await expectVisible(page.getByText(part).first());
    await expectVisible(page.getByText('billing@example.net'));
    await expectVisible(page.getByText(found, { exact: true }));
    expect(await axeFaults()).toEqual([]);
    const [license, certificate] = [page.getByRole('textbox').first(), page.getByRole('textbox').last()];
    await license.fill('another.one');
    await expectVisible(page.getByText(outdated, { exact: true }));
    await certificate.fill('another');
    await expectVisible(page.getByText(edited, { exact: true }));
    await certificate.fill('');
    await expectVisible(page.getByText(missing, { exact: true }));
  },
);

it('a rejected license says why at its field', async () => {
  const { server } = await renderPage('/mt/settings?tab=license', {
    session,
    width: 1_280,
    replies: [
      reply(readLicense, { stored: null, usage: null }),
      reply(updateLicense, rejected({ field: 'certificate', code: 'CERTIFICATE_SIGNATURE_INVALID' })),
    ],
  });
  await expectVisible(page.getByText(/No license is stored/));
  await expectVisible(page.getByText('Nothing was counted yet.'));
  await page.getByRole('textbox', { name: 'License' }).fill('a.b');
  await page.getByRole('textbox', { name: 'Certificate' }).fill('c');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectVisible(page.getByText('The signature of the certificate is not valid.').first());
  expect(server.received(updateLicense).map(({ body }) => body)).toEqual([
    { license: 'a.b', certificate: 'c' },
  ]);
});

it('a license that is no longer accepted is reported, and read-only without the right to write', async () => {
  const fault = { code: 'CERTIFICATE_NOT_IN_FORCE', message: 'The certificate is not valid at this date.' };
  await renderPage('/mt/settings?tab=license', {
    session: aSession({ permissions: ['SETTINGS.LICENSE.read'] }),
    replies: [reply(readLicense, { stored: { ...stored, fault }, usage })],
  });
  await expectVisible(page.getByText(fault.message));
  await expectVisible(page.getByText('Not updated', { exact: true }));
  await expect.element(page.getByRole('textbox', { name: 'License' })).toBeDisabled();
});
