import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { acknowledgeAlarms, unacknowledgeAlarms } from '#schemas/alerting/routes.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { shellRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { aShownAlarm, aSite, aSnapshot } from '../testing/alerts.ts';

const renderPage = shellRenderer(...alertingRoutes);

const RAISES = 10_000;
const ROWS_PER_DELTA = 500;
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
  const group = grid.getByRole('row', { name: /^Lyon|Collapse Lyon/ }).first();
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
      const requested = body.alarms.map(({ alarm, element }) => ({ alarm, element }));
      const failed = requested.filter(({ element }) => taken.has(element));
      return {
        by: 'Ada Martin',
        done: requested.filter(({ element }) => !taken.has(element)),
        failed: failed.map((each) => ({ ...each, code: 'ALARM_ACKNOWLEDGED' as const, first: 'Ben Roy' })),
      };
    }),
  );
  await bar.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Acknowledge \d+ alarms/ });
  await dialog.getByLabelText('Note').fill('Carrier ticket 4711');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expectHidden(dialog);
  await expectVisible(page.getByText(/Ben Roy acknowledged 2 alarms first/));
  const calls = server.received(acknowledgeAlarms);
  expect(calls).toHaveLength(1);
  const requested = calls[0]!.body.alarms.length;
  expect(requested).toBeGreaterThanOrEqual(before - 3);

  // Undo takes back what this operator did, and not what the other did.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.received(unacknowledgeAlarms)[0]?.body.alarms.length).toBe(requested - 2);
});

it('300 selected alarms stay selected and in place while 10,000 others are raised', async () => {
  const now = Date.now();
  const seconds = Math.floor(now / 1_000);
  const aRun = (index: number) => ({
    ...aShownAlarm(index, aSite(index % 24), seconds),
    since: seconds - (index % 3_000),
  });
  const calm = aSnapshot(24, 0, now);
  const first = Array.from({ length: 300 }, (_, index) => aRun(index));
  await renderPage('/alert?customer=1&map=false&group=severity', {
    replies: alertReplies({ ...calm, alarms: first }),
  });
  const grid = page.getByRole('treegrid', { name: 'Running alarms' });
  const bar = page.getByRole('group', { name: 'Selected alarms' });
  await expectVisible(page.getByRole('banner').getByText('Live', { exact: true }));
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expectVisible(bar.getByText('300 alarms selected'));
  await grid.getByRole('row').nth(2).hover();
  const shown = () =>
    grid
      .getByRole('row')
      .elements()
      .slice(2, 8)
      .map((row) => /cpe-[a-z]+-1 · \S+?\d{3}/.exec(row.textContent)?.[0]);
  const before = shown();

  for (let delta = 0; delta < RAISES / ROWS_PER_DELTA; delta += 1) {
    const set = Array.from({ length: ROWS_PER_DELTA }, (_, row) =>
      aRun(1_000 + delta * ROWS_PER_DELTA + row),
    );
    liveServer.send('alert', { ...calm.position, seq: calm.position.seq + delta + 1, customer: 1, set });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await expect.poll(() => Number(grid.element().getAttribute('aria-rowcount'))).toBeGreaterThan(RAISES);
  expect(bar.element().textContent).toContain('300 alarms selected');
  expect(shown()).toEqual(before);
});
