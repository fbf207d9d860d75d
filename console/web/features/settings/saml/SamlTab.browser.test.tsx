import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listRoles } from '#schemas/role/routes.ts';
import { readSamlSettings } from '#schemas/settings/saml/routes.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { settingsRoutes } from '#web/routes/pages/settings.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { emptySaml } from './saml-draft.ts';

const renderPage = pageRenderer(...settingsRoutes);

const metadata = /^Download the metadata/;
const open = (settings: SamlSettings | null) =>
  renderPage('/mt/settings?tab=saml', {
    replies: [
      reply(readSamlSettings, {
        settings,
        // No route of the contracts: the server of the tests does not have this address.
        metadataUrl: `${location.origin}/api/v1/saml/metadata`,
        acsUrl: `${location.origin}/api/v1/saml/acs`,
        logoutUrl: `${location.origin}/api/v1/saml/logout`,
        certificates: [null],
      }),
      reply(listRoles, { roles: [] } as never),
    ],
  });
const stored: SamlSettings = {
  ...emptySaml('https://console.example'),
  name: 'Corporate',
  idpEntityId: 'idp',
  idpSsoUrl: 'https://idp.example/sso',
};
const saved = () => vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
afterEach(() => vi.restoreAllMocks());

it('unsaved modifications block the metadata, which have what is saved', async () => {
  await open(stored);
  const button = page.getByRole('button', { name: metadata });
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await userEvent.fill(page.getByRole('textbox', { name: 'Entity ID of this console' }), 'other');
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAccessibleDescription('Please save your modifications first');
});

it('a download that the server rejects is a notification and no file', async () => {
  const { server } = await open(stored);
  const click = saved();
  await userEvent.click(page.getByRole('button', { name: metadata }));
  await expectVisible(page.getByText('This resource does not exist or you do not have access to it.'));
  expect(click).not.toHaveBeenCalled();
  expect(server.unexpected.splice(0)).toEqual(['GET /api/v1/saml/metadata']);
});

it('a download that a proxy rejects has failed', async () => {
  await open(stored);
  const click = saved();
  await expectVisible(page.getByRole('button', { name: metadata }));
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<html>Bad gateway</html>', { status: 502 }));
  await userEvent.click(page.getByRole('button', { name: metadata }));
  await expectVisible(page.getByText('The download failed.'));
  expect(click).not.toHaveBeenCalled();
});
