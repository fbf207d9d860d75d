import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AlarmTransition, Evidence } from '#schemas/alerting/alert.ts';
import {
  acknowledgeAlarm,
  acknowledgeAlarms,
  readAlarmHistory,
  unacknowledgeAlarms,
  type AlertSnapshot,
} from '#schemas/alerting/routes.ts';
import { assignAlarms } from '#schemas/alerting/assignment-routes.ts';
import { createAlarmNotes } from '#schemas/alerting/note-routes.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectGone, expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, renderPage, type RenderOptions } from '#web/testing/render-page.tsx';
import { liveServer } from '#web/testing/live-socket.ts';
import { reply } from '#web/testing/replies.ts';
import { alertReplies, alertsUnavailable } from '#web/testing/alert-replies.ts';
import { aHistory, aSnapshot } from '../testing/alerts.ts';

/** Twelve alarms: the second and fourth acknowledged, the third and fourth silenced. */
function handledSnapshot(): AlertSnapshot {
  const snapshot = aSnapshot(24, 12, Date.now());
  const acknowledged = {
    ...{ by: 'Ben Roy', at: Date.now() - HOUR_MS, note: 'Carrier ticket 4711' },
    ...{ until: Date.now() + 4 * HOUR_MS, untilWorse: true },
  };
  const silenced = { silence: 1, by: 'Ada Martin', reason: 'Fibre works', until: Date.now() + HOUR_MS };
  const alarms = snapshot.alarms.map((alarm, at) => ({
    ...alarm,
    ...(at === 1 || at === 3 ? { acknowledged } : {}),
    ...(at === 2 || at === 3 ? { silenced } : {}),
  }));
  return { ...snapshot, alarms };
}

function open(search = '', { replies = [], ...options }: RenderOptions = {}, snapshot = handledSnapshot()) {
  const address = `/alert?customer=1&map=false${search}`;
  return renderPage(address, { ...options, replies: [...alertReplies(snapshot), ...replies] });
}
const grid = page.getByRole('grid');
const dialog = page.getByRole('dialog');
const details = page.getByRole('complementary', { name: /^(Details of|Détail de)/ });
const rowCount = () => Number(grid.element().getAttribute('aria-rowcount')) - 1;
const isLive = () => expectVisible(page.getByRole('banner').getByText('Live', { exact: true }));
const reader = aSession({ permissions: ['ALERT.read'] });

