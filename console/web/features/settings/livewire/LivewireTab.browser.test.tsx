import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findLivewireDevices, readLivewire, updateLivewire } from '#schemas/settings/livewire/routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { settingsRoutes } from '#web/routes/pages/settings.ts';
import { looksOfGate } from '#web/testing/looks-of-gate.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...settingsRoutes);

const facts = {
  id: '21',
  name: 'edge-1',
  address: '2001:db8::7',
  vendor: 'Cisco',
  model: 'ISR 1111',
  site: 'Lyon',
  city: 'Lyon',
  country: 'FR',
  region: '',
  customer: 'Aster Retail',
  clientId: 'C1001',
};

const session = aSession({ permissions: ['SETTINGS.LIVEWIRE.read', 'SETTINGS.LIVEWIRE.write'] });

atNight.each(
  looksOfGate([
    [1280, 'dark', 'en'],
    [390, 'light', 'fr'],
  ] as const),
)(
  'the Livewire address names known placeholders and is previewed with a device, %d pixels, %s, %s',
  async (width, theme, language) => {
    const { server } = await renderPage('/mt/settings?tab=livewire', {
      session,
      replies: [
        reply(readLivewire, { url: '' }),
        reply(updateLivewire, {}),
        reply(findLivewireDevices, { devices: [{ id: 21, facts }] }),
      ],
      width,
      theme,
      language,
    });
    const words = {
      en: ['Unknown placeholder {serial}. Known: {id}, {name}', 'Save', 'Preview with a device'],
      fr: ['Le paramètre {serial} est inconnu.', 'Enregistrer', 'Aperçu avec un équipement'],
    } as const;
    const [unknown, save, preview] = words[language];
    const url = page.getByRole('textbox', { name: 'URL' });
    await url.fill('https://{serial}/');
    await userEvent.click(page.getByRole('button', { name: save }));
    await expectVisible(page.getByText(unknown).first());
    expect(server.received(updateLivewire)).toEqual([]);
    await url.fill('https://');
    await userEvent.click(page.getByRole('button', { name: '{address}' }));
    await userEvent.click(page.getByRole('textbox', { name: preview }));
    await userEvent.click(page.getByRole('option', { name: /edge-1/ }));
    const link = page.getByRole('link', { name: 'https://[2001:db8::7]' });
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: save }));
    await expect
      .poll(() => server.received(updateLivewire).map(({ body }) => body))
      .toEqual([{ url: 'https://{address}' }]);
  },
);

it('a failed save leaves the area in ERROR, with the problem', async () => {
  await renderPage('/mt/settings?tab=livewire', {
    session,
    replies: [
      reply(readLivewire, { url: 'https://x.example/{id}' }),
      reply(updateLivewire, problem('UNAVAILABLE')),
      reply(findLivewireDevices, { devices: [] }),
    ],
  });
  const area = () => document.querySelector('[data-area]')?.getAttribute('data-area');
  await expect.poll(area).toBe('DONE');
  await page.getByRole('textbox', { name: 'URL' }).fill('');
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expect.poll(area).toBe('ERROR');
});
