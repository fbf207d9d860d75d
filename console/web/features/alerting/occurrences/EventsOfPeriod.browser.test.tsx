import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readAlertTimeline } from '#schemas/alerting/history.ts';
import {
  listAlarmOccurrences,
  listOccurrenceGroups,
  readHandover,
  type AlarmOccurrence,
} from '#schemas/alerting/occurrences.ts';
import { readLastShift } from '#schemas/account/own-sessions.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { alertReplies, customerAlertReplies } from '#web/testing/alert-replies.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, pageRenderer, shellRenderer } from '#web/testing/render-page.tsx';
import { problem, reply, type Reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...alertingRoutes);
const renderInShell = shellRenderer(...alertingRoutes);

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Newest first: a port that flaps every ten minutes, and a device that is down. */
function occurrences(): AlarmOccurrence[] {
  const start = nowSeconds() - 7_200;
  const none = { acknowledgedBy: null, assignedTo: null, notified: [] };
  const flaps = [0, 1, 2].map((index): AlarmOccurrence => {
    const raisedAt = start + index * 600;
    return {
      id: `1:7:${String(raisedAt)}`,
      alarm: 1,
      element: 7,
      site: 3,
      name: 'Link saturated',
      kpi: 'itf_in_util',
      siteName: 'Rouen',
      elementName: 'r1 ge-0/0/0',
      severity: 'major',
      raisedAt,
      clearedAt: raisedAt + 120,
      ...none,
      raises: 3,
      ...(index === 2 ? { acknowledgedBy: 'Ada', assignedTo: 'Night team' } : {}),
    };
  });
  const device: AlarmOccurrence = {
    id: '2:8:1',
    alarm: 2,
    element: 8,
    site: 4,
    name: 'Device down',
    kpi: 'cpe_avail',
    siteName: 'Lyon',
    elementName: '=r2',
    severity: 'critical',
    raisedAt: start + 60,
    clearedAt: null,
    ...none,
    raises: 1,
    notified: [
      { kind: 'mail', state: 'delivered', target: 'Night shift' },
      { kind: 'webhook', state: 'dead', target: null },
    ],
  };
  return [...flaps, device].sort((a, b) => (b.raisedAt ?? 0) - (a.raisedAt ?? 0));
}

const counts = { critical: 1, major: 3, minor: 0 };

/** The list of the server: here filtered by severity and one word, and in pages of two. */
const PAGE = 2;
const ofPeriod = reply(listAlarmOccurrences, ({ query: { offset, severity, q = '' } }) => {
  const all = occurrences().filter(
    (each) =>
      (severity?.includes(each.severity) ?? true) && each.siteName.toLowerCase().includes(q.toLowerCase()),
  );
  return { total: all.length, counts, occurrences: all.slice(offset, offset + PAGE) };
});
const group = { severity: 'major', alarms: 3, running: 0, unacknowledged: 0, longest: 120 } as const;
const inGroups = reply(listOccurrenceGroups, {
  total: 4,
  counts,
  all: 2_000,
  groups: [
    { ...group, id: '3', name: 'Rouen' },
    { ...group, id: '4', name: 'Lyon', severity: 'critical', alarms: 1, running: 1, unacknowledged: 1 },
  ],
});
const summary = reply(readHandover, () => {
  const all = occurrences();
  return {
    total: 4,
    counts,
    unhandled: 1,
    running: all.filter(({ clearedAt }) => clearedAt === null),
    longest: [],
    flapping: all.slice(0, 1),
    notes: [],
    noted: 0,
    isNotedCut: false,
  };
});

const everything = [ofPeriod, inGroups, summary];
const open = (search = '&events=24h', replies: readonly Reply[] = everything, render = renderPage) =>
  render(`/alert?customer=1&map=false${search}`, {
    replies: [...customerAlertReplies(), ...alertReplies(), ...replies],
  });

const table = page.getByRole('grid', { name: 'Events of the period' });
const texts = () =>
  [...table.element().querySelectorAll('[role=row]')].slice(1).map((row) => row.textContent ?? '');
const copied: string[] = [];

beforeEach(() => {
  copied.length = 0;
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text);
    await Promise.resolve();
  });
});

