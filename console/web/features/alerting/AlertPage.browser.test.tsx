import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { readMonitoring, type MonitoringState } from '#schemas/alerting/monitoring/routes.ts';
import { readAlerts, type AlertSnapshot } from '#schemas/alerting/routes.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, pageRenderer, shellRenderer } from '#web/testing/render-page.tsx';
import { pending, reply, type Reply } from '#web/testing/replies.ts';
import { alertReplies, alertsUnavailable } from '../../testing/alert-replies.ts';
import { aShownAlarm, aSite, aSnapshot } from './testing/alerts.ts';
import { atNight } from '#tests/gate/at-night.ts';

const grid = page.getByRole('grid', { name: 'Running alarms' });
const rowCount = () => Number(page.getByRole('grid').element().getAttribute('aria-rowcount')) - 1;
const isLive = () => expectVisible(page.getByRole('banner').getByText('Live', { exact: true }));
const at = (seq: number) => ({ epoch: 'e1', seq, at: Date.now(), customer: 1 });
const tunnelDown = () => ({
  ...aShownAlarm(0, aSite(3), Math.floor(Date.now() / 1_000)),
  id: '9:999',
  name: 'Tunnel down',
});

const openerOf =
  (render: ReturnType<typeof pageRenderer>) =>
  (search = '', replies: readonly Reply[] = [], snapshot = aSnapshot(24, 18, Date.now()), width = 1_440) =>
    render(`/alert?customer=1&map=false${search}`, {
      width,
      replies: [...alertReplies(snapshot), ...replies],
    });

/** The page without its map, on 18 alarms of 24 sites. */
const open = openerOf(pageRenderer(...alertingRoutes));
/** The same with header and menu. */
const openInShell = openerOf(shellRenderer(...alertingRoutes));

