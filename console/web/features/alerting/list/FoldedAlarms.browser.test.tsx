import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { alertCountsOf } from '#schemas/alerting/counts.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, shellRenderer } from '#web/testing/render-page.tsx';
import { alertReplies } from '../../../testing/alert-replies.ts';
import { aShownAlarm, aSite, aSnapshot } from '../testing/alerts.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = shellRenderer(...alertingRoutes);

const now = Math.floor(Date.now() / 1_000);
const since = now - 1_200;
const router = (element: number, change: Partial<AlarmRow> = {}): AlarmRow => ({
  ...aShownAlarm(0, aSite(1), now),
  id: `50:${String(element)}`,
  alarm: 50,
  name: 'Device unreachable',
  kpi: 'cpe_avail',
  element,
  elementName: `cpe-lyon-${String(element)}`,
  elementKind: 'device',
  since,
  operator: '<',
  threshold: 50,
  recent: [100, 0, 0, 0, 0],
  ...change,
});
const port = (element: number, of: number): AlarmRow => ({
  ...aShownAlarm(0, aSite(1), now),
  id: `51:${String(element)}`,
  alarm: 51,
  name: 'Interface down',
  element,
  since,
  elementName: `cpe-lyon-${String(of)} · Gi0/0/${String(element)}`,
  parent: { alarm: 50, element: of, relation: 'device', since },
});

/** Two routers of a site that is down with two ports, and an alarm of another site. */
const alarms: readonly AlarmRow[] = [
  port(11, 1),
  router(1),
  router(2, { parent: { alarm: 50, element: 1, relation: 'site', since } }),
  port(21, 2),
  { ...aShownAlarm(0, aSite(3), now), id: '9:999', name: 'Tunnel down' },
];
const snapshot = {
  ...aSnapshot(24, 0, Date.now()),
  alarms: [...alarms],
  counts: alertCountsOf(alarms),
};

const tree = page.getByRole('treegrid', { name: 'Running alarms' });
const names = () =>
  tree
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => `${row.ariaLevel ?? ''} ${row.querySelector('.tt-alarm-name strong')?.textContent ?? ''}`);
const open = (search = '', language: 'en' | 'fr' = 'en') =>
  renderPage(`/alert?customer=1&map=false${search}`, {
    width: 1_440,
    language,
    replies: alertReplies(snapshot),
  });

describe('alarms that an unreachable device or site explains', () => {
  it('are folded under it with their number', async () => {
    await open();
    await expectVisible(
      tree.getByRole('button', { name: 'Show 3 alarms explained by “Device unreachable”' }),
    );
    expect(names().toSorted()).toEqual(['1 Device unreachable', '1 Tunnel down']);
    const figures = page.getByRole('main').element().querySelector('.tt-figures')?.textContent;
    expect(figures).toBe('3explained');
    expect(await axeFaults()).toEqual([]);
  });

  atNight('are shown below it by button and by key, level by level, also when sorted', async () => {
    await open('&sort=alarm');
    await tree.getByRole('button', { name: /Show 3/ }).click();
    await expect
      .poll(names)
      .toEqual(['1 Device unreachable', '2 Device unreachable', '2 Interface down', '1 Tunnel down']);
    (tree.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await expect.poll(() => names().length).toBe(5);
    const active = tree.element().getAttribute('aria-activedescendant') ?? '';
    const row = () => document.getElementById(active)?.getAttribute('aria-expanded');
    expect(row()).toBe('true');
    expect(await axeFaults()).toEqual([]);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(row).toBe('false');
  });

  atNight('are selected with Ctrl+A and by the box of the header while they are folded', async () => {
    await open();
    await expectVisible(tree.getByRole('button', { name: /Show 3/ }));
    (tree.element() as HTMLElement).focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    const bar = page.getByRole('group', { name: 'Selected alarms' });
    await expectVisible(bar.getByText('5 alarms selected'));
    const all = tree.getByRole('checkbox', { name: 'Select all' });
    await expect.element(all).toBeChecked();
    await all.click();
    await expectHidden(bar);
    await all.click();
    await expectVisible(bar.getByText('5 alarms selected'));
  });

  atNight('name the alarm that explains them, and open it', async () => {
    await open('&open=51:11');
    const details = page.getByRole('complementary');
    await expectVisible(details.getByText(/Device unreachable on cpe-lyon-1: the device/));
    await expectVisible(details.getByText('When this ends, if the alarm still runs'));
    await details.getByRole('button', { name: 'Open that alarm' }).click();
    await expectVisible(details.getByRole('heading', { name: 'Device unreachable' }));
  });

  it('are rows of their own as soon as it clears', async () => {
    await open();
    await expectVisible(tree);
    await expectVisible(page.getByRole('banner').getByText('Live', { exact: true }));
    const own = alarms.flatMap(({ parent, ...row }) =>
      parent === undefined || row.id === '50:1' ? [] : [row],
    );
    liveServer.send('alert', {
      epoch: 'e1',
      seq: 1,
      at: Date.now(),
      customer: 1,
      set: own,
      remove: ['50:1'],
    });
    await expectHidden(tree);
    await expectVisible(
      page.getByRole('grid', { name: 'Running alarms' }).getByText('cpe-lyon-2', { exact: true }),
    );
  });
});
