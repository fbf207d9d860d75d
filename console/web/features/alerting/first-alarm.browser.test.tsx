import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, shellRenderer } from '#web/testing/render-page.tsx';
import { alertReplies } from '../../testing/alert-replies.ts';
import { aSnapshot } from './testing/alerts.ts';

const renderPage = shellRenderer(...alertingRoutes);
const grid = page.getByRole('grid', { name: 'Running alarms' });
const firstTop = (): number => grid.getByRole('row').nth(1).element().getBoundingClientRect().bottom;

it.for([
  [1_440, 900, 'dark', 'en'],
  [1_440, 900, 'light', 'fr'],
  [1_920, 1_080, 'dark', 'en'],
  [390, 844, 'dark', 'en'],
  [390, 844, 'light', 'fr'],
] as const)(
  'the first alarm begins in the first third of a window of %i × %i, %s, %s',
  async ([width, height, theme, language]) => {
    await renderPage('/alert?customer=1', {
      width,
      theme,
      language,
      replies: alertReplies(aSnapshot(24, 18, Date.now())),
    });
    await page.viewport(width, height);
    const shown = language === 'en' ? grid : page.getByRole('grid').first();
    await expectVisible(shown);
    await expect
      .poll(() => shown.getByRole('row').nth(1).element().getBoundingClientRect().top)
      .toBeLessThan(height / 3);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await axeFaults()).toEqual([]);
  },
);

it('each count is shown once: of severities in their buttons, of what is handled among the filters', async () => {
  await renderPage('/alert?customer=1&map=false', { replies: alertReplies(aSnapshot(24, 18, Date.now())) });
  await expectVisible(grid);
  const toolbar = page.getByRole('group', { name: 'Filters and view' });
  const tops = toolbar
    .getByRole('button')
    .elements()
    .map((one) => Math.round(one.getBoundingClientRect().top / 20));
  expect(new Set(tops).size).toBe(1);
  expect(firstTop()).toBeLessThan(300);
  await toolbar.getByRole('button', { name: 'Filters', exact: true }).click();
  await expectVisible(toolbar.getByRole('button', { name: /^Acknowledged/ }));
});

it.for([
  [1_440, 900],
  [390, 844],
] as const)('the details say what and where first, at %i × %i', async ([width, height]) => {
  const snapshot = aSnapshot(24, 18, Date.now());
  const { id, name, elementName } = snapshot.alarms[0]!;
  await renderPage(`/alert?customer=1&map=false&open=${id}`, { width, replies: alertReplies(snapshot) });
  await page.viewport(width, height);
  const details = page.getByRole('complementary', { name: /^Details of/ });
  await expectVisible(details.getByRole('heading', { name: new RegExp(`^${name} — `) }));
  expect(details.getByRole('heading').first().element().textContent).toContain(elementName);
  const acknowledge = details.getByRole('button', { name: 'Acknowledge', exact: true });
  await expectVisible(acknowledge);
  if (width < 640) expect(acknowledge.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
  expect(await axeFaults()).toEqual([]);
});
