import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { cockpitRoutes } from '#web/routes/pages/cockpit.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { cockpitReplies } from './testing/cockpits.ts';

const renderPage = pageRenderer(...cockpitRoutes);

it.each([
  ['library', '/mt/cockpit', 'WAN access links'],
  ['cockpit', '/mt/cockpit?cockpit=1', 'Router restarted'],
  ['editor', '/mt/cockpit?cockpit=1&alarm=11', 'Router restarted'],
])('the %s has no accessibility fault and nothing that moves', async (_, address, text) => {
  let shifted = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifted += (entry as PerformanceEntry & { value: number }).value;
  });
  observer.observe({ type: 'layout-shift' });
  await renderPage(address, { replies: cockpitReplies() });
  await expectVisible(page.getByText(text));
  expect(await axeFaults()).toEqual([]);
  observer.disconnect();
  expect(shifted).toBeLessThan(0.02);
});
