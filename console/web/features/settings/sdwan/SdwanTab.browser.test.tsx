import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultSdwanSetting, readSdwanSetting, updateSdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { settingsRoutes } from '#web/routes/pages/settings.ts';
import { looksOfGate } from '#web/testing/looks-of-gate.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, rejected, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...settingsRoutes);

const session = aSession({ permissions: ['SETTINGS.SDWAN.read', 'SETTINGS.SDWAN.write'] });
const stored = {
  ...defaultSdwanSetting,
  networkByColors: [{ network: 'MPLS', colors: ['mpls' as const, 'private1' as const] }],
};

atNight.each(
  looksOfGate([
    [1280, 'dark', 'en'],
    [390, 'light', 'fr'],
  ] as const),
)(
  'networks group colours under unique names, and a loopback pattern needs a group, %d pixels, %s, %s',
  async (width, theme, language) => {
    const { server } = await renderPage('/mt/settings?tab=sdwan', {
      session,
      replies: [reply(readSdwanSetting, stored), reply(updateSdwanSetting, {})],
      width,
      theme,
      language,
    });
    const words = {
      en: [
        'Add a network',
        'Network 2',
        'This network name is already in use',
        'Loopback bound',
        'at least one group',
        'Save',
      ],
      fr: [
        'Ajouter un réseau',
        'Réseau 2',
        'Ce nom de réseau est déjà utilisé',
        'Loopback liée',
        'au moins un groupe',
        'Enregistrer',
      ],
    } as const;
    const [add, second, taken, loopback, group, save] = words[language];
    await expectVisible(page.getByText('metro-ethernet', { exact: false }).first());
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: add }));
    await page.getByRole('textbox', { name: second, exact: true }).fill('mpls');
    await page.getByRole('textbox', { name: loopback }).fill('bind .*');
    await userEvent.click(page.getByRole('button', { name: save }));
    await expectVisible(page.getByText(taken).first());
    await expectVisible(page.getByText(group).first());
    expect(server.received(updateSdwanSetting)).toEqual([]);
    await page.getByRole('textbox', { name: second, exact: true }).fill('4G');
    await page.getByRole('textbox', { name: loopback }).fill('bind (.*)');
    await userEvent.click(page.getByRole('button', { name: save }));
    await expect
      .poll(() => server.received(updateSdwanSetting).map(({ body }) => body))
      .toMatchObject([
        {
          networkByColors: [...stored.networkByColors, { network: '4G', colors: [] }],
          loopbackBindItfDescPattern: 'bind (.*)',
        },
      ]);
  },
);

it('a slow pattern is shown at its field, and the area is in the state ERROR', async () => {
  await renderPage('/mt/settings?tab=sdwan', {
    session,
    replies: [
      reply(readSdwanSetting, stored),
      reply(updateSdwanSetting, rejected({ field: 'tlocExclusionPattern', code: 'REGEX_SLOW' })),
    ],
  });
  const area = (): string | undefined => document.querySelector<HTMLElement>('[data-area]')?.dataset['area'];
  await expect.poll(area).toBe('DONE');
  await page.getByRole('textbox', { name: 'Excluded TLOCs' }).fill('(a+)+$');
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expectVisible(page.getByText(/takes very long for some texts/).first());
  await expect.poll(area).toBe('ERROR');
});

atNight('settings that cannot be loaded say why', async () => {
  await renderPage('/mt/settings?tab=sdwan', {
    session,
    replies: [reply(readSdwanSetting, problem('SERVER_PROBLEM'))],
  });
  await expectVisible(page.getByRole('alert').first());
});
