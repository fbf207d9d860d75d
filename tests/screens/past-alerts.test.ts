import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { openPage } from './support/browser.ts';
import { fixtureOfFile } from './support/console-of-file.ts';
import type { PageOptions } from './support/browser.ts';
import { aSnapshot } from './fixture/fixture-data.ts';
import { looks } from './support/looks.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const { browser, fixture } = await fixtureOfFile();
fixture.state.signedIn = true;
beforeEach(() => {
  fixture.state.snapshot = aSnapshot(24, 18, Date.now());
  fixture.state.failing.clear();
});

const HOUR = 3_600;
const DAY = 24 * HOUR;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

async function alerts(search = '', options: PageOptions = {}) {
  const opened = await openPage(browser, options);
  await opened.page.goto(`${fixture.url}/alert?customer=1${search}`);
  const { page } = opened;
  return {
    ...opened,
    live: page.getByRole('grid', { name: 'Running alarms' }),
    past: page.getByRole('grid', { name: 'Alarms at that time' }),
    slider: page.getByRole('slider', { name: 'Time shown' }),
    bar: page.getByRole('region', { name: 'Past alarms' }),
    rows: async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1,
    at: () => Number(new URL(page.url()).searchParams.get('at')),
  };
}

describe('the past of a customer’s alerts', () => {
  it('opens from the toolbar at the present time, shows that time, and returns to live', async () => {
    const { page, context, live, past, bar, slider, rows, at, complaints } = await alerts();
    await live.waitFor();
    expect(await rows()).toBe(18);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await past.waitFor();
    await bar.getByText(/^As of \d+ \w+/).waitFor();
    await slider.waitFor();
    expect(at()).toBeGreaterThan(nowSeconds() - 60);
    expect(await rows()).toBe(12);
    await page.getByRole('button', { name: 'Back to live' }).click();
    await live.waitFor();
    expect(await rows()).toBe(18);
    expect(new URL(page.url()).searchParams.has('at')).toBe(false);
    expect(await bar.count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is in the address: table, map and counts show that time despite live changes', async () => {
    const { page, context, past, rows } = await alerts(`&at=${String(nowSeconds() - DAY)}`);
    await past.waitFor();
    expect(await rows()).toBe(6);
    await page.getByRole('heading', { name: 'Alerting' }).waitFor();
    await expect
      .poll(() => page.getByText('running alarms', { exact: true }).locator('..').textContent(), soon)
      .toContain('6');
    const banner = page.getByRole('banner');
    await banner.getByText('Live', { exact: true }).waitFor();
    const counters = banner.getByRole('link', { name: /^Running alarms/ });
    const before = await counters.textContent();
    fixture.alert({
      epoch: 'e1',
      seq: 1,
      at: Date.now(),
      customer: 1,
      counts: { critical: 0, warning: 0 },
      remove: fixture.state.snapshot.alarms.map(({ id }) => id),
    });
    // The header continues with what runs now.
    await expect.poll(() => counters.textContent(), soon).not.toBe(before);
    expect(await rows()).toBe(6);
    await context.close();
  });

  it('shows the duration of an alarm up to the time shown, and its events up to then', async () => {
    const when = nowSeconds() - DAY;
    const asked: string[] = [];
    const { page, context, past } = await alerts(`&at=${String(when)}`);
    page.on('request', (request) => asked.push(request.url()));
    await past.waitFor();
    const ages = await past.locator('time').allTextContents();
    expect(ages).toHaveLength(6);
    // The alarms of the fixture began minutes before the time shown, which is a day ago.
    expect(ages.filter((age) => / d\b/.test(age))).toEqual([]);
    await past.getByRole('row').nth(1).click();
    await expect
      .poll(() => asked.filter((url) => url.includes(`until=${String(when)}`)).length, soon)
      .toBe(1);
    await context.close();
  });

  it('is walked through by the keys of the timeline and by a press on it', async () => {
    const { page, context, slider, at, rows } = await alerts(`&at=${String(nowSeconds())}`);
    await slider.focus();
    const before = at();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(at, soon).toBeLessThan(before);
    await page.keyboard.press('Home');
    await expect.poll(at, soon).toBeLessThan(nowSeconds() - 2.9 * DAY);
    await page.getByText('No alarm was running').waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/alarms? raised, \d+ alarms were running$/);
    const box = (await slider.boundingBox())!;
    await page.mouse.click(box.x + box.width * (2 / 3), box.y + 10);
    await expect.poll(at, soon).toBeGreaterThan(nowSeconds() - 1.1 * DAY);
    await expect.poll(rows, soon).toBe(6);
    await context.close();
  });

  it('accepts a typed date and time, and a longer period', async () => {
    const { page, context, at, slider, rows } = await alerts(`&at=${String(nowSeconds())}`);
    await slider.waitFor();
    const typed = await page.evaluate(
      (ms) =>
        new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
          .format(ms)
          .replace(' ', 'T'),
      Date.now() - DAY * 1_000,
    );
    await page.getByLabel('Date and time').fill(typed);
    await expect.poll(rows, soon).toBe(6);
    expect(Math.abs(at() - (nowSeconds() - DAY))).toBeLessThan(120);
    await page.getByRole('button', { name: '4 weeks' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('span'), soon).toBe('4w');
    await expect
      .poll(async () => Number(await slider.getAttribute('aria-valuemin')), soon)
      .toBeLessThan(nowSeconds() - 27 * DAY);
    await context.close();
  });

  it('shows why it is unavailable, with the way back to live', async () => {
    fixture.state.failing.add('/customers/1/alert/past');
    const { page, context, live, rows } = await alerts(`&at=${String(nowSeconds() - DAY)}`);
    await page.getByText('The alarm counts could not be loaded.').first().waitFor();
    await page.getByRole('button', { name: 'Back to live' }).click();
    await live.waitFor();
    expect(await rows()).toBe(18);
    await context.close();
  });

  it.each(looks)('is accessible in the $theme theme, in $language', async ({ theme, language }) => {
    const { page, context } = await alerts(`&at=${String(nowSeconds() - HOUR)}`, { theme, language });
    await page.getByRole('slider').waitFor();
    await page.getByRole('grid').waitFor();
    const text = language === 'en' ? /^As of / : /^État au /;
    await page.getByText(text).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shot(page, `past-${theme}-${language}`);
    await context.close();
  });
});
