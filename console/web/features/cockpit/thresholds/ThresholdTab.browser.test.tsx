import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Alarm, OwnThreshold } from '#schemas/cockpit/cockpit.ts';
import {
  deleteThreshold,
  findThresholdElements,
  listThresholds,
  readThresholdChain,
  setThreshold,
} from '#schemas/cockpit/threshold-routes.ts';
import {
  freezeCustomerThreshold,
  listCustomerThresholds,
  removeCustomerThreshold,
  setCustomerThreshold,
} from '#schemas/cockpit/customer-threshold-routes.ts';
import { updateAlarm } from '#schemas/cockpit/routes.ts';
import { listSharedCockpits, type SharedAlarm } from '#schemas/cockpit/shared-routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { cockpitRoutes } from '#web/routes/pages/cockpit.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { rejected, reply, type Reply } from '#web/testing/replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { anAlarmDefinition, cockpitReplies, cockpits, wanAccess } from '../testing/cockpits.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...cockpitRoutes);

const element = {
  id: 501,
  name: 'GigabitEthernet0/0/1',
  kind: 'interface' as const,
  customer: { id: 2, name: 'Borealis Bank' },
  parents: ['cpe-lyon-1', 'Lyon Part-Dieu'],
};
const { kind: _kind, ...place } = element;
const ofElement = (value: number): OwnThreshold => ({ of: 'element', ...place, value });
const cobalt = { id: 3, name: 'Cobalt Energy' };
const ofCustomer: OwnThreshold = { of: 'customer', ...cobalt, customer: cobalt, parents: [], value: 80 };

const thresholds: readonly Reply[] = [
  reply(listThresholds, { thresholds: [ofCustomer, ofElement(95)] }),
  reply(findThresholdElements, { elements: [element], more: false }),
  reply(readThresholdChain, {
    element,
    links: [
      { from: 'element', name: element.name, value: 95 },
      { from: 'own', name: 'Borealis Bank', value: 92 },
      { from: 'customer', name: 'Borealis Bank', value: null },
      { from: 'alarm', name: 'Link saturated', value: 90 },
    ],
    inForce: { from: 'element', value: 95 },
    bounds: { min: 70, max: 92 },
    own: { value: 94, frozen: true },
  }),
];
const open = (language: 'en' | 'fr' = 'en', more: readonly Reply[] = [], change: Partial<Alarm> = {}) => {
  const [, ...others] = cockpits();
  const { alarms, ...first } = wanAccess();
  const changed = { ...first, alarms: alarms.map((one, at) => (at === 0 ? { ...one, ...change } : one)) };
  return renderPage('/mt/cockpit?cockpit=1&alarm=11&tab=thresholds', {
    replies: [...cockpitReplies([changed, ...others]), ...thresholds, ...more],
    language,
  });
};
const editor = page.getByRole('complementary', { name: /^(Alarm |Alarme )/ });
const value = editor.getByRole('textbox', { name: /^(Threshold|Seuil)/ });

