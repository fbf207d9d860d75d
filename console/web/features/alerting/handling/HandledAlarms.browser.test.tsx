import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AlarmTransition, Evidence } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarm, readAlarmHistory } from '#schemas/alerting/routes.ts';
import { assignAlarms } from '#schemas/alerting/assignment-routes.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { alertsUnavailable } from '#web/testing/alert-replies.ts';
import { aHistory } from '../testing/alerts.ts';
import {
  bar,
  details,
  grid,
  isLive,
  handledSnapshot,
  openHandled as open,
  pressOnFirst,
  rowCount,
} from '../testing/handled-alarms.ts';
import { atNight, describeAtNight } from '#tests/gate/at-night.ts';

const dialog = page.getByRole('dialog');
const reader = aSession({ permissions: ['ALERT.read'] });

describe('an alarm', () => {
  it('is acknowledged by keyboard, with a note, for a time, until it gets worse', async () => {
    const { server } = await open();
    await pressOnFirst('a');
    const form = page.getByRole('dialog', { name: /Acknowledge “Link saturated”/ });
    await form.getByLabelText('Note').fill('on my way');
    await form.getByRole('combobox', { name: 'For' }).click();
    await page.getByRole('option', { name: '4 hours', exact: true }).click();
    await form.getByRole('checkbox', { name: 'Notify me again if it gets worse' }).click();
    expect(await axeFaults()).toEqual([]);
    await form.getByRole('button', { name: 'Acknowledge' }).click();
    await expectHidden(dialog);
    await expectVisible(grid.getByText('Ada Martin'));
    const [sent] = server.received(acknowledgeAlarm);
    expect(sent?.body).toMatchObject({ note: 'on my way', untilWorse: true });
    expect(Math.abs((sent?.body.until ?? 0) - Date.now() - 4 * HOUR_MS)).toBeLessThan(60_000);
  });

  it('does not lose its note by Escape, which requires confirmation', async () => {
    await open();
    await pressOnFirst('a');
    const form = page.getByRole('dialog', { name: /Acknowledge “Link saturated”/ });
    await form.getByLabelText('Note').fill('carrier called');
    await userEvent.keyboard('{Escape}');
    const confirm = page.getByRole('dialog', { name: 'Discard changes?' });
    await expectVisible(confirm);
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await expectHidden(confirm);
    await expect.element(form.getByLabelText('Note')).toHaveValue('carrier called');
    await userEvent.keyboard('{Escape}');
    await confirm.getByRole('button', { name: 'Discard' }).click();
    await expectHidden(dialog);
  });

  atNight('that is acknowledged offers the removal, and no other acknowledgement, in its row', async () => {
    const snapshot = handledSnapshot();
    const { name, elementName } = snapshot.alarms[1]!;
    await open('', {}, snapshot);
    await expectVisible(grid);
    const of = `${name} on ${elementName}`;
    await expectVisible(grid.getByRole('button', { name: `Remove the acknowledgement of ${of}` }));
    expect(grid.getByRole('button', { name: `Acknowledge ${of}`, exact: true }).elements()).toEqual([]);
  });

  atNight('is snoozed for an hour with s, and Undo reverts it', async () => {
    await open();
    await pressOnFirst('s');
    await expect.element(dialog.getByRole('combobox', { name: 'For' })).toHaveValue('1 hour');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expectVisible(grid.getByText('Ada Martin'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectHidden(grid.getByText('Ada Martin'));
  });

  atNight('that is acknowledged or silenced is marked in its row, by icon and text', async () => {
    await open();
    await expectVisible(grid);
    expect(grid.getByText('Ben Roy').elements()).toHaveLength(2);
    expect(grid.getByText('Silenced', { exact: true }).elements()).toHaveLength(2);
    // Unhandled alarms stand first.
    const order = grid
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent);
    expect(order.slice(-3).join()).toContain('Ben Roy');
    expect(order.slice(1, -3).join()).not.toContain('Ben Roy');
    expect(await axeFaults()).toEqual([]);
  });

  atNight(
    'shows acknowledging and the other actions next to the open details of another one, at 1440 pixels',
    async () => {
      const snapshot = handledSnapshot();
      const [first, ...others] = snapshot.alarms;
      const second = others.find(({ acknowledged }) => acknowledged === undefined);
      await open(`&open=${first!.id}`, {}, snapshot);
      await expectVisible(details);
      const row = grid.getByRole('row').filter({ hasText: second!.elementName }).first();
      const seen = grid.element().getBoundingClientRect();
      for (const name of [/^Acknowledge /, /^Actions on /]) {
        const box = row.getByRole('button', { name }).element().getBoundingClientRect();
        expect(box.left).toBeGreaterThanOrEqual(seen.left);
        expect(box.right).toBeLessThanOrEqual(seen.right);
      }
      await row.getByRole('button', { name: /^Acknowledge / }).click();
      await expectVisible(page.getByRole('dialog', { name: /^Acknowledge/ }));
    },
  );

  atNight('offers its other actions in a menu, with their keys, by keyboard', async () => {
    await open();
    await expectVisible(grid);
    await grid
      .getByRole('button', { name: /^Actions on / })
      .first()
      .click();
    const items = page.getByRole('menuitem');
    await expectVisible(items.first());
    const labels = items.elements().map(({ textContent }) => textContent);
    expect(labels.slice(0, 3)).toEqual(['Acknowledge for 1 hour…S', 'Assign…I', 'Silence…']);
    expect(labels[3]).toMatch(/^Locate .* on the mapL$/);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expectVisible(dialog.getByLabelText('Note'));
  });

  atNight('is hidden by the filter of handled alarms, which is in the address', async () => {
    const { search } = await open();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const group = page.getByRole('group', { name: 'Status', exact: true });
    await group.getByRole('button', { name: /Acknowledged/ }).click();
    await expect.poll(rowCount).toBe(10);
    await group.getByRole('button', { name: /Silenced/ }).click();
    await expect.poll(rowCount).toBe(9);
    expect([search().get('acknowledged'), search().get('silenced')]).toEqual(['false', 'false']);
  });

  atNight('that a filter hides is shown again by clearing the filters', async () => {
    await open('&acknowledged=false&q=no-such-ticket');
    await expectVisible(page.getByRole('button', { name: 'Clear acknowledged alarms hidden' }));
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect.poll(rowCount).toBe(12);
  });

  atNight(
    'shows author and note of its acknowledgement in its details, and can be unacknowledged',
    async () => {
      const snapshot = handledSnapshot();
      const { id, name } = snapshot.alarms[1]!;
      await open(`&open=${id}`, {}, snapshot);
      const own = page.getByRole('complementary', { name: `Details of ${name}` });
      await expectVisible(own.getByText('Carrier ticket 4711'));
      await expectVisible(own.getByText(/by Ben Roy/));
      expect(await axeFaults()).toEqual([]);
      await isLive();
      await own.getByRole('button', { name: 'Remove acknowledgement' }).click();
      await expectHidden(own.getByText('Carrier ticket 4711'));
    },
  );

  it('cannot be acknowledged with the read permission alone, with the reason shown', async () => {
    await open('', { session: reader });
    await pressOnFirst('a');
    await expectVisible(page.getByRole('region', { name: 'Notifications' }).getByText(/Alerting: Write/));
    expect(dialog.elements()).toEqual([]);
  });

  atNight('cannot be silenced from its details with the read permission alone', async () => {
    await open('&open=1:100', { session: reader });
    await expect
      .element(page.getByRole('button', { name: 'Silence…' }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  atNight('stays unchanged when the server rejects, and the form stays open', async () => {
    await open('', { replies: [reply(acknowledgeAlarm, alertsUnavailable)] });
    await pressOnFirst('a');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expectVisible(page.getByRole('region', { name: 'Notifications' }).getByText(/could not be loaded/));
    expect(dialog.elements()).toHaveLength(1);
  });
});

describeAtNight('an assigned alarm', () => {
  const assigned = (name: string) => grid.getByText(name, { exact: true }).elements().length;
  const assignDialog = page.getByRole('dialog', { name: /^Assign/ });

  atNight(
    'is taken by its operator with i and Enter, shown in row, details, group and filter, and given back by Undo',
    async () => {
      const { server, search } = await open();
      await pressOnFirst('i');
      await expectVisible(assignDialog);
      expect(await axeFaults()).toEqual([]);
      await expect
        .element(assignDialog.getByRole('textbox', { name: 'Assign to' }))
        .toHaveValue('Me (Ada Martin)');
      await userEvent.keyboard('{Enter}');
      await expectHidden(dialog);
      await expect.poll(() => assigned('Ada Martin')).toBe(1);
      const [sent] = server.received(assignAlarms);
      expect(sent?.body).toMatchObject({ to: { kind: 'user', id: 1 }, alarms: [{ seen: null }] });
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      await page.getByRole('button', { name: 'Assignee: any' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'me and my role' }).click();
      await expect.poll(rowCount).toBe(1);
      expect(search().get('assigned')).toBe('mine');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expectVisible(page.getByRole('button', { name: /^Clear Assignee: me/ }));
    },
  );

  atNight('is assigned with others to a role, and grouped by it', async () => {
    const { server } = await open('&group=assignee');
    const tree = page.getByRole('treegrid', { name: 'Running alarms' });
    await expectVisible(tree);
    await isLive();
    (tree.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown} ');
    await bar.getByRole('button', { name: 'Assign…' }).click();
    await assignDialog.getByRole('textbox', { name: 'Assign to' }).fill('field');
    await page.getByRole('option', { name: /Field service/ }).click();
    await assignDialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await expectHidden(dialog);
    await expectVisible(tree.getByRole('button', { name: /Collapse Field service/ }));
    expect(server.received(assignAlarms)[0]?.body.to).toEqual({ kind: 'role', id: 3 });
  });

  atNight('cannot be assigned with the read permission alone', async () => {
    await open('', { session: reader });
    await pressOnFirst('i');
    await expectVisible(page.getByRole('region', { name: 'Notifications' }).getByText(/Alerting: Write/));
    expect(dialog.elements()).toEqual([]);
  });
});

describe('the history of an alarm', () => {
  const snapshot = handledSnapshot();
  const first = snapshot.alarms[0]!;
  const seconds = Math.floor(Date.now() / 1_000);
  const silenced = { silence: 1, by: 'Ada Martin', reason: 'Fibre works', until: Date.now() - HOUR_MS };
  const acknowledged = {
    by: 'Ben Roy',
    at: Date.now() - 5 * HOUR_MS,
    note: 'Carrier ticket 4711',
    until: Date.now() - HOUR_MS,
    untilWorse: false,
  };
  const evidence = {
    operator: first.operator,
    threshold: 90,
    thresholdFrom: first.thresholdFrom,
    outliers: 3,
    measures: 5,
    length: 300,
    windows: [],
  };
  const event = (
    edge: AlarmTransition,
    cause: string,
    marks: Pick<Evidence, 'acknowledged' | 'silenced'>,
  ) => ({
    event: `${edge}-${cause}`,
    edge,
    severity: 'minor' as const,
    cause,
    at: seconds - 600,
    happened: (seconds - 420) * 1_000,
    value: 0,
    threshold: 90,
    evidence: { ...evidence, ...marks },
  });
  const changes = [
    event('change', 'critical', {}),
    event('unacknowledge', 'expired', { acknowledged }),
    event('unsilence', 'silence', { silenced }),
    event('silence', 'silence', { silenced }),
    event('acknowledge', 'kept', { acknowledged }),
    event('acknowledge', 'user', { acknowledged }),
  ];

  it.each([
    {
      language: 'en',
      lines: [
        /^MINMinorSeverity changedbefore: Critical/,
        /^Acknowledgement endedexpired/,
        /^Silence endedFibre works/,
        /^Silencedby Ada Martin · Fibre works/,
        /^Acknowledgedby Ben Roy · kept since the alarm was raised again · Carrier ticket 4711/,
        /^Acknowledgedby Ben Roy · Carrier ticket 4711/,
      ],
    },
    {
      language: 'fr',
      lines: [
        /^MINMineureGravité modifiéeavant\u00A0: Critique/,
        /^Fin de l’acquittementarrivé à échéance/,
        /^Fin du silenceFibre works/,
        /^Mise en sourdinepar Ada Martin · Fibre works/,
        /^Acquittéepar Ben Roy · conservé au redéclenchement de l’alarme · Carrier ticket 4711/,
        /^Acquittéepar Ben Roy · Carrier ticket 4711/,
      ],
    },
  ] as const)('shows what became of it while it ran, in $language', async ({ language, lines }) => {
    const { places, events } = aHistory(first);
    const replies = [reply(readAlarmHistory, { places, events: [...changes, ...events] })];
    await open(`&open=${first.id}`, { language, replies }, snapshot);
    const items = details.getByRole('list').filter({ hasText: 'Fibre works' }).getByRole('listitem');
    await expectVisible(items);
    const texts = items.elements().map(({ textContent }) => textContent);
    for (const [at, line] of lines.entries()) expect(texts[at]).toMatch(line);
    expect(await axeFaults()).toEqual([]);
  });
});
