import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  readAlertHistory,
  readAlertTimeline,
  readPastAlerts,
  type PastEvent,
} from '#schemas/alerting/history.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { alertReplies, customerAlertReplies } from '#web/testing/alert-replies.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, renderPage } from '#web/testing/render-page.tsx';
import { problem, reply, type Reply } from '#web/testing/replies.ts';
import { aPast } from '../testing/alerts.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Newest first: a port that flaps every ten minutes, and a device that is down. */
function events(): PastEvent[] {
  const like = { cause: 'rule', length: 60, kpi: 'itf_in_util', value: 97, threshold: 90 };
  const port = {
    alarm: 1,
    element: 7,
    name: 'Link saturated',
    site: 3,
    siteName: 'Rouen',
    elementName: 'r1 ge-0/0/0',
  };
  const device = { alarm: 2, element: 8, name: 'Device down', site: 4, siteName: 'Lyon', elementName: '=r2' };
  const start = nowSeconds() - 7_200;
  const flaps = [0, 1, 2].flatMap((index): PastEvent[] => [
    {
      ...like,
      ...port,
      event: `r${String(index)}`,
      edge: 'raise',
      severity: 'major',
      at: start + index * 600,
    },
    {
      ...like,
      ...port,
      event: `c${String(index)}`,
      edge: 'clear',
      severity: 'major',
      at: start + index * 600 + 120,
    },
  ]);
  const others: PastEvent[] = [
    {
      ...{ ...like, ...device, event: 'd', edge: 'raise', severity: 'critical', at: start + 60 },
      notified: [
        { kind: 'mail', state: 'delivered', target: 'Night shift' },
        { kind: 'webhook', state: 'dead', target: null },
      ],
    },
    { ...like, ...port, event: 'a', edge: 'acknowledge', by: 'Ada', severity: 'major', at: start + 1_200 },
  ];
  return [...flaps, ...others].sort((a, b) => b.at - a.at);
}

const quietBefore = reply(readPastAlerts, ({ query }) => ({ ...aPast(query.at), alarms: [] }));
const ofPeriod = reply(readAlertHistory, () => ({ events: events(), next: null }));

const open = (search = '&events=24h', replies: readonly Reply[] = [quietBefore, ofPeriod]) =>
  renderPage(`/alert?customer=1&map=false${search}`, {
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
    const { search } = await open('');
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await page.getByRole('button', { name: 'Events of a period' }).click();
    await expectVisible(table);
    expect(search().get('events')).toBe('night');
    expect(search().has('at')).toBe(false);
    await expectVisible(page.getByRole('banner').getByText('History', { exact: true }));
    await page.getByRole('button', { name: 'State at a time' }).click();
    await expectVisible(page.getByRole('slider', { name: 'Time shown' }));
    expect(search().has('events')).toBe(false);
    await page.getByRole('button', { name: 'Events of a period' }).click();
    await page.getByRole('button', { name: 'Back to live' }).click();
    await expectVisible(page.getByRole('grid', { name: 'Running alarms' }));
    expect(search().has('events')).toBe(false);
  });

  it('pair raises and clears, with duration, acknowledgement and number of raises', async () => {
    const { server } = await open();
    await expectVisible(table);
    expect(texts()).toHaveLength(4);
    expect(texts()[0]).toMatch(/Link saturated.*Rouen.*2.min.*Ada.*3$/);
    expect(texts()[2]).toMatch(
      /Device down.*still running.*1.h.59.min.*–.*Night shift, webhook \(failed\)1$/,
    );
    expect(server.received(readAlertHistory)).toMatchObject([
      { query: { acknowledgements: true, deliveries: true } },
    ]);
    expect(await axeFaults()).toEqual([]);
  });

  it('are sorted by duration and filtered by severity and text, all of it in the address', async () => {
    const { search } = await open();
    await expectVisible(table);
    await page.getByRole('columnheader', { name: 'Duration' }).click();
    await expect.poll(() => search().get('order')).toBe('duration');
    await page.getByRole('columnheader', { name: 'Duration' }).click();
    await expect.poll(() => search().get('order')).toBe('-duration');
    expect(texts()[0]).toContain('Device down');
    await page.getByRole('button', { name: /^Warning/ }).click();
    await expect.poll(() => texts().length).toBe(3);
    await page.getByRole('textbox', { name: 'Alarm, site or element' }).fill('lyon');
    await expectVisible(page.getByRole('button', { name: /lyon/ }));
  });

  it('are grouped by site, device or alarm, and a group opens its alarms', async () => {
    const { search } = await open();
    await expectVisible(table);
    await page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Site' }).click();
    const groups = page.getByRole('grid', { name: 'Groups of alarms' });
    await expectVisible(groups.getByText('Lyon'));
    const rows = [...groups.element().querySelectorAll('[role=row]')].map((row) => row.textContent ?? '');
    expect(rows[1]).toMatch(/Rouen300/);
    expect(rows[2]).toMatch(/Lyon111/);
    expect(search().get('by')).toBe('site');
    expect(await axeFaults()).toEqual([]);
    await groups.getByText('Lyon').click();
    await expectVisible(table);
    expect(texts()).toHaveLength(1);
  });

  it('are copied as a hand-over summary', async () => {
    await open();
    await expectVisible(table);
    await page.getByRole('button', { name: 'Copy hand-over' }).click();
    await expectVisible(page.getByText('Hand-over summary copied.'));
    expect(copied[0]).toContain('Alarms: 4 (Critical 1, Warning 3, Minor 0)');
    expect(copied[0]).toContain('Running and not acknowledged: 1');
    expect(copied[0]).toContain('3 times: WARNING · Link saturated');
  });

  it('say why they are not shown: too many, or too long a period', async () => {
    const endless = reply(readAlertHistory, () => ({ events: [], next: 'more' }));
    const { server } = await open('&events=7d', [quietBefore, endless]);
    await expectVisible(page.getByText(/^More than 20,000 events in this period/));
    server.set(reply(readAlertHistory, problem('TOO_MUCH_DATA')));
    await page.getByRole('button', { name: '24 h' }).click();
    await expectVisible(page.getByText(/too much data/i));
  });

  it('of a bar are offered at the time shown, with the bar as their period', async () => {
    const bar = Math.floor((nowSeconds() - DAY_MS / 1_000) / 1_800) * 1_800;
    const raised = { critical: 1, major: 4, minor: 0, cleared: 5, running: 0 };
    const timeline = { bucketSeconds: 1_800, running: 0, buckets: [{ at: bar, ...raised }] };
    const { search } = await open(`&at=${String(bar + 700)}`, [
      quietBefore,
      ofPeriod,
      reply(readAlertTimeline, timeline),
    ]);
    await page.getByRole('button', { name: /^Show the 5 alarms raised/ }).click();
    await expectVisible(table);
    expect(search().get('events')).toBe('custom');
    expect([search().get('from'), search().get('to')]).toEqual([String(bar), String(bar + 1_800)]);
  });
});
