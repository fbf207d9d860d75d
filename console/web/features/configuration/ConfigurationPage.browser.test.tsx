import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readConfiguration } from '#schemas/configuration/configuration.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { configurationRoutes } from '#web/routes/pages/configuration.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...configurationRoutes);

const plain = { type: 'number' as const, isSensitive: false, isSet: false };
const processes = [
  {
    process: 'collector',
    instance: 'collector-2',
    values: [
      { ...plain, name: 'NETFLOW_PORT', value: '9995', defaultValue: '2055', isSet: true },
      { ...plain, name: 'IPFIX_PORT', value: '4739', defaultValue: '4739' },
    ],
  },
  {
    process: 'server',
    instance: '',
    values: [
      {
        name: 'DATABASE_URL',
        type: 'text' as const,
        value: null,
        defaultValue: null,
        isSensitive: true,
        isSet: true,
      },
    ],
  },
];

it.each([
  [1280, 'dark', 'en', 'Find a process, name or value', 'secret', 'Download'],
  [390, 'light', 'fr', 'Rechercher un processus, un nom ou une valeur', 'secrète', 'Télécharger'],
] as const)(
  'each process reports its effective values, without sensitive ones, %d pixels, %s, %s',
  async (width, theme, language, find, secret, download) => {
    await renderPage('/mt/conf', {
      session: aSession({ permissions: ['SUPPORT.CONF.read'] }),
      replies: [reply(readConfiguration, { processes })],
      width,
      theme,
      language,
    });
    await expectVisible(page.getByText('collector collector-2').first());
    await expectVisible(page.getByText('9995'));
    await expectVisible(page.getByText(secret, { exact: true }));
    expect(await axeFaults()).toEqual([]);
    await page.getByRole('textbox', { name: find }).fill('netflow');
    await expectHidden(page.getByText('IPFIX_PORT'));
    const made = vi.spyOn(URL, 'createObjectURL');
    await userEvent.click(page.getByRole('button', { name: download }));
    const [file] = made.mock.calls[0] ?? [];
    expect(await (file as Blob).text()).toBe(
      '# collector (collector-2)\nNETFLOW_PORT=9995\n# IPFIX_PORT=4739\n\n# server\n# DATABASE_URL is secret: set\n',
    );
    made.mockRestore();
  },
);
