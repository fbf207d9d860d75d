import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createSilence } from '#schemas/silence/routes.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import { alertReplies, silencedAlertReplies } from '#web/testing/alert-replies.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { silenceRoutes } from '#web/routes/pages/silence.ts';
import { axeFaults, pageRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { silenceReplies } from './testing/silences.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...alertingRoutes, ...silenceRoutes);

const open = (address = '/alert/silence?customer=1', options: RenderOptions = {}) =>
  renderPage(address, { ...options, replies: [...alertReplies(), ...silenceReplies()] });
/** The first alarm is silenced by the first customer's silence. */
const openSilenced = (address: string) => {
  const silenced = { silence: 1, by: 'Ben Roy', reason: 'Fibre works', until: Date.now() + HOUR_MS };
  return renderPage(address, { replies: [...silencedAlertReplies('1:100', silenced), ...silenceReplies()] });
};
const details = page.getByRole('complementary', { name: 'Details of the silence' });
const grid = page.getByRole('grid');
const dialog = page.getByRole('dialog');
const reader = aSession({ permissions: ['ALERT.read'] });

describe('silences', () => {
  it('are reached from the alerts, and listed with scope, period and author', async () => {
    await open('/alert?customer=1&map=false');
    await page.getByRole('link', { name: 'Silences' }).click();
    await expectVisible(page.getByRole('heading', { name: 'Silences' }));
    const active = grid.getByRole('row', { name: /Fibre works/ });
    await expectVisible(active);
    const reported = active.element().textContent.replaceAll('\u00a0', ' ');
    for (const part of [
      'Active',
      'Link saturated',
      'Paris, Lyon',
      'Tue, Sun at 02:00 for 2 h, Europe/Paris',
      'Ben Roy',
    ])
      expect(reported).toContain(part);
    expect(grid.getByRole('row', { name: /Platform upgrade/ }).element().textContent).toContain(
      'every customer',
    );
    expect(await axeFaults()).toEqual([]);
  });

  it('are created from an alarm, which the form preselects', async () => {
    const { server, search } = await open('/alert?customer=1&map=false&open=1:100');
    await page.getByRole('link', { name: 'Silence…' }).click();
    const form = page.getByRole('dialog', { name: 'Silence alarms' });
    await expectVisible(form.getByText('Link saturated'));
    expect(await axeFaults()).toEqual([]);
    await form.getByRole('button', { name: 'Create' }).click();
    await expectVisible(form.getByText('Enter a reason'));
    await form.getByLabelText('Reason').fill('Router swap');
    await form.getByRole('button', { name: 'Create' }).click();
    // Back at the alarm, with its details.
    await expect.poll(() => search().get('open')).toBe('1:100');
    expect(server.received(createSilence)).toMatchObject([
      {
        body: {
          reason: 'Router swap',
          match: { alarms: [1], sites: [], elements: [100] },
          recurrence: null,
        },
      },
    ]);
    await page.getByRole('link', { name: 'Silences' }).click();
    await expectVisible(grid.getByText('Router swap'));
  });

  atNight('that come again show their next times before they are saved', async () => {
    const { server } = await open();
    await page.getByRole('button', { name: 'New silence' }).click();
    await dialog.getByLabelText('Reason').fill('Backup');
    await dialog.getByRole('combobox', { name: 'Repeats' }).click();
    await page.getByRole('option', { name: 'Every week' }).click();
    const occurrences = dialog.getByRole('region', { name: 'Next occurrences' });
    await expectVisible(occurrences.getByRole('listitem').nth(2));
    await dialog.getByRole('checkbox', { name: 'Sunday' }).click();
    await expectHidden(occurrences);
    await dialog.getByRole('checkbox', { name: 'Tuesday' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expectHidden(dialog);
    expect(server.received(createSilence)).toMatchObject([
      {
        body: {
          endsAt: null,
          recurrence: { every: 'week', weekdays: [2], time: '02:00', minutes: 120 },
        },
      },
    ]);
  });

  atNight(
    'are widened from an alarm to its device or site, and say which running alarms they match',
    async () => {
      const { server } = await open('/alert/silence?customer=1&alarm=1&site=1&element=100');
      await expectVisible(dialog.getByText('Matches 1 of 3 running alarms now:'));
      await dialog.getByRole('button', { name: 'Site Paris' }).click();
      await expectVisible(dialog.getByText('Matches 2 of 3 running alarms now:'));
      await dialog.getByRole('button', { name: 'Device edge-1' }).click();
      await expectVisible(dialog.getByText('edge-1', { exact: true }));
      await dialog.getByLabelText('Reason').fill('Router swap');
      await dialog.getByRole('button', { name: '2 h' }).click();
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expectHidden(dialog);
      const { match, startsAt, endsAt } = server.received(createSilence)[0]!.body;
      expect(match).toMatchObject({ alarms: [], sites: [], elements: [90] });
      expect((endsAt ?? 0) - startsAt).toBe(2 * HOUR_MS);
    },
  );

  atNight('match the alarms and elements of a selection, each by its name', async () => {
    const { server, search } = await open('/alert/silence?customer=1&alarms=1,2&elements=100,101');
    await expectVisible(dialog.getByText(/^cpe-paris-1/));
    await dialog.getByLabelText('Reason').fill('Router swap');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expectHidden(dialog);
    expect(server.received(createSilence)).toMatchObject([
      { body: { match: { alarms: [1, 2], sites: [], elements: [100, 101] } } },
    ]);
    await expect.poll(() => search().get('elements')).toBe(null);
  });

  atNight('match elements without an alarm too, found by typing', async () => {
    const { server } = await open();
    await page.getByRole('button', { name: 'New silence' }).click();
    await dialog.getByLabelText('Reason').fill('Tonight');
    await dialog.getByRole('combobox', { name: 'Elements' }).fill('gi0');
    await page.getByRole('option', { name: /edge-1 · Gi0\/1/ }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expectHidden(dialog);
    expect(server.received(createSilence)).toMatchObject([{ body: { match: { elements: [101] } } }]);
  });

  atNight('keep what was typed when Escape is pressed by mistake', async () => {
    await open();
    await page.getByRole('button', { name: 'New silence' }).click();
    await dialog.getByLabelText('Reason').fill('Carrier works');
    await userEvent.keyboard('{Escape}');
    await page
      .getByRole('dialog', { name: 'Discard changes?' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await expect.element(page.getByLabelText('Reason')).toHaveValue('Carrier works');
  });

  it('end after a confirmation that states the effect', async () => {
    await open();
    await expectVisible(grid.getByRole('button', { name: 'Edit Fibre works' }));
    await grid.getByRole('button', { name: 'Actions on Fibre works' }).click();
    await page.getByRole('menuitem', { name: 'End now…' }).click();
    const prompt = page.getByRole('dialog', { name: 'End “Fibre works”?' });
    await expectVisible(prompt.getByText(/^Notifications of its alarms resume now/));
    await prompt.getByRole('button', { name: 'End now' }).click();
    await expectHidden(grid.getByText('Fibre works'));
  });

  atNight('lead from a silenced alarm to the details of its silence, and back to the alarm', async () => {
    const { search, path } = await openSilenced('/alert?customer=1&map=false&open=1:100');
    await page.getByRole('link', { name: 'Fibre works' }).click();
    await expectVisible(details.getByRole('heading', { name: 'Fibre works' }));
    expect(path()).toBe('/alert/silence');
    const shown = details.element().textContent.replaceAll('\u00a0', ' ');
    for (const part of [
      'Link saturated',
      'Paris, Lyon',
      'Tue, Sun at 02:00 for 2 h, Europe/Paris',
      'Ben Roy',
    ])
      expect(shown).toContain(part);
    await expectVisible(details.getByText('Silences 1 running alarm now'));
    expect(await axeFaults()).toEqual([]);
    await details.getByRole('link', { name: /^Link saturated on cpe-paris-1/ }).click();
    await expect.poll(() => search().get('open')).toBe('1:100');
    expect(path()).toBe('/alert');
  });

  atNight('open their details from the list, are edited and ended there, and then say so', async () => {
    const { search } = await open();
    await grid.getByText('Platform upgrade').click();
    await expectVisible(details.getByText('every customer'));
    expect(search().get('open')).toBe('2');
    await grid.getByText('Fibre works').click();
    await details.getByRole('button', { name: 'Edit' }).click();
    await expectVisible(page.getByRole('dialog', { name: 'Edit silence' }));
    await userEvent.keyboard('{Escape}');
    await details.getByRole('button', { name: 'End now' }).click();
    await dialog.getByRole('button', { name: 'End now' }).click();
    await expectVisible(details.getByText('Ended'));
    await expectHidden(details.getByRole('button', { name: 'Edit' }));
    await expectHidden(grid.getByText('Fibre works'));
  });

  it('cannot be created with the read permission alone, not even by an address that requests the form', async () => {
    await open('/alert/silence?customer=1&alarm=1&site=1', { session: reader });
    await expectVisible(grid);
    await expect
      .element(page.getByRole('button', { name: 'New silence' }))
      .toHaveAttribute('aria-disabled', 'true');
    expect(dialog.elements()).toEqual([]);
  });
});
