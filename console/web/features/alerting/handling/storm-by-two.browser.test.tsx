import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { acknowledgeAlarms, unacknowledgeAlarms } from '#schemas/alerting/routes.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { expectGone, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { aShownAlarm, aSite, aSnapshot } from '../testing/alerts.ts';

const lyon = { ...aSite(1), name: 'Lyon' };

it('a storm at a site is handled by two operators: one group, one call, and each sees what the other did', async () => {
  const now = Date.now();
  const calm = aSnapshot(24, 6, now);
  const seconds = Math.floor(now / 1_000);
  const storm = Array.from({ length: 200 }, (_, index) => ({
    ...aShownAlarm(index + 1_000, lyon, seconds),
    since: seconds - 30,
  }));
  const { server } = await renderPage('/alert?customer=1&map=false&group=site', {
    replies: alertReplies({ ...calm, alarms: [...calm.alarms, ...storm] }),
  });
  const grid = page.getByRole('treegrid', { name: 'Running alarms' });
  const bar = page.getByRole('group', { name: 'Selected alarms' });

  // 200 alarms are one line, which is selected as one.
  const group = grid.getByRole('row', { name: /^Lyon|Fold Lyon/ }).first();
  await expectVisible(group);
  await expectVisible(page.getByRole('banner').getByText('Live', { exact: true }));
  await group.getByRole('checkbox').click();
  await expectVisible(bar.getByText(/alarms selected/));
  const selected = () =>
    Number(/^\d+/.exec(bar.element().textContent.replaceAll(/\D*(\d+) alarms.*/g, '$1'))?.[0]);
  const before = selected();
  expect(before).toBeGreaterThanOrEqual(200);

  // The other operator takes two of them, one clears: the selection stays with what still runs.
  const acknowledged = { by: 'Ben Roy', at: now, note: 'on it', until: now + HOUR_MS, untilWorse: false };
  const [first, second, third] = storm;
  const position = { ...calm.position, seq: calm.position.seq + 1 };
  liveServer.send('alert', {
    ...position,
    customer: 1,
    set: [first!, second!].map((row) => ({ ...row, acknowledged })),
    remove: [third!.id],
  });
  await expect.poll(selected).toBe(before - 1);

  // Who was first is not overwritten, and it is said.
  const taken = new Set([first!.element, second!.element]);
  server.set(
    reply(acknowledgeAlarms, ({ body }) => {
      const asked = body.alarms.map(({ alarm, element }) => ({ alarm, element }));
      const failed = asked.filter(({ element }) => taken.has(element));
      return {
        by: 'Ada Martin',
        done: asked.filter(({ element }) => !taken.has(element)),
        failed: failed.map((each) => ({ ...each, code: 'ALARM_ACKNOWLEDGED' as const, first: 'Ben Roy' })),
      };
    }),
  );
  await bar.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Acknowledge \d+ alarms/ });
  await dialog.getByLabelText('Note').fill('Carrier ticket 4711');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expectGone(dialog);
  await expectVisible(page.getByText(/Ben Roy acknowledged 2 alarms first/));
  const calls = server.received(acknowledgeAlarms);
  expect(calls).toHaveLength(1);
  const asked = calls[0]!.body.alarms.length;
  expect(asked).toBeGreaterThanOrEqual(before - 3);

  // Undo takes back what this operator did, and not what the other did.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.received(unacknowledgeAlarms)[0]?.body.alarms.length).toBe(asked - 2);
});
