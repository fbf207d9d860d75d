import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readWall } from '#schemas/token/routes.ts';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { wallRoute } from '#web/routes/pages/alerting.ts';
import { axeFaults, shellRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { aSnapshot } from '../testing/alerts.ts';

const renderPage = shellRenderer(wallRoute);
const scope = {
  display: null,
  customers: [{ id: 1, clientId: 'C1001', name: 'Aster Retail' }],
  cross: false,
};

const numbersIn = (selector: string): number =>
  [...document.querySelectorAll(`${selector} .tt-pill`)]
    .map((pill) => Number(/\d+/.exec(pill.textContent ?? '')?.[0] ?? '0'))
    .reduce((sum, count) => sum + count, 0);

it.for([
  [1_920, 1_080, 'dark', 'en'],
  [3_840, 2_160, 'dark', 'en'],
  [1_280, 720, 'light', 'fr'],
  [390, 844, 'dark', 'fr'],
] as const)(
  'a wall of sites says where, what and since when, and fits %i × %i, %s, %s',
  async ([width, height, theme, language]) => {
    const snapshot = aSnapshot(30, 6, Date.now());
    await renderPage('/wall?show=sites&customer=1', {
      width,
      theme,
      language,
      replies: [...alertReplies(snapshot), reply(readWall, scope)],
    });
    await page.viewport(width, height);
    const worst = snapshot.alarms.find(({ severity }) => severity === 'critical') ?? snapshot.alarms[0]!;
    await expectVisible(page.getByRole('listitem').getByText(worst.name).first());
    const affected = new Set(snapshot.alarms.map(({ site }) => site)).size;
    await expectVisible(page.getByText(new RegExp(`^${String(30 - affected)} (of 30 sites|sites sur 30)`)));
    expect(numbersIn('.tt-wall-sites')).toBe(snapshot.alarms.length);
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(height);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await axeFaults()).toEqual([]);
  },
);

it('letters of a wall of 3,840 × 2,160 are twice those of 1,920 × 1,080', async () => {
  const sizes: number[] = [];
  for (const [width, height] of [
    [1_920, 1_080],
    [3_840, 2_160],
  ] as const) {
    await renderPage('/wall?show=sites&customer=1', {
      width,
      replies: [...alertReplies(aSnapshot(30, 6, Date.now())), reply(readWall, scope)],
    });
    await page.viewport(width, height);
    await expectVisible(page.getByRole('heading', { level: 1 }));
    const style = getComputedStyle(document.querySelector('.tt-wall-page')!);
    sizes.push(Number.parseFloat(style.fontSize));
  }
  expect(sizes[1]! / sizes[0]!).toBeCloseTo(2, 1);
});
