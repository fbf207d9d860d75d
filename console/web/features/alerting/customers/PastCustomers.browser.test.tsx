import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readPastCustomerAlerts } from '#schemas/alerting/past-routes.ts';
import { listAlarmOccurrences } from '#schemas/alerting/occurrences.ts';
import { noAlerts, totalCounts } from '#schemas/alerting/counts.ts';
import { alertReplies, alertsUnavailable, customerAlertReplies } from '#web/testing/alert-replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, shellRenderer } from '#web/testing/render-page.tsx';
import { reply, type Reply } from '#web/testing/replies.ts';
import { customerCounts } from '../testing/alerts.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = shellRenderer(...alertingRoutes);

const open = (search = '', replies: readonly Reply[] = []) =>
  renderPage(`/cc/alert${search}`, { replies: [...alertReplies(), ...customerAlertReplies(), ...replies] });
const grid = page.getByRole('grid', { name: 'Customers and their alarms' });
const rowOf = (name: string) => grid.getByRole('row').filter({ hasText: name });
const borealis = () => rowOf('Borealis Bank').element().textContent;
const bar = page.getByRole('region', { name: 'Past alarms' });

describe('the past of all customers', () => {
  it('opens at the present time, shows the counts of that time despite live changes, and returns to live', async () => {
    const { search } = await open();
    await expectVisible(rowOf('Borealis Bank'));
    await expectVisible(page.getByRole('banner').getByText('Live', { exact: true }));
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await expectVisible(bar.getByText(/^As of \d+ \w+/));
    const then = totalCounts(customerCounts(Date.now()).filter((_, index) => index % 2 === 0));
    await expectVisible(page.getByText(String(then.nbCritical), { exact: true }));
    liveServer.send('count', {
      epoch: 'e1',
      seq: 1,
      at: Date.now(),
      customer: 2,
      counts: { ...noAlerts, critical: 99, warning: 1 },
      byAlarm: [],
    });
    await expectVisible(page.getByRole('banner').getByText('History', { exact: true }));
    expect(borealis()).not.toContain('99');
    await expectHidden(grid.getByRole('columnheader', { name: 'Last 24 h' }));
    expect(await axeFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Back to live' }).click();
    await expect.poll(borealis).toContain('Critical: 99');
    expect([search().has('at'), bar.elements()]).toEqual([false, []]);
  });

  atNight('is played change by change, and leads to the alerts of a customer at that time', async () => {
    const { search } = await open(`?at=${String(Math.floor(Date.now() / 1_000) - 4_000)}`);
    await expectVisible(bar);
    const before = search().get('at');
    await bar.getByRole('button', { name: 'Next change' }).click();
    await expect.poll(() => search().get('at')).not.toBe(before);
    const at = search().get('at');
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expectVisible(page.getByRole('grid', { name: 'Alarms at that time' }));
    expect(search().get('at')).toBe(at);
  });

  atNight('says why a past time cannot be shown', async () => {
    await open('?at=1700000000', [reply(readPastCustomerAlerts, alertsUnavailable)]);
    await expectVisible(page.getByText(/^The alarm counts could not be loaded\./));
  });

  atNight('counts the events of a period by customer, and leads to those of a customer', async () => {
    const nothing = { total: 0, counts: { critical: 0, major: 0, minor: 0 }, occurrences: [] };
    const { search } = await open('', [reply(listAlarmOccurrences, nothing)]);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await bar.getByRole('button', { name: 'Event log' }).click();
    const events = page.getByRole('grid', { name: 'Alarms of the period by customer' });
    await expectVisible(events);
    expect(search().get('events')).toBe('night');
    await page.getByRole('button', { name: 'Last night' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Last 24 h' }).click();
    await page.getByRole('button', { name: /^Critical \d/ }).click();
    expect([search().get('events'), search().get('severity')]).toEqual(['24h', 'critical']);
    expect(await axeFaults()).toEqual([]);
    await page.getByLabelText('Find a customer').fill('kestrel');
    await expect.poll(() => Number(events.element().getAttribute('aria-rowcount'))).toBe(2);
    (events.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => [search().get('customer'), search().get('events')]).toEqual(['11', '24h']);
  });
});
