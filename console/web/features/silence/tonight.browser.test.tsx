import { expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { createSilence } from '#schemas/silence/routes.ts';
import { HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { silenceRoutes } from '#web/routes/pages/silence.ts';
import { shellRenderer } from '#web/testing/render-page.tsx';
import { silenceReplies } from './testing/silences.ts';

const renderPage = shellRenderer(...alertingRoutes, ...silenceRoutes);

/** A form or page with more stops than this is no use by keyboard. */
const MOST_STOPS = 40;

/** Presses Tab until the control has the focus. */
async function tabTo(control: Locator): Promise<void> {
  await expectVisible(control);
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (document.activeElement === control.element()) return;
    await userEvent.keyboard('{Tab}');
  }
  throw new Error(`Tab does not reach ${control.element().outerHTML.slice(0, 120)}`);
}

it('tonight’s works at a site are planned by keyboard only, from the alarms to the saved maintenance window', async () => {
  const { server, path } = await renderPage('/alert?customer=1&map=false', {
    replies: [...silenceReplies(), ...alertReplies()],
  });
  await expectVisible(page.getByRole('grid'));

  // To the form by the search.
  await userEvent.keyboard('{Control>}k{/Control}');
  await expectVisible(page.getByRole('combobox', { name: 'Search and commands' }));
  await userEvent.keyboard('new silence');
  await expectVisible(page.getByRole('option', { name: /New silence/ }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(path).toBe('/alert/silence');
  const dialog = page.getByRole('dialog', { name: 'Silence alarms' });
  await expectVisible(dialog);

  await tabTo(dialog.getByRole('combobox', { name: 'Sites' }));
  await userEvent.keyboard('Paris');
  await expectVisible(page.getByRole('option', { name: 'Paris', exact: true }));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expectVisible(dialog.getByText('Matches 2 of 3 running alarms now:'));

  await tabTo(dialog.getByRole('button', { name: 'Tonight, 22:00 to 06:00' }));
  await userEvent.keyboard(' ');
  await tabTo(dialog.getByLabelText('Reason'));
  await userEvent.keyboard('Carrier works, INC-4711');
  await tabTo(dialog.getByRole('switch', { name: 'Maintenance' }));
  await userEvent.keyboard(' ');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expectHidden(dialog);

  await expectVisible(page.getByRole('grid').getByText('Carrier works, INC-4711'));
  const [sent] = server.received(createSilence);
  expect(sent?.body).toMatchObject({ match: { sites: [1], alarms: [], elements: [] }, maintenance: true });
  const { startsAt, endsAt } = sent!.body;
  expect(new Date(endsAt!).getHours()).toBe(6);
  expect(endsAt! - startsAt).toBeLessThanOrEqual(8 * HOUR_MS + MINUTE_MS);
  // The focus is back in the page, and not lost.
  expect(document.activeElement).not.toBe(document.body);
});
