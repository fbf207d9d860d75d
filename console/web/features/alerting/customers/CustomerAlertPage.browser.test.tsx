import { noAlerts, totalCounts } from '#schemas/alerting/counts.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  emptyAlertLayout,
  readAlertActivity,
  readAlertLayout,
  readCustomerAlerts,
  updateAlertLayout,
} from '#schemas/alerting/routes.ts';
import { readMonitoringAcross } from '#schemas/alerting/monitoring/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, pageRenderer, shellRenderer } from '#web/testing/render-page.tsx';
import { problem, reply, type Reply } from '#web/testing/replies.ts';
import { alertReplies, alertsUnavailable, customerAlertReplies } from '#web/testing/alert-replies.ts';
import { customerCounts } from '../testing/alerts.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...alertingRoutes);
const renderInShell = shellRenderer(...alertingRoutes);

const open = (replies: readonly Reply[] = [], render = renderPage) =>
  render('/cc/alert', { replies: [...alertReplies(), ...customerAlertReplies(), ...replies] });
const grid = page.getByRole('grid', { name: 'Customers and their alarms' });
const firstRow = () => grid.getByRole('row').nth(1).element().textContent;

describe('the alerting across customers', () => {
  it('shows the totals and the customer with the most critical alarms first', async () => {
    await open();
    await expectVisible(grid);
    await expectVisible(page.getByText('25', { exact: true }));
    expect(firstRow()).toContain('Kestrel Air');
  });

  atNight(
    'ends the title of each count where its figures end, and shows ages with tenths of a second',
    async () => {
      await open();
      await expectVisible(grid);
      const endOf = (node: Node): number => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect().right;
      };
      for (const title of ['Critical', 'Warning', 'Unhandled']) {
        const header = grid.getByRole('columnheader', { name: title });
        const place = header.element().getAttribute('aria-colindex') ?? '';
        const cell = document.querySelector(`[role=gridcell][aria-colindex="${place}"]`);
        const figure = cell?.querySelector('strong, .tt-pill')?.lastChild;
        const apart = endOf(figure!) - endOf(header.getByText(title).element());
        expect(Math.abs(apart)).toBeLessThanOrEqual(1);
      }
      for (const age of document.querySelectorAll('[data-row=true] .tt-freshness-age > [aria-hidden]'))
        expect(age.textContent).toMatch(/^(?:< )?\d\.\d\u00a0s$|^\d\d\u00a0s$|min/);
    },
  );

  atNight('marks a customer of which nothing is monitored, with the reason', async () => {
    const [first] = customerCounts(Date.now());
    await open([
      reply(readMonitoringAcross, { customers: [{ customer: first!.customer, reason: 'no data' }] }),
    ]);
    const row = grid.getByRole('row').filter({ hasText: first!.name });
    await expectVisible(row.getByText('Not monitored'));
    expect(row.element().textContent).toContain('no poll and no flow within the last hour');
    expect(grid.getByText('Not monitored').elements()).toHaveLength(1);
    expect(await axeFaults()).toEqual([]);
  });

  atNight('marks the customer whose data is stale, in its row, the header and above the list', async () => {
    const customers = customerCounts(Date.now());
    const stopped = customers.map((customer) =>
      customer.name === 'Lumen Schools'
        ? { ...customer, position: { ...customer.position, at: Date.now() - 1_000_000 } }
        : customer,
    );
    await open([reply(readCustomerAlerts, totalCounts(stopped))], renderInShell);
    await expectVisible(grid);
    await expectVisible(page.getByRole('banner').getByText(/^Stale since/));
    await expectVisible(page.getByRole('alert').getByText(/for 1 of 12 customers/));
    const row = grid.getByRole('row').filter({ hasText: 'Lumen Schools' });
    await expectVisible(row.getByText(/^Stale since/));
    expect(await axeFaults()).toEqual([]);
  });

  atNight('pins at once, keeps the pin, and unpins', async () => {
    const { server } = await open();
    await grid.getByRole('button', { name: 'Pin Lumen Schools' }).click();
    await expect.poll(firstRow).toContain('Lumen Schools');
    const pinned = () => server.received(updateAlertLayout).map(({ body }) => body.pinnedCustomers);
    await expect.poll(pinned).toEqual([[12]]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(pinned).toEqual([[12], []]);
  });

  it('reverts a pin that cannot be saved, and reports it', async () => {
    await open([reply(updateAlertLayout, alertsUnavailable)]);
    await grid.getByRole('button', { name: 'Pin Lumen Schools' }).click();
    await expectVisible(page.getByText('The change could not be saved.'));
    const pin = grid.getByRole('button', { name: 'Pin Lumen Schools', exact: true });
    await expect.poll(() => pin.elements().length).toBe(1);
  });

  atNight('breaks the counts down by alarm and shows one profile only, as chosen', async () => {
    await open();
    await expectVisible(grid);
    await page.getByRole('button', { name: 'Display options' }).click();
    await page.getByRole('switch', { name: 'Break down by alarm' }).click();
    await page.getByRole('switch', { name: 'Filter by customer profile' }).click();
    await page.getByRole('checkbox', { name: 'Gold' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expectVisible(grid.getByRole('columnheader', { name: 'By alarm' }));
    await expect.poll(() => Number(grid.element().getAttribute('aria-rowcount'))).toBe(5);
  });

  it('offers alarms that do not run, shows each filter as a chip, and totals that follow it', async () => {
    await open();
    await expectVisible(grid);
    await page.getByRole('button', { name: 'Display options' }).click();
    await page.getByRole('switch', { name: 'Filter by alarm' }).click();
    await expectVisible(page.getByRole('checkbox', { name: 'Tunnel down' }));
    await page.getByRole('checkbox', { name: 'Volume above contract' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    const chips = page.getByRole('group', { name: 'Active filters' });
    await expectVisible(chips.getByText('Alarm: Volume above contract'));
    const header = page.getByRole('main');
    await expect.poll(() => header.getByText('18', { exact: true }).elements().length).toBeGreaterThan(0);
    await chips.getByRole('button', { name: 'Remove the filter Alarm: Volume above contract' }).click();
    await expectVisible(page.getByText('25', { exact: true }));
  });

  atNight(
    'shows per customer its top alarm, unhandled alarms and the oldest, and the raises of the last day',
    async () => {
      const { search } = await open();
      const row = grid.getByRole('row').filter({ hasText: 'Kestrel Air' });
      await expectVisible(row.getByRole('img', { name: /alarms? raised in the last 24 hours/ }));
      await expectVisible(row.getByText('9', { exact: true }));
      await row.getByRole('link', { name: /Link saturated/ }).click();
      await expectVisible(page.getByRole('button', { name: 'Only 1 alarm definition' }));
      expect(search().get('alarm')).toBe('1');
    },
  );

  atNight('counts unhandled alarms in the header and the menu', async () => {
    await open([], renderInShell);
    await expectVisible(page.getByRole('banner').getByText('unhandled'));
    const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /Alerting/ });
    await expect.poll(() => entry.element().textContent).toMatch(/\d+$/);
  });

  atNight('says what of the table could not be loaded', async () => {
    await open([reply(readAlertActivity, problem('TOO_MUCH_DATA'))]);
    await expectVisible(grid);
    await expectVisible(page.getByText(/^The alarm table could not be loaded\./));
  });

  it('counts update by themselves', async () => {
    await open([], renderInShell);
    await expectVisible(grid);
    await expectVisible(page.getByRole('banner').getByText('Live', { exact: true }));
    liveServer.send('count', {
      epoch: 'e1',
      seq: 1,
      at: Date.now(),
      customer: 2,
      counts: { ...noAlerts, critical: 99, warning: 1 },
      byAlarm: [],
    });
    await expect.poll(firstRow).toContain('Borealis Bank');
    await expectVisible(page.getByText('124', { exact: true }));
  });

  atNight('leads to the alerts of a customer, by keyboard', async () => {
    const { search } = await open();
    await expectVisible(grid);
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expectVisible(page.getByRole('grid', { name: 'Running alarms' }));
    expect(search().get('customer')).toBe('11');
  });

  atNight(
    'decides which customer opens without one in the address: the one with the worst alarms',
    async () => {
      const replies = [...alertReplies(), ...customerAlertReplies()];
      const { search } = await renderPage('/alert', { replies });
      await expectVisible(page.getByRole('grid', { name: 'Running alarms' }));
      expect(search().get('customer')).toBe('11');
    },
  );

  atNight('opens a customer all the same while the counts cannot be loaded', async () => {
    const replies = [
      ...alertReplies(),
      ...customerAlertReplies(),
      reply(readCustomerAlerts, alertsUnavailable),
    ];
    const { search } = await renderPage('/alert', { replies });
    await expectVisible(page.getByRole('grid', { name: 'Running alarms' }));
    expect(search().get('customer')).toBe('1');
  });

  it('has no accessibility fault with a breakdown and a pin', async () => {
    const layout = { ...emptyAlertLayout, breakdownByAlert: true, pinnedCustomers: [5] };
    await open([reply(readAlertLayout, layout)]);
    await expectVisible(grid);
    expect(await axeFaults()).toEqual([]);
  });

  atNight('says why the counts cannot be loaded', async () => {
    await open([reply(readCustomerAlerts, alertsUnavailable)]);
    await expectVisible(page.getByText('The alarm counts could not be loaded.'));
    expect(await axeFaults()).toEqual([]);
  });
});
