import { page, userEvent } from 'vitest/browser';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import { now } from '#web/lib/clock.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { type RenderOptions, shellRenderer } from '#web/testing/render-page.tsx';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { aSnapshot } from './alerts.ts';

const renderPage = shellRenderer(...alertingRoutes);

/** Twelve alarms: the second and fourth acknowledged, the third and fourth silenced. */
export function handledSnapshot(): AlertSnapshot {
  const snapshot = aSnapshot(24, 12, now());
  const acknowledged = {
    by: 'Ben Roy',
    at: now() - HOUR_MS,
    note: 'Carrier ticket 4711',
    until: now() + 4 * HOUR_MS,
    untilWorse: true,
  };
  const silenced = { silence: 1, by: 'Ada Martin', reason: 'Fibre works', until: now() + HOUR_MS };
  const alarms = snapshot.alarms.map((alarm, at) => ({
    ...alarm,
    ...(at === 1 || at === 3 ? { acknowledged } : {}),
    ...(at === 2 || at === 3 ? { silenced } : {}),
  }));
  return { ...snapshot, alarms };
}

/** Opens the alarms of a customer. */
export function openHandled(
  search = '',
  { replies = [], ...options }: RenderOptions = {},
  snapshot = handledSnapshot(),
) {
  const address = `/alert?customer=1&map=false${search}`;
  return renderPage(address, { ...options, replies: [...alertReplies(snapshot), ...replies] });
}

/** The running alarms, and the details of one. */
export const grid = page.getByRole('grid');
export const details = page.getByRole('complementary', { name: /^(Details of|Détail de)/ });
/** Alarms in the table. */
export const rowCount = () => Number(grid.element().getAttribute('aria-rowcount')) - 1;
/** Waits until the page is live. */
export const isLive = () => expectVisible(page.getByRole('banner').getByText('Live', { exact: true }));

/** Presses a key on the first alarm. */
export async function pressOnFirst(key: string): Promise<void> {
  await expectVisible(grid);
  await isLive();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard(`{ArrowDown}${key}`);
}

/** The bar of what is selected. */
export const bar = page.getByRole('group', { name: 'Selected alarms' });
/** How often the user of the session is named. */
export const acknowledgedByAda = () => grid.getByText('Ada Martin').elements().length;