describe('the alerts of a customer', () => {
  it('shows how many alarms there are of each severity and how many are unhandled, the worst alarm first, and has no accessibility fault', async () => {
    await openInShell();
    await expectVisible(grid);
    await expectVisible(page.getByRole('banner').getByText('unhandled'));
    // Once: the page does not repeat what the header counts.
    expect(page.getByRole('main').getByText('unhandled').elements()).toEqual([]);
    expect(rowCount()).toBe(18);
    expect(grid.getByRole('row').nth(1).element().textContent).toContain('Critical');
    expect(await axeFaults()).toEqual([]);
  });

  atNight(
    'a tap in the middle of a card of a telephone opens the alarm, and no page of its element',
    async () => {
      const { path } = await open('', [], aSnapshot(24, 18, Date.now()), 390);
      await grid.getByRole('row').nth(1).click();
      await expectVisible(page.getByRole('complementary', { name: /^Details of/ }));
      expect(path()).toBe('/alert');
    },
  );

  it('the skip link leads to the content of the page and not to another page', async () => {
    // As in the document that the server sends: an address of a fragment is below it.
    const base = Object.assign(document.createElement('base'), { href: '/elsewhere/' });
    const { path } = await openInShell();
    await expectVisible(grid);
    document.head.append(base);
    try {
      const link = document.querySelector<HTMLAnchorElement>('.tt-skip');
      link?.focus();
      await userEvent.keyboard('{Enter}');
      expect(document.activeElement).toBe(document.querySelector('#content'));
      expect(path()).toBe('/alert');
    } finally {
      base.remove();
    }
  });

  it('a raised alarm appears and a cleared one goes, without a reload', async () => {
    await openInShell();
    await isLive();
    liveServer.send('alert', { ...at(1), set: [tunnelDown()] });
    await expectVisible(grid.getByText('Tunnel down'));
    liveServer.send('alert', { ...at(2), remove: ['9:999'] });
    await expectHidden(grid.getByText('Tunnel down'));
  });

  atNight('folds its filters on a telephone behind a button that counts those that are set', async () => {
    await open('&acknowledged=false', [], aSnapshot(24, 18, Date.now()), 390);
    const toolbar = page.getByRole('group', { name: 'Filters and view' });
    await expectVisible(toolbar.getByRole('button', { name: /^Critical/ }));
    const search = toolbar.getByRole('textbox', { name: 'Alarm, site or element' });
    expect(search.elements()).toEqual([]);
    await toolbar.getByRole('button', { name: 'Filters 1' }).click();
    await search.fill('tunnel');
    await toolbar.getByRole('button', { name: 'Filters 2' }).click();
    await expectHidden(search);
  });

  const aged = (windows: number) => aSnapshot(24, 18, Date.now() - windows * 300_000);

  atNight('calls data delayed after two windows', async () => {
    await openInShell('', [], aged(2.5));
    await expectVisible(page.getByRole('banner').getByText('Delayed', { exact: true }));
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  it('calls data stale after three windows, reports it above the table, and is live again with the next window', async () => {
    await openInShell('', [], aged(4));
    const banner = page.getByRole('banner');
    await expectVisible(banner.getByText(/^Stale since/));
    await expectVisible(page.getByRole('alert').getByText(/^No new data since .*\. Counts and alarms/));
    expect(await axeFaults()).toEqual([]);
    const { window } = aSnapshot(1, 0, Date.now()).position;
    liveServer.send('alert', { ...at(1), window: window! });
    await isLive();
    await expectHidden(page.getByRole('alert'));
  });

  atNight('uses the clock of the server when that of the browser is an hour off', async () => {
    liveServer.setClock(() => Date.now() + 3_600_000);
    await openInShell('', [], aSnapshot(24, 18, Date.now() + 3_600_000));
    await isLive();
    expect(page.getByRole('alert').elements()).toEqual([]);
    liveServer.setClock(() => Date.now());
    await openInShell('', [], aSnapshot(24, 18, Date.now()));
    await isLive();
  });

  it('loads a new snapshot when a delta is missing', async () => {
    const { server } = await openInShell();
    await isLive();
    await expectVisible(grid);
    const snapshot = aSnapshot(24, 18, Date.now());
    const next: AlertSnapshot = {
      ...snapshot,
      position: { ...snapshot.position, seq: 7 },
      alarms: [...snapshot.alarms, tunnelDown()],
    };
    server.set(reply(readAlerts, next));
    liveServer.send('alert', { ...at(7), counts: { ...noAlerts, critical: 1, warning: 1 } });
    await expectVisible(grid.getByText('Tunnel down'));
  });

  atNight(
    'says of each alarm whether it is out of limits, recovering or without data, and whether it flaps',
    async () => {
      const now = Math.floor(Date.now() / 1_000);
      const row = (id: string, change: Partial<AlarmRow>): AlarmRow => ({
        ...aShownAlarm(0, aSite(3), now),
        id,
        name: `Alarm ${id}`,
        decided: Date.now(),
        ...change,
      });
      const alarms = [
        row('1:1', { recent: [91, 97, 98] }),
        row('1:2', { recent: [97, 98, 49], held: { good: 1, clearAfter: 3 } }),
        row('1:3', { recent: [97, 98, null], noDataSince: now - 300, flaps: 4 }),
        row('1:4', { recent: [91, 97, 98], decided: Date.now() - 1_000_000 }),
      ];
      await open('', [], { ...aSnapshot(24, 0, Date.now()), alarms }, 1_920);
      const of = (id: string) => grid.getByRole('row').filter({ hasText: `Alarm ${id}` });
      await expectVisible(of('1:1').getByText('Out of limits'));
      await expectVisible(of('1:1').getByText('> 90%'));
      await expectVisible(of('1:2').getByText('Recovering'));
      await expectVisible(of('1:2').getByTitle('Clears after 3 good measures in a row: 1 so far.'));
      await expectVisible(of('1:3').getByText('No data'));
      await expectVisible(of('1:3').getByRole('img', { name: /^Flapping: raised again 4 times/ }));
      await expectVisible(of('1:1').getByTitle(/^Measured until .*, evaluated/));
      await expectVisible(of('1:4').getByText(/^Stale since/));
      expect(await axeFaults()).toEqual([]);
    },
  );

  atNight('groups alarms by site with counts, folds a group by keyboard and selects it as one', async () => {
    const { search } = await open();
    await expectVisible(grid);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('button', { name: 'Group: none' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'site', exact: true }).click();
    await expect.poll(() => search().get('group')).toBe('site');
    const table = page.getByRole('treegrid', { name: 'Running alarms' });
    await expectVisible(table);
    const head = table.getByRole('row').nth(1);
    const [, count] = /^\D*(\d+)/.exec(head.getByRole('button').first().element().textContent) ?? [];
    (table.element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}');
    await expect.poll(() => head.element().getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => head.element().getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard(' ');
    await expectVisible(page.getByRole('status').getByText(new RegExp(`^${String(count)} alarms? selected`)));
    expect((await axeFaults()).join('\n')).toBe('');
  });

  atNight('groups a storm by itself: one alarm that a window raised on many elements', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const storm = Array.from({ length: 12 }, (_, element) => ({
      ...aShownAlarm(0, aSite(element), now),
      id: `1:${String(element + 1)}`,
      element: element + 1,
      since: now - 600,
    }));
    await open('', [], { ...aSnapshot(24, 0, Date.now()), alarms: storm });
    const table = page.getByRole('treegrid', { name: 'Running alarms' });
    await expectVisible(table.getByText('Storm: Link saturated on 12 elements'));
    expect(Number(table.element().getAttribute('aria-rowcount'))).toBe(2);
    await table.getByRole('button', { name: /^Expand Storm/ }).click();
    await expect.poll(() => Number(table.element().getAttribute('aria-rowcount'))).toBe(14);
  });

  atNight('keeps the order of its rows while the pointer is on them', async () => {
    const snapshot = aSnapshot(24, 18, Date.now());
    await openInShell('', [], snapshot);
    await expectVisible(grid);
    await isLive();
    const first = () => grid.getByRole('row').nth(1).element().textContent;
    await userEvent.hover(grid.getByRole('row').nth(2));
    const worst = { ...tunnelDown(), since: Math.floor(Date.now() / 1_000) };
    liveServer.send('alert', { ...at(snapshot.position.seq + 1), set: [worst] });
    await expect.poll(rowCount).toBe(19);
    expect(first()).not.toContain('Tunnel down');
    await userEvent.hover(page.getByRole('heading', { level: 1 }));
    await expect.poll(first).toContain('Tunnel down');
  });

  atNight('keeps its filters in the address, and an address opens filtered', async () => {
    const { search } = await open('&severity=critical&q=paris');
    await expectVisible(grid);
    expect(rowCount()).toBe(1);
    await page.getByRole('textbox', { name: 'Alarm, site or element' }).fill('');
    await expect.poll(rowCount).toBe(5);
    await page.getByRole('button', { name: /^Warning/ }).click();
    await expect.poll(() => search().get('severity')).toBe('critical,major');
    await expect.poll(rowCount).toBe(14);
  });

  atNight('offers to clear the filter that leaves nothing', async () => {
    await open('&q=nowhere');
    await expectVisible(page.getByText('No results match the filters'));
    expect(await axeFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Clear “nowhere”' }).click();
    await expectVisible(grid);
    expect(rowCount()).toBe(18);
  });

  it('is worked by keyboard: arrows move, Enter opens the evidence, Escape closes it', async () => {
    await open();
    await expectVisible(grid);
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(grid.element().getAttribute('aria-activedescendant')).toContain('1:');
    await userEvent.keyboard('{Enter}');
    const details = page.getByRole('complementary', { name: /Details of Link saturated/ });
    await expectVisible(details.getByText('Measures that raised the alarm', { exact: true }));
    await expectVisible(details.getByRole('row', { name: /yes/ }));
    expect(await axeFaults()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expectHidden(details);
  });

  atNight('keeps the details of an alarm readable when it clears', async () => {
    await openInShell('&open=1:100');
    await isLive();
    const details = page.getByRole('complementary', { name: /Details of Link saturated/ });
    await expectVisible(details.getByRole('table', { name: 'Measures that raised the alarm' }));
    liveServer.send('alert', { ...at(1), remove: ['1:100'] });
    await expect.poll(rowCount).toBe(17);
    await expectVisible(details.getByText('Cleared', { exact: true }));
  });

  atNight('says when the connection is lost, and is live again by itself', async () => {
    await openInShell();
    await isLive();
    liveServer.cut();
    await expectVisible(page.getByText('Connection lost.'));
    liveServer.restore();
    await isLive();
    await expectHidden(page.getByText('Connection lost.'));
  });

  atNight('sorts by a column, the other way, and not at all', async () => {
    const { search } = await open();
    const site = page.getByRole('columnheader', { name: 'Site' });
    await site.getByRole('button').click();
    await expect.element(site).toHaveAttribute('aria-sort', 'ascending');
    await expectVisible(grid.getByRole('row').nth(1).getByText('Amsterdam'));
    await site.getByRole('button').click();
    await expect.poll(() => search().get('sort')).toBe('-site');
    await site.getByRole('button').click();
    await expect.element(site).toHaveAttribute('aria-sort', 'none');
  });

  atNight('says why loading failed, with the request, and tries again', async () => {
    const { server } = await open('', [reply(readAlerts, alertsUnavailable)]);
    await expectVisible(page.getByText('The alarm counts could not be loaded.'));
    await expectVisible(page.getByText('Request req-7f3a91'));
    expect(await axeFaults()).toEqual([]);
    server.set(reply(readAlerts, aSnapshot(24, 18, Date.now())));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectVisible(grid);
    expect(rowCount()).toBe(18);
  });

  atNight('keeps what it shows when a refresh fails, and says how old it is', async () => {
    const { server } = await open();
    await expectVisible(grid);
    server.set(reply(readAlerts, alertsUnavailable));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectVisible(page.getByText(/State as of/));
    expect(rowCount()).toBe(18);
  });

  atNight('says calmly that no alarm runs', async () => {
    await open('', [], aSnapshot(24, 0, Date.now()));
    await expectVisible(page.getByText('No alarm is running'));
    await expectVisible(page.getByText('New alarms appear here automatically.'));
    expect(await axeFaults()).toEqual([]);
  });

  atNight.each<readonly [string, MonitoringState, string, string]>([
    [
      'no alarm definition is active',
      { customer: { reason: 'no definition' }, sites: [] },
      'No alarm definition is active',
      'Values are collected, but no alarm can be raised.',
    ],
    [
      'nothing is monitored, with the cause in full',
      {
        customer: {
          reason: 'address refused',
          refused: { address: '127.0.0.1', refusal: 'loopback address' },
        },
        sites: [],
      },
      'Nothing is monitored yet',
      '127.0.0.1 is a loopback address; allow it with SNMP_ALLOWED_NETWORKS=127.0.0.0/8.',
    ],
    [
      'some sites are not monitored',
      { customer: null, sites: [{ site: 1, reason: 'no source' }] },
      'No alarm is running',
      '1 site is not monitored: grey on the map.',
    ],
  ])('says instead, when no alarm runs, that %s', async (_, state, title, hint) => {
    await open('', [reply(readMonitoring, state)], aSnapshot(24, 0, Date.now()));
    await expectVisible(page.getByText(title));
    await expectVisible(page.getByText(hint));
    expect(page.getByText('New alarms appear here automatically.').elements()).toEqual([]);
  });

  atNight('shows that it loads', async () => {
    await open('', [reply(readAlerts, pending)]);
    await expect.poll(() => document.querySelectorAll('.tt-skeleton-row').length).toBeGreaterThan(0);
    expect(await axeFaults()).toEqual([]);
  });

  atNight('shows a thousand alarms with few of them in the document', async () => {
    await open('', [], aSnapshot(200, 1_000, Date.now()));
    await expectVisible(grid);
    expect(rowCount()).toBe(1_000);
    expect(grid.getByRole('row').elements().length).toBeLessThan(60);
    expect(await axeFaults()).toEqual([]);
  });

  atNight.each([1_024, 1_920])('fits a window of %i pixels, with open details', async (width) => {
    await openInShell('&open=1:100', [], undefined, width);
    await expectVisible(page.getByRole('table', { name: 'Measures that raised the alarm' }));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  atNight('changes the customer from the header', async () => {
    const { search } = await openInShell();
    await page.getByRole('button', { name: 'Customer: Aster Retail' }).click();
    await page.getByRole('combobox', { name: 'Find a customer' }).fill('cob');
    await page.getByRole('option', { name: 'Cobalt Energy' }).click();
    await expect.poll(() => search().get('customer')).toBe('3');
  });

  atNight('finds pages and customers with Ctrl+K', async () => {
    const { search } = await openInShell();
    await expectVisible(grid);
    await userEvent.keyboard('{Control>}k{/Control}');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('delta');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => search().get('customer')).toBe('4');
  });
});
