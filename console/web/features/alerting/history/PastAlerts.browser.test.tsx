import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noAlerts } from '#schemas/alerting/counts.ts';
import { readAlertTimeline } from '#schemas/alerting/history.ts';
import { readPastAlerts } from '#schemas/alerting/past-routes.ts';
import { readAlarmHistory } from '#schemas/alerting/routes.ts';
import { listSilencePeriods } from '#schemas/silence/period-routes.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, pageRenderer, shellRenderer } from '#web/testing/render-page.tsx';
import { reply, type Reply } from '#web/testing/replies.ts';
import { alertReplies, alertsUnavailable, customerAlertReplies } from '#web/testing/alert-replies.ts';
import { aSnapshot } from '../testing/alerts.ts';
import { atNight, describeAtNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...alertingRoutes);
const renderInShell = shellRenderer(...alertingRoutes);

const DAY = DAY_MS / 1_000;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

async function open(search = '', replies: readonly Reply[] = [], render = renderPage) {
  const snapshot = aSnapshot(24, 18, Date.now());
  const rendered = await render(`/alert?customer=1&map=false${search}`, {
    replies: [...customerAlertReplies(), ...alertReplies(snapshot), ...replies],
  });
  return { ...rendered, snapshot, at: () => Number(rendered.search().get('at')) };
}
const live = page.getByRole('grid', { name: 'Running alarms' });
const past = page.getByRole('grid', { name: 'Alarms at that time' });
const slider = page.getByRole('slider', { name: 'Time shown' });
const bar = page.getByRole('region', { name: 'Past alarms' });
const rowCount = () => Number(page.getByRole('grid').element().getAttribute('aria-rowcount')) - 1;

