import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readPastAlerts } from '#schemas/alerting/past-routes.ts';
import {
  listAlarmOccurrences,
  listOccurrenceGroups,
  readHandover,
  type AlarmOccurrence,
} from '#schemas/alerting/occurrences.ts';
import { listSilences, readSilence, type SilenceEntry } from '#schemas/silence/routes.ts';
import { listSilencePeriods } from '#schemas/silence/period-routes.ts';
import { readLastShift } from '#schemas/account/own-sessions.ts';
import { DAY_MS, HOUR_MS } from '#schemas/time/duration.ts';
import { alertReplies, customerAlertReplies } from '#web/testing/alert-replies.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { silenceRoutes } from '#web/routes/pages/silence.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { aPast } from '../testing/alerts.ts';
import { eventPeriod } from './event-period.ts';

const renderPage = pageRenderer(...alertingRoutes, ...silenceRoutes);

const night = eventPeriod('night', Date.now());
/** Minutes after the start of the night. */
const at = (minutes: number): number => night.from + minutes * 60;

const none = { acknowledgedBy: null, assignedTo: null, notified: [] };
const rouen = (raised: number, cleared: number): AlarmOccurrence => ({
  id: `1:7:${String(at(raised))}`,
  alarm: 1,
  element: 7,
  site: 3,
  name: 'Link saturated',
  kpi: 'itf_in_util',
  siteName: 'Rouen',
  elementName: 'r1 · ge-0/0/0',
  severity: 'major',
  raisedAt: at(raised),
  clearedAt: at(cleared),
  ...none,
  raises: 2,
});
const lyon: AlarmOccurrence = {
  id: `2:8:${String(at(5))}`,
  alarm: 2,
  element: 8,
  site: 4,
  name: 'Device down',
  kpi: 'cpe_avail',
  siteName: 'Lyon',
  elementName: 'r2',
  severity: 'critical',
  raisedAt: at(5),
  clearedAt: null,
  acknowledgedBy: 'Ben Roy',
  assignedTo: null,
  raises: 1,
  notified: [{ kind: 'mail', state: 'delivered', target: 'Night shift' }],
};
const ran: readonly AlarmOccurrence[] = [lyon, rouen(4, 8), rouen(0, 2)];
const counts = { critical: 1, major: 2, minor: 0 };
const quiet = { alarms: 1, running: 0, unacknowledged: 0, longest: 240 };

const works: SilenceEntry = {
  id: 5,
  customer: 1,
  reason: 'Carrier works, INC-4711',
  author: 'Eve Blanc',
  version: 1,
  match: { alarms: [], severities: [], sites: [3], elements: [] },
  startsAt: at(0) * 1_000,
  endsAt: at(0) * 1_000 + 30 * HOUR_MS,
  recurrence: null,
  maintenance: true,
  state: 'active',
  next: [],
};

it('someone who was not there reconstructs last night: what ran, who was called, what was planned', async () => {
  let handover = '';
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    handover = text;
    await Promise.resolve();
  });
  const { search } = await renderPage('/alert?customer=1&map=false', {
    replies: [
      ...customerAlertReplies(),
      ...alertReplies(),
      reply(readPastAlerts, ({ query }) => ({ ...aPast(query.at), alarms: [] })),
      reply(listAlarmOccurrences, ({ query: { q = '' } }) => {
        const occurrences = ran.filter(({ siteName }) => siteName.includes(q));
        return { total: occurrences.length, counts, occurrences };
      }),
      reply(listOccurrenceGroups, {
        total: 3,
        counts,
        all: 2,
        groups: [
          { ...quiet, id: '3', name: 'Rouen', severity: 'major', alarms: 2 },
          { ...quiet, id: '4', name: 'Lyon', severity: 'critical', running: 1 },
        ],
      }),
      reply(readLastShift, { endedAt: at(0) * 1_000 - DAY_MS }),
      reply(readHandover, {
        total: 3,
        counts,
        unhandled: 0,
        running: [],
        longest: [lyon],
        flapping: [rouen(4, 8)],
        notes: [],
        noted: 0,
        isNotedCut: false,
      }),
      reply(listSilencePeriods, {
        periods: [
          {
            silence: 5,
            reason: works.reason,
            maintenance: true,
            sites: [3],
            complete: true,
            from: works.startsAt,
            until: works.endsAt,
          },
        ],
      }),
      reply(listSilences, { silences: [works], alarms: [], elements: [] }),
      reply(readSilence, {
        silence: works,
        alarms: [],
        elements: [],
        sites: [{ id: 3, name: 'Rouen' }],
      }),
    ],
  });
  const table = page.getByRole('grid', { name: 'Events of the period' });
  const rows = () =>
    [...table.element().querySelectorAll('[role=row]')].slice(1).map((row) => row.textContent ?? '');

  // Three alarms ran; the port in Rouen came back twice.
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await page.getByRole('button', { name: 'Event log' }).click();
  await expectVisible(table);
  expect(rows()).toHaveLength(3);

  // Nothing else since the reader was last on duty, a day before.
  const period = page.getByRole('group', { name: 'Period', exact: true });
  await period.getByRole('button', { name: 'Last night' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Since my last shift' }).click();
  await expectVisible(page.getByText('You were last signed in at the start of this period.'));
  expect(rows()).toHaveLength(3);
  await period.getByRole('button', { name: 'Since my last shift' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Last night' }).click();

  // The night by site: Lyon is the one that still ran, and an operator had taken care of it.
  await page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Site' }).click();
  await page.getByRole('grid', { name: 'Groups of alarms' }).getByText('Lyon').click();
  await expectVisible(table);
  await expect.poll(() => rows().length).toBe(1);
  expect(rows()[0]).toMatch(/Device down.*Lyon.*Ben Roy.*Night shift/);

  // The summary for the next shift.
  await page.getByRole('textbox', { name: 'Alarm, site or element' }).fill('');
  await expect.poll(() => rows().length).toBe(3);
  await page.getByRole('button', { name: 'Copy hand-over' }).click();
  await expect.poll(() => handover).toContain('Device down');

  // The state before the last change: the past is walked through change by change.
  await page.getByRole('button', { name: 'Snapshot' }).click();
  const shown = Number(search().get('at'));
  await page.getByRole('button', { name: 'Change before' }).click();
  await expect.poll(() => Number(search().get('at'))).toBeLessThan(shown);

  // Rouen was planned: the silence at that time says by whom and why.
  await page.getByRole('link', { name: 'Carrier works, INC-4711' }).click();
  const details = page.getByRole('complementary', { name: 'Details of the silence' });
  await expectVisible(details.getByText('Eve Blanc'));
  await expectVisible(details.getByText('Rouen'));
  expect(search().get('open')).toBe('5');
});