describe('thresholds of customers and elements', () => {
  atNight('are listed, set and removed, and an element shows where its threshold comes from', async () => {
    const { server } = await open();
    const own = editor.getByRole('table', { name: 'Thresholds that override > 90%' });
    await expectVisible(own.getByRole('row', { name: /Cobalt Energy/ }));
    await editor.getByRole('radio', { name: 'Element' }).click();
    await editor.getByLabelText('Element', { exact: true }).last().fill('0/0/1');
    await page.getByRole('option', { name: /GigabitEthernet0\/0\/1/ }).click();
    const chain = editor.getByRole('list', { name: 'Source of the threshold' }).getByRole('listitem');
    await expectVisible(chain.first().getByText('in force'));
    await expectVisible(chain.nth(1).getByText('70% to 92% · set: 94% · frozen'));
    expect(await axeFaults()).toEqual([]);
    await value.fill('60');
    server.set(
      reply(
        setThreshold,
        anAlarmDefinition(11, { version: 2, ownThresholds: { customers: 1, elements: 1 } }),
      ),
      reply(listThresholds, { thresholds: [ofCustomer, ofElement(60)] }),
    );
    await editor.getByRole('button', { name: 'Set' }).click();
    await expectVisible(own.getByRole('row', { name: /GigabitEthernet0\/0\/1.*60%/ }));
    expect(server.received(setThreshold).at(-1)?.body).toEqual({
      version: 1,
      target: { element: 501 },
      value: 60,
    });
    server.set(
      reply(
        deleteThreshold,
        anAlarmDefinition(11, { version: 3, ownThresholds: { customers: 0, elements: 1 } }),
      ),
      reply(listThresholds, { thresholds: [ofElement(60)] }),
    );
    await own.getByRole('button', { name: 'Remove the threshold of Cobalt Energy' }).click();
    await expectHidden(own.getByRole('row', { name: /Cobalt/ }));
    expect(server.received(deleteThreshold).at(-1)?.query).toMatchObject({ customer: 3 });
  });

  it('are set by customers within bounds; the provider sees, freezes and removes them', async () => {
    const own = (frozen: boolean) => ({
      customer: cobalt,
      value: 65,
      inForce: 70,
      frozen,
      author: 'Ines Moreau',
      updatedAt: 1_790_000_000_000,
    });
    const { server } = await open('en', [reply(listCustomerThresholds, { thresholds: [own(false)] })], {
      customerBounds: { min: 70, max: 95 },
    });
    const set = editor.getByRole('table', { name: 'Set by customers within 70% to 95%' });
    await expectVisible(
      set.getByRole('row', { name: /Cobalt Energy.*In force: 70%, the nearest within.*65%/ }),
    );
    server.set(
      reply(freezeCustomerThreshold, { thresholds: [own(true)] }),
      reply(listCustomerThresholds, { thresholds: [own(true)] }),
    );
    await set.getByRole('button', { name: 'Freeze the threshold of Cobalt Energy' }).click();
    await expectVisible(set.getByText('frozen'));
    expect(server.received(freezeCustomerThreshold).at(-1)).toMatchObject({
      params: { cockpitId: 1, alarm: 11, customer: 3 },
      body: { frozen: true },
    });
    expect(await axeFaults()).toEqual([]);
    server.set(
      reply(removeCustomerThreshold, { thresholds: [] }),
      reply(listCustomerThresholds, { thresholds: [] }),
    );
    await set.getByRole('button', { name: 'Actions on Cobalt Energy' }).click();
    await page.getByRole('menuitem', { name: 'Remove the threshold that Cobalt Energy has set' }).click();
    await expectVisible(editor.getByText('No customer has set a threshold within 70% to 95%.'));
    // The provider sets the bounds in the definition.
    await editor.getByRole('tab', { name: 'Definition' }).click();
    await editor.getByRole('textbox', { name: 'Lowest' }).fill('99');
    await expectVisible(editor.getByText(problemText('COCKPIT_BOUNDS_REVERSED', 'en')));
    await editor.getByRole('textbox', { name: 'Lowest' }).fill('80');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => server.received(updateAlarm).at(-1)?.body.customerBounds)
      .toEqual({ min: 80, max: 95 });
  });

  atNight('are set by a user of the customer for shared alarms, and reset; a frozen one is not', async () => {
    const shared: SharedAlarm = {
      id: 11,
      label: 'Link saturated',
      kpi: 'itf_in_util',
      operator: '>',
      threshold: 90,
      severity: 'critical',
      outliers: 3,
      measures: 5,
      enabled: true,
      thresholdFrom: 'alarm',
      provided: 90,
      bounds: { min: 70, max: 95 },
      own: null,
    };
    const replies = (alarm: SharedAlarm) =>
      reply(listSharedCockpits, {
        cockpits: [
          {
            id: 1,
            name: 'WAN access links',
            description: '',
            updatedAt: 0,
            active: true,
            edit: 'nowhere',
            alarms: [alarm],
          },
        ],
      });
    const { server } = await renderPage('/alert/cockpit?customer=2', {
      replies: [...alertReplies(), replies(shared)],
    });
    const menu = page.getByRole('button', { name: /Link saturated/ });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Set the threshold' }).click();
    const dialog = page.getByRole('dialog', { name: 'Threshold of Link saturated' });
    await expectVisible(dialog.getByText('70% to 95%'));
    await dialog.getByRole('textbox', { name: 'Threshold' }).fill('60');
    await dialog.getByRole('button', { name: 'Set' }).click();
    await expectVisible(
      dialog.getByText('Choose a threshold from 70 to 95: these are the bounds of the provider.'),
    );
    expect(server.received(setCustomerThreshold)).toHaveLength(0);
    expect(await axeFaults()).toEqual([]);
    const own = { value: 80, frozen: true, author: 'Ines Moreau', updatedAt: 1_790_000_000_000 };
    const after: SharedAlarm = { ...shared, threshold: 80, thresholdFrom: 'own', own };
    server.set(reply(setCustomerThreshold, after), replies(after));
    await dialog.getByRole('textbox', { name: 'Threshold' }).fill('80');
    await dialog.getByRole('button', { name: 'Set' }).click();
    await expectVisible(page.getByText('Set by the customer · frozen'));
    expect(server.received(setCustomerThreshold).at(-1)?.body).toEqual({ value: 80 });
    await menu.click();
    for (const name of [/^Set the threshold/, /^Use the provider/])
      await expect.element(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  });

  atNight.each(['en', 'fr'] as const)(
    'report what only the server knows at the field, in %s',
    async (language) => {
      const { server } = await open(language);
      const set = editor.getByRole('button', { name: language === 'en' ? 'Set' : 'Définir' });
      await editor.getByRole('textbox').first().fill('Cobalt');
      await page.getByRole('option', { name: /Cobalt/ }).click();
      await value.fill('70');
      server.set(reply(setThreshold, rejected({ field: 'value', code: 'THRESHOLD_INCORRECT' })));
      await set.click();
      await expectVisible(editor.getByText(problemText('THRESHOLD_INCORRECT', language)));
      await expect.element(value).toHaveValue('70');
      await expect.element(value).toHaveAttribute('aria-invalid', 'true');
      await expect.element(value).toHaveFocus();
      server.set(
        reply(setThreshold, rejected({ field: 'target.element', code: 'COCKPIT_THRESHOLD_TARGET' })),
      );
      await set.click();
      await expectVisible(editor.getByText(problemText('COCKPIT_THRESHOLD_TARGET', language)));
      await expect.element(editor.getByRole('textbox').first()).toHaveFocus();
    },
  );
});