describe('the events of a period', () => {
  it('open from History with last night, and lead back to the state at a time and to live', async () => {
    const { search } = await open('', everything, renderInShell);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await page.getByRole('button', { name: 'Event log' }).click();
    await expectVisible(table);
    expect(search().get('events')).toBe('night');
    expect(search().has('at')).toBe(false);
    await expectVisible(page.getByRole('banner').getByText('History', { exact: true }));
    await page.getByRole('button', { name: 'Snapshot' }).click();
    await expectVisible(page.getByRole('slider', { name: 'Time shown' }));
    expect(search().has('events')).toBe(false);
    await page.getByRole('button', { name: 'Event log' }).click();
    await page.getByRole('button', { name: 'Back to live' }).click();
    await expectVisible(page.getByRole('grid', { name: 'Running alarms' }));
    expect(search().has('events')).toBe(false);
  });

  atNight(
    'are listed from raise to clear, with duration, handling and number of raises, page by page',
    async () => {
      const { server } = await open();
      await expectVisible(table);
      await expect.poll(() => texts().length).toBe(4);
      expect(texts()[0]).toMatch(/Link saturated.*Rouen.*2.min.*Ada.*3$/);
      expect(texts()[2]).toMatch(
        /Device down.*still running.*1.h.59.min.*–.*Night shift, webhook \(failed\)1$/,
      );
      expect(server.received(listAlarmOccurrences).map(({ query }) => query.offset)).toEqual([0, 2]);
      await expectVisible(page.getByText('4 alarms'));
      expect(await axeFaults()).toEqual([]);
    },
  );

  it('are sorted, searched and filtered by the server, all of it in the address', async () => {
    const { search, server } = await open();
    await expectVisible(table);
    const requested = () => server.received(listAlarmOccurrences).at(-1)?.query;
    await page.getByRole('columnheader', { name: 'Duration' }).click();
    await expect.poll(() => search().get('order')).toBe('duration');
    await expect.poll(() => requested()?.order).toBe('duration');
    await page.getByRole('columnheader', { name: 'Duration' }).click();
    await expect.poll(() => requested()?.order).toBe('-duration');
    await page.getByRole('button', { name: /^Warning/ }).click();
    await expect.poll(() => texts().length).toBe(3);
    await page.getByRole('textbox', { name: 'Alarm, site or element' }).fill('lyon');
    await expectVisible(page.getByRole('button', { name: /lyon/ }));
    expect(requested()).toMatchObject({ severity: ['major'], q: 'lyon' });
  });

  atNight('are grouped by site, device or alarm, and a group opens its alarms', async () => {
    const { search } = await open();
    await expectVisible(table);
    await page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Site' }).click();
    const groups = page.getByRole('grid', { name: 'Groups of alarms' });
    await expectVisible(groups.getByText('Lyon'));
    const rows = [...groups.element().querySelectorAll('[role=row]')].map((row) => row.textContent ?? '');
    expect(rows[1]).toMatch(/Rouen300/);
    expect(rows[2]).toMatch(/Lyon111/);
    expect(search().get('by')).toBe('site');
    await expectVisible(page.getByText('4 alarms, the 2 largest of 2,000 groups'));
    expect(await axeFaults()).toEqual([]);
    await groups.getByText('Lyon').click();
    await expectVisible(table);
    await expect.poll(() => texts().length).toBe(1);
  });

  atNight('are copied as a hand-over summary', async () => {
    await open();
    await expectVisible(table);
    await page.getByRole('button', { name: 'Copy hand-over' }).click();
    await expectVisible(page.getByText('Hand-over summary copied.'));
    expect(copied[0]).toContain('Alarms: 4 (Critical 1, Warning 3, Minor 0)');
    expect(copied[0]).toContain('Running and not acknowledged: 1');
    expect(copied[0]).toContain('3 times: WARNING · Link saturated');
  });

  atNight('are those since the last shift of the user, and the page says from when', async () => {
    const endedAt = Date.now() - 3 * DAY_MS;
    const { server, search } = await open('&events=24h', [ofPeriod, reply(readLastShift, { endedAt })]);
    await page.getByRole('button', { name: 'Last 24 h' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Since my last shift' }).click();
    await expectVisible(page.getByText('You were last signed in at the start of this period.'));
    expect(search().get('events')).toBe('shift');
    const requested = () => server.received(listAlarmOccurrences).at(-1)?.query.from;
    await expect.poll(requested).toBe(Math.floor(endedAt / 1_000));
    expect(await axeFaults()).toEqual([]);
  });

  atNight('are those of the last day for a user without an earlier shift', async () => {
    await open('&events=shift', [ofPeriod, reply(readLastShift, { endedAt: null })]);
    await expectVisible(page.getByText(/^You did not sign in earlier/));
    await expectVisible(table);
  });

  it('say why they are not shown', async () => {
    await open('&events=7d', [reply(listAlarmOccurrences, problem('TOO_MUCH_DATA'))]);
    await expectVisible(page.getByText(/too much data/i));
  });

  atNight('of a bar are offered at the time shown, with the bar as their period', async () => {
    const bar = Math.floor((nowSeconds() - DAY_MS / 1_000) / 1_800) * 1_800;
    const raised = { critical: 1, major: 4, minor: 0, cleared: 5, running: 0 };
    const timeline = { bucketSeconds: 1_800, running: 0, buckets: [{ at: bar, ...raised }] };
    const { search } = await open(`&at=${String(bar + 700)}`, [ofPeriod, reply(readAlertTimeline, timeline)]);
    await page.getByRole('button', { name: /^Show the 5 alarms raised/ }).click();
    await expectVisible(table);
    expect(search().get('events')).toBe('custom');
    expect([search().get('from'), search().get('to')]).toEqual([String(bar), String(bar + 1_800)]);
  });
});