describe('the past of a customer’s alerts', () => {
  it('opens from the toolbar at the present time, shows that time, and returns to live', async () => {
    const { at, search } = await open();
    await expectVisible(live);
    expect(rowCount()).toBe(18);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await expectVisible(past);
    await expectVisible(bar.getByText(/^As of \d+ \w+/));
    await expectVisible(slider);
    expect(at()).toBeGreaterThan(nowSeconds() - 660);
    expect(rowCount()).toBe(12);
    expect(await axeFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Back to live' }).click();
    await expectVisible(live);
    expect(rowCount()).toBe(18);
    expect(search().has('at')).toBe(false);
    expect(bar.elements()).toEqual([]);
  });

  it('is in the address: table and counts show that time despite live changes', async () => {
    const { snapshot } = await open(`&at=${String(nowSeconds() - DAY)}`, [], renderInShell);
    await expectVisible(past);
    expect(rowCount()).toBe(6);
    const chips = page.getByRole('group', { name: 'Severity' }).getByRole('button').elements();
    const numbers = chips.map((chip) => Number(/\d+/.exec(chip.textContent)?.[0]));
    expect(numbers.reduce((sum, each) => sum + each, 0)).toBe(6);
    const banner = page.getByRole('banner');
    await expectVisible(banner.getByText('History', { exact: true }));
    const counters = banner.getByRole('link', { name: /^Running alarms/ });
    const before = counters.element().textContent;
    liveServer.send('alert', {
      epoch: 'e1',
      seq: 1,
      at: Date.now(),
      customer: 1,
      counts: noAlerts,
      remove: snapshot.alarms.map(({ id }) => id),
    });
    // The header continues with what runs now.
    await expect.poll(() => counters.element().textContent).not.toBe(before);
    expect(rowCount()).toBe(6);
  });

  atNight('shows the duration of an alarm up to the time shown, and its events up to then', async () => {
    const when = nowSeconds() - DAY;
    const { server } = await open(`&at=${String(when)}`);
    await expectVisible(past);
    const ages = [...past.element().querySelectorAll('time')].map(({ textContent }) => textContent);
    expect(ages).toHaveLength(6);
    // The alarms began minutes before the time shown, which is a day ago.
    expect(ages.filter((age) => / d\b/.test(age))).toEqual([]);
    await past.getByRole('row').nth(1).click();
    await expect.poll(() => server.received(readAlarmHistory)).toMatchObject([{ query: { until: when } }]);
  });

  atNight('is walked through by the keys of the timeline and by a press on it', async () => {
    const { at } = await open(`&at=${String(nowSeconds())}`);
    await expectVisible(slider);
    (slider.element() as HTMLElement).focus();
    const before = at();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(at).toBeLessThan(before);
    await userEvent.keyboard('{Home}');
    await expect.poll(at).toBeLessThan(nowSeconds() - 2.9 * DAY);
    await expectVisible(page.getByText('No alarm was running'));
    expect(slider.element().getAttribute('aria-valuetext')).toMatch(
      /alarms? raised, \d+ alarms were running$/,
    );
    const { width } = slider.element().getBoundingClientRect();
    await slider.click({ position: { x: width * (2 / 3), y: 10 } });
    await expect.poll(at).toBeGreaterThan(nowSeconds() - 1.1 * DAY);
    await expect.poll(rowCount).toBe(6);
  });

  atNight('lists the events of a part of the timeline that is dragged over', async () => {
    const { search } = await open(`&at=${String(nowSeconds())}`);
    await expectVisible(slider);
    const { left, top, width } = slider.element().getBoundingClientRect();
    const pointer = (type: string, share: number) =>
      slider.element().dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerId: 1,
          button: 0,
          buttons: 1,
          isPrimary: true,
          clientX: left + width * share,
          clientY: top + 10,
        }),
      );
    const captured = vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
    pointer('pointerdown', 0.25);
    pointer('pointermove', 0.5);
    await expect.poll(() => slider.element().querySelector('[data-is="dragged"]')).not.toBeNull();
    pointer('pointerup', 0.5);
    await expect.poll(() => search().get('events')).toBe('custom');
    captured.mockRestore();
    const [from, to] = [Number(search().get('from')), Number(search().get('to'))];
    expect(Math.abs(to - from - 0.75 * DAY)).toBeLessThan(2 * 1_800);
  });

  atNight('has the silences of the period, and names those of the time shown', async () => {
    const when = nowSeconds() - DAY;
    const works = { silence: 7, reason: 'Fibre works', maintenance: false, sites: [], complete: true };
    const periods = [
      { ...works, from: (when - 3_600) * 1_000, until: (when + 3_600) * 1_000 },
      { ...works, silence: 8, reason: 'Later', from: (when + 7_200) * 1_000, until: null },
    ];
    await open(`&at=${String(when)}`, [reply(listSilencePeriods, { periods })]);
    await expectVisible(bar.getByText('Silence active then:'));
    expect(slider.element().querySelectorAll('[data-is="silence"]')).toHaveLength(2);
    expect(slider.element().getAttribute('aria-valuetext')).toContain('1 silence was active');
    expect(
      bar
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Fibre works']);
    expect(await axeFaults()).toEqual([]);
  });

  describeAtNight('is played', () => {
    /** Three changes, hours apart. */
    const changes = [20, 12, 4].map((hours) => (Math.floor(nowSeconds() / 1_800) - hours * 2) * 1_800);
    const change = { critical: 0, major: 1, minor: 0, cleared: 0, running: 1 };
    const timeline = reply(readAlertTimeline, {
      bucketSeconds: 1_800,
      running: 0,
      buckets: changes.map((at) => ({ at, ...change })),
    });
    const shown = changes.map((at) => at + 1_799);
    const button = (name: string) => bar.getByRole('button', { name });
    /** The browser of the tests requests less motion, which leaves one slow speed. */
    const preferMotion = () => {
      const matchMedia = window.matchMedia.bind(window);
      const replaced = vi
        .spyOn(window, 'matchMedia')
        .mockImplementation((query) => matchMedia(query.includes('reduced-motion') ? 'not all' : query));
      onTestFinished(() => replaced.mockRestore());
    };
    const requested = (server: Awaited<ReturnType<typeof open>>['server']) =>
      server.received(readPastAlerts).map(({ query }) => query.at);

    atNight('from change to change, each state read once, and stops at the last one', async () => {
      preferMotion();
      const start = shown[0]! - 600;
      const { at, server } = await open(`&at=${String(start)}`, [timeline]);
      await expectVisible(past);
      await expectVisible(button('4 changes per second'));
      await button('4 changes per second').click();
      await button('Play the changes').click();
      await expect.poll(at).toBe(shown[2]);
      await expectVisible(button('Play the changes'));
      expect(requested(server)).toEqual([start, ...shown]);
      await button('Change before').click();
      await expect.poll(at).toBe(shown[1]);
      expect(requested(server)).toHaveLength(4);
      expect(await axeFaults()).toEqual([]);
      // At the end it begins again.
      await button('Next change').click();
      await button('1 change per second').click();
      await button('Play the changes').click();
      await expect.poll(at).toBe(shown[0]);
    });

    atNight('and pauses with the space bar; it stops where a state cannot be read', async () => {
      const { at, server } = await open(`&at=${String(shown[0]!)}`, [timeline]);
      await expectVisible(past);
      expect(button('4 changes per second').elements()).toEqual([]);
      (slider.element() as HTMLElement).focus();
      await userEvent.keyboard(' ');
      await expectVisible(button('Pause'));
      await userEvent.keyboard(' ');
      await expectVisible(button('Play the changes'));
      expect(at()).toBe(shown[0]);
      server.set(reply(readPastAlerts, alertsUnavailable));
      await button('Play the changes').click();
      await expect.poll(at).toBe(shown[1]);
      await expectVisible(page.getByText('The alarm counts could not be loaded.'));
      await expectVisible(button('Play the changes'));
    });
  });

  atNight('accepts a typed date and time, and a longer period', async () => {
    const { at, search } = await open(`&at=${String(nowSeconds())}`);
    await expectVisible(slider);
    const typed = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
      .format(Date.now() - DAY_MS)
      .replace(' ', 'T');
    await page.getByLabelText('Date and time').fill(typed);
    await expect.poll(rowCount).toBe(6);
    expect(Math.abs(at() - (nowSeconds() - DAY))).toBeLessThan(120);
    await page.getByRole('button', { name: '4 weeks' }).click();
    await expect.poll(() => search().get('span')).toBe('4w');
    await expect
      .poll(() => Number(slider.element().getAttribute('aria-valuemin')))
      .toBeLessThan(nowSeconds() - 27 * DAY);
  });

  it('shows why it is unavailable, with the way back to live', async () => {
    await open(`&at=${String(nowSeconds() - DAY)}`, [reply(readPastAlerts, alertsUnavailable)]);
    await expectVisible(page.getByText('The alarm counts could not be loaded.'));
    await page.getByRole('button', { name: 'Back to live' }).click();
    await expectVisible(live);
    expect(rowCount()).toBe(18);
    await expectHidden(bar);
  });
});
