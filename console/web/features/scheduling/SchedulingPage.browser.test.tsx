import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  createScheduling,
  enableScheduling,
  listSchedulings,
  subscribeScheduling,
} from '#schemas/scheduling/routes.ts';
import { schedulingRoutes } from '#web/routes/pages/report.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, pageRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { problem, rejected, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { schedulingReplies } from './testing/schedulings.ts';

const renderPage = pageRenderer(...schedulingRoutes);
const open = (address = '/scheduling?customer=1', { replies = [], ...options }: RenderOptions = {}) =>
  renderPage(address, { ...options, replies: [...schedulingReplies(), ...replies] });

const grid = page.getByRole('grid');
const dialog = page.getByRole('dialog');
const recipientsField = dialog.getByRole('textbox', { name: 'Recipients', exact: true });
const rowOf = (name: string) => grid.getByRole('row', { name: new RegExp(name) });
const choose = async (row: string, action: string) => {
  await page.getByRole('button', { name: `Actions on ${row}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

describe('the schedules', () => {
  it('are listed with trigger, reports, recipients, previous run with its reason and next run', async () => {
    await open();
    await expectVisible(rowOf('Weekly report'));
    const shown = rowOf('Weekly report').element().textContent;
    for (const part of [
      'Mon at 07:30',
      'Service levels (PDF)',
      'desk@example.net and 1 more',
      'Sent to some',
    ])
      expect(shown).toContain(part);
    expect(shown).toContain('1 of 2 recipients did not get it: desk@example.net: no such user');
    const alarms = rowOf('Critical alarms').element().textContent;
    for (const part of ['When an alarm is raised: Critical, 1 site', 'None', 'Never', 'Disabled'])
      expect(alarms).toContain(part);
    expect(await axeFaults()).toEqual([]);
  });

  it('are enabled in their row, and subscribed to', async () => {
    const { server } = await open();
    await grid.getByRole('checkbox', { name: 'Enable Critical alarms' }).click();
    await expectVisible(page.getByText('Critical alarms enabled'));
    expect(server.received(enableScheduling)).toMatchObject([
      { params: { schedulingId: 2 }, body: { enabled: true } },
    ]);
    await choose('Critical alarms', 'Subscribe');
    await expectVisible(page.getByText('You receive Critical alarms'));
    expect(server.received(subscribeScheduling)).toHaveLength(1);
  });

  it('show their runs with results, and revoke links to reports', async () => {
    await open('/scheduling?customer=1&runs=1');
    const drawer = page.getByRole('complementary', { name: 'Runs of Weekly report' });
    await expectVisible(drawer.getByText('550 no such user'));
    await expectVisible(drawer.getByText('Delivered', { exact: true }));
    await drawer.getByRole('button', { name: 'Revoke the links' }).click();
    await expectVisible(page.getByText('The links no longer work'));
    expect(await axeFaults()).toEqual([]);
  });

  it('cannot be changed by readers, who see why', async () => {
    await open(undefined, { session: aSession({ permissions: ['SCHEDULING.read', 'REPORT.read'] }) });
    await expectVisible(rowOf('Weekly report'));
    await expect.element(page.getByRole('button', { name: 'New schedule' })).toBeDisabled();
    await expect.element(grid.getByRole('checkbox', { name: 'Enable Critical alarms' })).toBeDisabled();
  });

  atNight('are in French as well', async () => {
    await open(undefined, { language: 'fr' });
    await expectVisible(page.getByRole('heading', { name: 'Planifications' }));
    await expectVisible(rowOf('Weekly report').getByText('Envoyée à certains'));
  });

  it('say that there are none, and offer to add one', async () => {
    await open(undefined, { replies: [reply(listSchedulings, { schedulings: [] })] });
    await expectVisible(page.getByText('No schedules yet'));
  });

  atNight('say why they cannot be listed', async () => {
    await open(undefined, { replies: [reply(listSchedulings, () => problem('SERVER_PROBLEM'))] });
    await expectVisible(page.getByRole('alert'));
  });
});

describe('the form of a schedule', () => {
  atNight('previews the next five runs in the chosen zone, and marks changes of the clock', async () => {
    await open('/scheduling?customer=1&edit=new');
    const preview = dialog.getByRole('region', { name: 'Next runs' });
    await expectVisible(preview.getByRole('listitem').nth(4));
    await dialog.getByRole('combobox', { name: 'Trigger' }).click();
    await page.getByRole('option', { name: 'Every month' }).click();
    await dialog.getByRole('combobox', { name: 'Time zone' }).click();
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Paris');
    await page.getByRole('option', { name: 'Europe/Paris' }).click();
    await expectVisible(preview.getByText(/UTC\+0[12]:00/).first());
    // Five months of Paris always include a change of the clock, or five runs after it.
    await expectVisible(preview.getByText(/clock goes (forward|back)/).first());
    expect(await axeFaults()).toEqual([]);
  });

  it('says what is wrong before it is sent', async () => {
    const { server } = await open('/scheduling?customer=1&edit=new');
    await dialog.getByLabelText('Name').fill('Monthly');
    await recipientsField.fill('one');
    await dialog.getByLabelText('Subject').fill('{{password}}');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expectVisible(dialog.getByText('List is not valid').first());
    await expectVisible(dialog.getByText(/Unknown placeholder password/).first());
    await recipientsField.fill('');
    await expectVisible(dialog.getByText('No emails provided').first());
    await expectVisible(dialog.getByText('never sent without an attached report'));
    expect(server.received(createScheduling)).toEqual([]);
  });

  it('creates a schedule', async () => {
    const { server } = await open('/scheduling?customer=1&edit=new');
    await dialog.getByLabelText('Name').fill('Monthly');
    await recipientsField.fill('a@example.net, b@example.net');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expectHidden(dialog);
    expect(server.received(createScheduling)).toMatchObject([
      {
        body: {
          name: 'Monthly',
          trigger: { kind: 'weekly', days: [1], hour: 8, minute: 0 },
          recipients: ['a@example.net', 'b@example.net'],
          attachments: [],
        },
      },
    ]);
    await expectVisible(grid.getByText('Monthly'));
  });

  atNight('shows what the server rejects at its input', async () => {
    await open('/scheduling?customer=1&edit=new', {
      replies: [reply(createScheduling, () => rejected({ field: 'name', code: 'NAME_TAKEN' }))],
    });
    await dialog.getByLabelText('Name').fill('Weekly report');
    await recipientsField.fill('a@example.net');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expectVisible(dialog.getByText('Already present').first());
  });

  it('of a schedule of another user says that it becomes the user’s', async () => {
    await open('/scheduling?customer=1&edit=2');
    await expectVisible(dialog.getByText(/belongs to Ben Roy/));
    await expectVisible(dialog.getByText(/Unsubscribed, will not be sent to: noc@example.net/));
  });
});
