import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readCurrentAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, shellRenderer } from '#web/testing/render-page.tsx';
import { readOwned } from '#web/lib/stored.ts';
import { pending, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = shellRenderer(...alertingRoutes);

const open = (history?: number) =>
  renderPage('/alert?customer=1&map=false', {
    replies: [
      ...alertReplies(),
      reply(readCurrentAnnouncement, { announcement: null, ...(history !== undefined && { history }) }),
    ],
  });
const line = page.getByText(/^The history of the demonstration is being generated, \d+%\./);

atNight('a page says how much of the past of a demonstration is generated', async () => {
  await open(40);
  await expectVisible(page.getByText(/generated, 40%\./));
  expect(await axeFaults()).toEqual([]);
});

it('a page has no such line where no past is being generated', async () => {
  await open();
  await expectVisible(page.getByRole('heading', { level: 1 }));
  await expectHidden(line);
});

it('a telephone shows two lines of an announcement until its reader opens it', async () => {
  const announcement = { format: 'banner' as const, message: 'Works tonight at every site. '.repeat(12) };
  const said = reply(readCurrentAnnouncement, { announcement });
  await renderPage('/alert?customer=1&map=false', { replies: [...alertReplies(), said] });
  await page.viewport(390, 844);
  const message = page.getByText('Works tonight');
  await expectVisible(message);
  const heightOf = () => message.element().getBoundingClientRect().height;
  await expectVisible(page.getByRole('button', { name: 'Show the entire announcement' }));
  expect(heightOf()).toBeLessThanOrEqual(40);
  await page.getByRole('button', { name: 'Show the entire announcement' }).click();
  await expect.poll(heightOf).toBeGreaterThan(80);
  await expectHidden(page.getByRole('button', { name: 'Show the entire announcement' }));
});

it('an announcement has its room before it is read at the next visit, so that nothing moves down', async () => {
  const announcement = { format: 'banner' as const, message: 'Works tonight' };
  const said = reply(readCurrentAnnouncement, { announcement });
  await renderPage('/alert?customer=1&map=false', { replies: [...alertReplies(), said] });
  await expectVisible(page.getByText('Works tonight'));
  const topOf = () => page.getByRole('heading', { level: 1 }).element().getBoundingClientRect().top;
  const top = topOf();
  await expect.poll(() => Number(readOwned('announcement-room'))).toBeGreaterThan(20);
  const waiting = reply(readCurrentAnnouncement, () => pending);
  await renderPage('/alert?customer=1&map=false', { replies: [...alertReplies(), waiting] });
  await expectVisible(page.getByRole('heading', { level: 1 }));
  expect(topOf()).toBe(top);
});
