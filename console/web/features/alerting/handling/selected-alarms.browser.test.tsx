import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { acknowledgeAlarms, unacknowledgeAlarms } from '#schemas/alerting/routes.ts';
import { createAlarmNotes } from '#schemas/alerting/note-routes.ts';
import { previewSilence } from '#schemas/silence/preview-routes.ts';
import { listSilences } from '#schemas/silence/routes.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { liveServer } from '#web/testing/live-socket.ts';
import { pending, reply } from '#web/testing/replies.ts';
import { aSnapshot } from '../testing/alerts.ts';
import {
  acknowledgedByAda,
  bar,
  details,
  grid,
  isLive,
  handledSnapshot,
  openHandled as open,
  pressOnFirst,
  rowCount,
} from '../testing/handled-alarms.ts';
import { atNight } from '#tests/gate/at-night.ts';

const dialog = page.getByRole('dialog');

describe('selected alarms', () => {
  it('are chosen by keyboard, acknowledged by one call, and Undo reverts it', async () => {
    const { server } = await open();
    await expectVisible(grid);
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
    await expectHidden(dialog);
    await expect.poll(acknowledgedByAda).toBe(3);
    await expectHidden(bar);
    const [sent] = server.received(acknowledgeAlarms);
    expect(server.received(acknowledgeAlarms)).toHaveLength(1);
    expect(sent?.body).toMatchObject({ acknowledgement: { note: 'fibre cut', until: null } });
    expect(sent?.body.alarms).toHaveLength(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(acknowledgedByAda).toBe(0);
    expect(server.received(unacknowledgeAlarms)[0]?.body.alarms).toHaveLength(3);
  });

  atNight('are all that the filters show with Ctrl+A; a row that clears leaves them', async () => {
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
    await expectHidden(bar);
  });

  atNight('are a range from checkbox to checkbox with Shift', async () => {
    await open();
    await isLive();
    const check = (at: number) => grid.getByRole('checkbox', { name: /^Select (?!all)/ }).nth(at);
    await check(1).click();
    await check(4).click({ modifiers: ['Shift'] });
    await expectVisible(bar.getByText('4 alarms selected'));
  });

  atNight('lose their acknowledgements together', async () => {
    const { server } = await open();
    await pressOnFirst('{Control>}a{/Control}');
    await bar.getByRole('button', { name: 'Remove acknowledgement' }).click();
    await expectHidden(grid.getByText('Ben Roy'));
    expect(server.received(unacknowledgeAlarms)[0]?.body.alarms).toHaveLength(2);
  });

  it('that cleared or that another operator acknowledged while the dialog was open are reported', async () => {
    const snapshot = handledSnapshot();
    const [deleted, retained] = snapshot.alarms.map(({ alarm, element }) => ({ alarm, element }));
    const outcome = {
      by: 'Ada Martin',
      done: [retained!],
      failed: [
        { ...deleted!, code: 'NOT_FOUND' as const },
        { ...deleted!, element: 9, code: 'ALARM_ACKNOWLEDGED' as const, first: 'Ben Roy' },
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

  atNight('get a note together, shown as plain text in the details, and lose it by Undo', async () => {
    const { server } = await open();
    await pressOnFirst(' {Shift>}{ArrowDown}{/Shift}');
    await bar.getByRole('button', { name: 'Note…' }).click();
    const form = page.getByRole('dialog', { name: 'Note on 2 alarms' });
    const hostile = `<b>fibre</b> ${'x'.repeat(300)} \u05d0\u05d1`;
    await form.getByRole('textbox', { name: 'Note' }).fill(hostile);
    expect(await axeFaults()).toEqual([]);
    await form.getByRole('button', { name: 'Add note' }).click();
    await expectHidden(form);
    await expectVisible(page.getByText('Note added to 2 alarms.'));
    expect(server.received(createAlarmNotes)[0]?.body.alarms).toHaveLength(2);
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expectVisible(details.getByText(hostile));
    await expectVisible(details.getByText(/^Ada Martin · /));
    expect(await axeFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectHidden(details.getByText(hostile));
  });

  atNight('open the silence form with their alarms and elements', async () => {
    const { search } = await open('', {
      replies: [reply(listSilences, pending), reply(previewSilence, pending)],
    });
    await pressOnFirst(' {Shift>}{ArrowDown}{/Shift}');
    await bar.getByRole('link', { name: 'Silence…' }).click();
    await expect.poll(() => search().get('elements')?.split(',').length).toBe(2);
    expect(search().get('alarms')).not.toBe(null);
  });

  atNight('cannot be acknowledged when they are more than 1,000, with the reason shown', async () => {
    await open('', {}, aSnapshot(24, 1_001, Date.now()));
    await pressOnFirst('{Control>}a{/Control}');
    const button = bar.getByRole('button', { name: 'Acknowledge', exact: true });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription(/^Select at most 1.?000 alarms\.$/);
  });
});