/** Presses a key on the first alarm. */
async function pressOnFirst(key: string): Promise<void> {
  await expectVisible(grid);
  await isLive();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard(`{ArrowDown}${key}`);
}

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
    await expectGone(dialog);
    await expectVisible(grid.getByText('Ada Martin'));
    const [sent] = server.received(acknowledgeAlarm);
    expect(sent?.body).toMatchObject({ note: 'on my way', untilWorse: true });
    expect(Math.abs((sent?.body.until ?? 0) - Date.now() - 4 * HOUR_MS)).toBeLessThan(60_000);
  });

  it('is snoozed for an hour with s, and Undo reverts it', async () => {
    await open();
    await pressOnFirst('s');
    await expect.element(dialog.getByRole('combobox', { name: 'For' })).toHaveValue('1 hour');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expectVisible(grid.getByText('Ada Martin'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectGone(grid.getByText('Ada Martin'));
  });

  it('that is acknowledged or silenced is marked in its row, by icon and text', async () => {
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

  it('shows acknowledging and the other actions beside the open details of another one, at 1440 pixels', async () => {
    const snapshot = handledSnapshot();
    const [first, second] = snapshot.alarms;
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
  });

  it('offers its other actions in a menu, with their keys, by keyboard', async () => {
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

  it('is hidden by the filter of handled alarms, which is in the address', async () => {
    const { search } = await open();
    const group = page.getByRole('group', { name: 'Handled alarms' });
    await group.getByRole('button', { name: /Acknowledged/ }).click();
    await expect.poll(rowCount).toBe(10);
    await group.getByRole('button', { name: /Silenced/ }).click();
    await expect.poll(rowCount).toBe(9);
    expect([search().get('acknowledged'), search().get('silenced')]).toEqual(['false', 'false']);
  });

  it('that a filter hides is shown again by clearing the filters', async () => {
    await open('&acknowledged=false&q=no-such-ticket');
    await expectVisible(page.getByRole('button', { name: 'Clear acknowledged alarms hidden' }));
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect.poll(rowCount).toBe(12);
  });

  it('shows author and note of its acknowledgement in its details, and can be unacknowledged', async () => {
    const snapshot = handledSnapshot();
    const { id, name } = snapshot.alarms[1]!;
    await open(`&open=${id}`, {}, snapshot);
    const own = page.getByRole('complementary', { name: `Details of ${name}` });
    await expectVisible(own.getByText('Carrier ticket 4711'));
    await expectVisible(own.getByText(/by Ben Roy/));
    expect(await axeFaults()).toEqual([]);
    await isLive();
    await own.getByRole('button', { name: 'Unacknowledge' }).click();
    await expectGone(own.getByText('Carrier ticket 4711'));
  });

  it('cannot be acknowledged with the read permission alone, with the reason shown', async () => {
    await open('', { session: reader });
    await pressOnFirst('a');
    await expectVisible(page.getByRole('region', { name: 'Notifications' }).getByText(/Alerting: Write/));
    expect(dialog.elements()).toEqual([]);
  });

  it('cannot be silenced from its details with the read permission alone', async () => {
    await open('&open=1:100', { session: reader });
    await expect
      .element(page.getByRole('button', { name: 'Silence…' }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  it('stays unchanged when the server rejects, and the form stays open', async () => {
    await open('', { replies: [reply(acknowledgeAlarm, alertsUnavailable)] });
    await pressOnFirst('a');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expectVisible(page.getByRole('region', { name: 'Notifications' }).getByText(/could not be loaded/));
    expect(dialog.elements()).toHaveLength(1);
  });
});

const bar = page.getByRole('group', { name: 'Selected alarms' });
const acknowledgedByAda = () => grid.getByText('Ada Martin').elements().length;

describe('an assigned alarm', () => {
  const assigned = (name: string) => grid.getByText(name, { exact: true }).elements().length;
  const assignDialog = page.getByRole('dialog', { name: /^Assign/ });

  it('is taken by its operator with i and Enter, shown in row, details, group and filter, and given back by Undo', async () => {
    const { server, search } = await open();
    await pressOnFirst('i');
    await expectVisible(assignDialog);
    expect(await axeFaults()).toEqual([]);
    await expect
      .element(assignDialog.getByRole('textbox', { name: 'Assign to' }))
      .toHaveValue('Me (Ada Martin)');
    await userEvent.keyboard('{Enter}');
    await expectGone(dialog);
    await expect.poll(() => assigned('Ada Martin')).toBe(1);
    const [sent] = server.received(assignAlarms);
    expect(sent?.body).toMatchObject({ to: { kind: 'user', id: 1 }, alarms: [{ seen: null }] });
    await page.getByRole('button', { name: 'Assignee: any' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'me and my role' }).click();
    await expect.poll(rowCount).toBe(1);
    expect(search().get('assigned')).toBe('mine');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectVisible(page.getByRole('button', { name: /^Clear Assignee: me/ }));
  });

  it('is assigned with others to a role, and grouped by it', async () => {
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
    await expectGone(dialog);
    await expectVisible(tree.getByRole('button', { name: /Collapse Field service/ }));
    expect(server.received(assignAlarms)[0]?.body.to).toEqual({ kind: 'role', id: 3 });
  });

  it('cannot be assigned with the read permission alone', async () => {
    await open('', { session: reader });
    await pressOnFirst('i');
    await expectVisible(page.getByRole('region', { name: 'Notifications' }).getByText(/Alerting: Write/));
    expect(dialog.elements()).toEqual([]);
  });
});

describe('selected alarms', () => {
  it('are chosen by keyboard, acknowledged by one call, and Undo reverts it', async () => {
    const { server } = await open();
    await expectVisible(page.getByText('unhandled'));
    await pressOnFirst(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await expectVisible(bar.getByText('3 alarms selected'));
    expect(await axeFaults()).toEqual([]);
    await page.viewport(1280, 800);
    await page.viewport(390, 844);
    await page.viewport(1440, 900);
    await userEvent.keyboard('a');
    const form = page.getByRole('dialog', { name: 'Acknowledge 3 alarms' });
    await form.getByLabelText('Note').fill('fibre cut');
    await form.getByRole('button', { name: 'Acknowledge' }).click();
    await expectGone(dialog);
    await expect.poll(acknowledgedByAda).toBe(3);
    await expectGone(bar);
    const [sent] = server.received(acknowledgeAlarms);
    expect(server.received(acknowledgeAlarms)).toHaveLength(1);
    expect(sent?.body).toMatchObject({ acknowledgement: { note: 'fibre cut', until: null } });
    expect(sent?.body.alarms).toHaveLength(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(acknowledgedByAda).toBe(0);
    expect(server.received(unacknowledgeAlarms)[0]?.body.alarms).toHaveLength(3);
  });

  it('are all that the filters show with Ctrl+A; a row that clears leaves them', async () => {
    const snapshot = handledSnapshot();
    await open('&acknowledged=false', {}, snapshot);
    await pressOnFirst('{Control>}a{/Control}');
    await expectVisible(bar.getByText('10 alarms selected'));
    const { position, alarms } = snapshot;
    const next = { ...position, seq: position.seq + 1 };
    liveServer.send('alert', { ...next, customer: 1, remove: [alarms[0]!.id] });
    await expectVisible(bar.getByText('9 alarms selected'));
    liveServer.send('alert', { ...next, seq: next.seq + 1, customer: 1, set: [alarms[0]!] });
    await expect.poll(rowCount).toBe(10);
    await expectVisible(bar.getByText('9 alarms selected'));
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await expectGone(bar);
  });

  it('are a range from checkbox to checkbox with Shift', async () => {
    await open();
    await isLive();
    const check = (at: number) => grid.getByRole('checkbox', { name: /^Select (?!all)/ }).nth(at);
    await check(1).click();
    await check(4).click({ modifiers: ['Shift'] });
    await expectVisible(bar.getByText('4 alarms selected'));
  });

  it('lose their acknowledgements together', async () => {
    const { server } = await open();
    await pressOnFirst('{Control>}a{/Control}');
    await bar.getByRole('button', { name: 'Remove acknowledgement' }).click();
    await expectGone(grid.getByText('Ben Roy'));
    expect(server.received(unacknowledgeAlarms)[0]?.body.alarms).toHaveLength(2);
  });

  it('that cleared or that another operator acknowledged while the dialog was open are reported', async () => {
    const snapshot = handledSnapshot();
    const [gone, kept] = snapshot.alarms.map(({ alarm, element }) => ({ alarm, element }));
    const outcome = {
      by: 'Ada Martin',
      done: [kept!],
      failed: [
        { ...gone!, code: 'NOT_FOUND' as const },
        { ...gone!, element: 9, code: 'ALARM_ACKNOWLEDGED' as const, first: 'Ben Roy' },
      ],
    };
    const { server } = await open('', { replies: [reply(acknowledgeAlarms, outcome)] }, snapshot);
    await pressOnFirst(' {Shift>}{ArrowDown}{/Shift}a');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expectVisible(
      page.getByText(
        'Acknowledged 1 alarm. 1 alarm is no longer running. Ben Roy acknowledged 1 alarm first.',
      ),
    );
    expect(server.received(acknowledgeAlarms)[0]?.body.alarms.map(({ seen }) => seen)).toContain(null);
  });

  it('get a note together, shown as plain text in the details, and lose it by Undo', async () => {
    const { server } = await open();
    await pressOnFirst(' {Shift>}{ArrowDown}{/Shift}');
    await bar.getByRole('button', { name: 'Note…' }).click();
    const form = page.getByRole('dialog', { name: 'Note on 2 alarms' });
    const hostile = `<b>fibre</b> ${'x'.repeat(300)} \u05d0\u05d1`;
    await form.getByRole('textbox', { name: 'Note' }).fill(hostile);
    expect(await axeFaults()).toEqual([]);
    await form.getByRole('button', { name: 'Add note' }).click();
    await expectGone(form);
    await expectVisible(page.getByText('Note added to 2 alarms.'));
    expect(server.received(createAlarmNotes)[0]?.body.alarms).toHaveLength(2);
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expectVisible(details.getByText(hostile));
    await expectVisible(details.getByText(/^Ada Martin · /));
    expect(await axeFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectVisible(details.getByText('No notes yet.'));
  });

  it('open the silence form with their alarms and elements', async () => {
    const { search } = await open();
    await pressOnFirst(' {Shift>}{ArrowDown}{/Shift}');
    await bar.getByRole('link', { name: 'Silence…' }).click();
    await expect.poll(() => search().get('elements')?.split(',').length).toBe(2);
    expect(search().get('alarms')).not.toBe(null);
  });

  it('cannot be acknowledged when they are more than 1,000, with the reason shown', async () => {
    await open('', {}, aSnapshot(24, 1_001, Date.now()));
    await pressOnFirst('{Control>}a{/Control}');
    const button = bar.getByRole('button', { name: 'Acknowledge', exact: true });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription(/^Select at most 1.?000 alarms\.$/);
  });
});

describe('the history of an alarm', () => {
  const snapshot = handledSnapshot();
  const first = snapshot.alarms[0]!;
  const seconds = Math.floor(Date.now() / 1_000);
  const silenced = { silence: 1, by: 'Ada Martin', reason: 'Fibre works', until: Date.now() - HOUR_MS };
  const acknowledged = {
    ...{ by: 'Ben Roy', at: Date.now() - 5 * HOUR_MS, note: 'Carrier ticket 4711' },
    ...{ until: Date.now() - HOUR_MS, untilWorse: false },
  };
  const evidence = {
    ...{ operator: first.operator, threshold: 90, thresholdFrom: first.thresholdFrom },
    ...{ outliers: 3, measures: 5, length: 300, windows: [] },
  };
  const event = (
    edge: AlarmTransition,
    cause: string,
    marks: Pick<Evidence, 'acknowledged' | 'silenced'>,
  ) => ({
    ...{ event: `${edge}-${cause}`, edge, severity: 'minor' as const, cause, at: seconds - 600 },
    happened: (seconds - 420) * 1_000,
    ...{ value: 0, threshold: 90, evidence: { ...evidence, ...marks } },
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
        /^Mise en silencepar Ada Martin · Fibre works/,
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
