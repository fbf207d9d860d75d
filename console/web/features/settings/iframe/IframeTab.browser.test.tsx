import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readIframeWhitelist, updateIframeWhitelist } from '#schemas/settings/iframe/iframe.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { settingsRoutes } from '#web/routes/pages/settings.ts';
import { looksOfGate } from '#web/testing/looks-of-gate.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...settingsRoutes);

it.each(
  looksOfGate([
    [1280, 'dark', 'en'],
    [390, 'light', 'fr'],
  ] as const),
)(
  'whitelist entries are valid regular expressions, and a wildcard warns, %d pixels, %s, %s',
  async (width, theme, language) => {
    const { server } = await renderPage('/mt/settings?tab=iframe', {
      session: aSession({ permissions: ['SETTINGS.IFRAME.read', 'SETTINGS.IFRAME.write'] }),
      replies: [reply(readIframeWhitelist, { patterns: [] }), reply(updateIframeWhitelist, {})],
      width,
      theme,
      language,
    });
    const words = {
      en: [
        'An empty list allows all URLs',
        'A wildcard allows',
        'Line 2: This regular expression',
        'Save',
        'Lines 1, 3: This',
        'Line 2: This expression can match no address',
      ],
      fr: [
        'Une liste vide autorise',
        'Un caractère générique',
        'Ligne 2',
        'Enregistrer',
        'Lignes 1, 3',
        /^Ligne 2.*adresses HTTP/,
      ],
    } as const;
    const [empty, wildcard, fault, save, faults, scheme] = words[language];
    await expectVisible(page.getByText(empty));
    const list = page.getByRole('textbox');
    await list.fill('https://grafana\\.example\\.net/.*\n(');
    await page.getByRole('button', { name: save }).click();
    await expectVisible(page.getByText(fault).first());
    await expectVisible(page.getByText(wildcard));
    await expectHidden(page.getByText(empty));
    expect(await axeFaults()).toEqual([]);
    expect(server.received(updateIframeWhitelist)).toEqual([]);
    await list.fill('(\nhttps://grafana\\.example\\.net/.*\n[');
    await expectVisible(page.getByText(faults).first());
    await list.fill('https://grafana\\.example\\.net/.*\njavascript:.*');
    await page.getByRole('button', { name: save }).click();
    await expectVisible(page.getByText(scheme).first());
    expect(server.received(updateIframeWhitelist)).toEqual([]);
    await list.fill('https://grafana\\.example\\.net/.*');
    await page.getByRole('button', { name: save }).click();
    await expect
      .poll(() => server.received(updateIframeWhitelist).map(({ body }) => body))
      .toEqual([{ patterns: ['https://grafana\\.example\\.net/.*'] }]);
  },
);
