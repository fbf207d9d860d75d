import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { settingsRoutes } from '#web/routes/pages/settings.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...settingsRoutes);

const session = aSession({ permissions: ['SETTINGS.ANNOUNCEMENT.read', 'SETTINGS.ANNOUNCEMENT.write'] });
const stored = { enabled: true, message: 'Maintenance tonight', format: 'popup' } as const;

it.each([
  [1280, 'dark', 'en', 'Show the popup', 'Close'],
  [390, 'light', 'fr', 'Afficher la fenêtre', 'Fermer'],
] as const)(
  'the preview of a popup is a popup, and a message counts its characters, %d pixels, %s, %s',
  async (width, theme, language, show, close) => {
    await renderPage('/mt/settings?tab=announcement', {
      session,
      width,
      theme,
      language,
      replies: [reply(readAnnouncement, stored)],
    });
    await expectVisible(page.getByText('19/2000', { exact: true }));
    await userEvent.click(page.getByRole('button', { name: show }));
    const popup = page.getByRole('dialog');
    await expectVisible(popup.getByText(stored.message));
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(popup.getByRole('button', { name: close }).last());
    await expectHidden(popup);
  },
);

it('a part of a page whose loading failed is not announced as loaded', async () => {
  await renderPage('/mt/settings?tab=announcement', {
    session,
    replies: [reply(readAnnouncement, problem('DATABASE_UNREACHABLE'))],
  });
  await expectVisible(page.getByText(/database \(PostgreSQL\) does not respond/));
  const heard = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent);
  await expect.poll(() => heard().filter((words) => words.endsWith(' could not be loaded'))).toHaveLength(1);
  const said = heard();
  expect(said.filter((words) => words.endsWith(' loaded') && !words.includes('could not be'))).toEqual([]);
});
