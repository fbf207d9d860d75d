import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readProviderBrand, updateProviderBrand } from '#schemas/brand/routes.ts';
import { settingsRoutes } from '#web/routes/pages/settings.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...settingsRoutes);
const session = aSession({ permissions: ['SETTINGS.BRAND.read', 'SETTINGS.BRAND.write'] });
const none = { primary: null, secondary: null, logo: null, version: 0 };

const aLogo = (): File =>
  new File(
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0h4v2z"/></svg>'],
    'logo.svg',
    { type: 'image/svg+xml' },
  );

const open = (...replies: Parameters<typeof reply>[]) =>
  renderPage('/mt/settings?tab=brand', {
    session,
    replies: [reply(readProviderBrand, none), ...replies.map((one) => reply(...one))],
  });

it('a logo and a colour are chosen, previewed with letters that can be read, and saved from the version that was read', async () => {
  const { server } = await open([updateProviderBrand, { ...none, version: 1 }]);
  await expectVisible(page.getByText('No logo', { exact: true }));
  await userEvent.upload(page.getByLabelText('File of the logo').element(), aLogo());
  await expectVisible(page.getByRole('img', { name: 'Logo' }));
  await page.getByLabelText('Brand colour', { exact: true }).fill('#ffd400');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect
    .poll(() => getComputedStyle(preview.getByText('Text on the brand colour').element()).color)
    .toBe('rgb(0, 0, 0)');
  expect(await axeFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectVisible(page.getByText('Logo and colours are saved.'));
  const [{ body } = { body: undefined }] = server.received(updateProviderBrand);
  expect(body).toMatchObject({ primary: '#ffd400', secondary: null, version: 0 });
  expect(atob(body?.logo ?? '')).toContain('<path d="M0 0h4v2z"/>');
});

it('a file that is no image is said at the logo', async () => {
  await open([updateProviderBrand, problem('REPORT_FILE_INVALID')]);
  await expectVisible(page.getByText('No logo', { exact: true }));
  await userEvent.upload(page.getByLabelText('File of the logo').element(), aLogo());
  await page.getByRole('button', { name: 'Save' }).click();
  await expectVisible(
    page
      .getByRole('group', { name: 'Logo' })
      .getByText(/PNG, JPEG or SVG/)
      .last(),
  );
  await expect.poll(() => document.querySelector('#logo .mantine-InputWrapper-error')).not.toBeNull();
});
