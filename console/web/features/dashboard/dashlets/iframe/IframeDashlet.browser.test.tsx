import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { checkFrameAddress } from '#schemas/settings/iframe/iframe.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from '../../testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const forbidden = 'https://elsewhere.example/';
const document = {
  version: DOCUMENT_VERSION,
  dashlets: ['https://wiki.example.net/', forbidden].map((url, index) => ({
    id: `d${String(index)}`,
    type: 'iframe',
    title: index === 0 ? 'Runbooks' : 'Elsewhere',
    place: { x: index * 12, y: 0, width: 12, height: 8 },
    settings: { url },
  })),
  translations: { fr: { Runbooks: 'Procédures' } },
} as unknown as WrittenDocument;

it('an iframe URL is shown in a sandbox if the administrator’s whitelist has it, under a title in French', async () => {
  await renderPage('/dashboard?customer=1&open=7', {
    language: 'fr',
    replies: [
      ...documentReplies(anEntry(7, document)),
      reply(checkFrameAddress, ({ query }) => ({ allowed: query.url !== forbidden })),
    ],
  });
  await expectVisible(page.getByRole('article', { name: 'Procédures' }));
  const frames = () => [...window.document.querySelectorAll('iframe')];
  await expect.poll(() => frames().map(({ title }) => title)).toEqual(['Procédures']);
  const [frame] = frames();
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-forms');
  expect(frame?.getAttribute('referrerpolicy')).toBe('no-referrer');
  await expectVisible(page.getByText('Cette adresse ne fait pas partie des sites autorisés'));
  expect(frames()).toHaveLength(1);
});

it('an iframe URL that is typed is loaded once typing has ended: half of it is another host', async () => {
  const { server } = await renderPage('/dashboard?customer=1&open=7&edit=true&dashlet=d0', {
    replies: [
      ...documentReplies(anEntry(7, document)),
      reply(checkFrameAddress, ({ query }) => ({ allowed: query.url !== forbidden })),
    ],
  });
  await expect.poll(() => server.received(checkFrameAddress).length).toBe(2);
  await page.getByRole('textbox', { name: 'Address of the page' }).click();
  const typed = 'runbooks/wan';
  await userEvent.keyboard(`{End}${typed}`);
  const requested = () => server.received(checkFrameAddress).map(({ query }) => query.url);
  await expect.poll(() => requested().at(-1)).toBe('https://wiki.example.net/runbooks/wan');
  // A busy machine may pause between two characters.
  expect(requested().length - 2).toBeLessThan(typed.length / 2);
});
