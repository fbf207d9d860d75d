import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnThreshold } from '#schemas/cockpit/cockpit.ts';
import {
  deleteThreshold,
  findThresholdElements,
  listThresholds,
  readThresholdChain,
  setThreshold,
} from '#schemas/cockpit/threshold-routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { axeFaults, renderPage } from '#web/testing/render-page.tsx';
import { rejected, reply, type Reply } from '#web/testing/replies.ts';
import { expectGone, expectVisible } from '#web/testing/expect-visible.ts';
import { anAlarmDefinition, cockpitReplies } from '../testing/cockpits.ts';

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
      { from: 'customer', name: 'Borealis Bank', value: null },
      { from: 'alarm', name: 'Link saturated', value: 90 },
    ],
    inForce: { from: 'element', value: 95 },
  }),
];
const open = (language: 'en' | 'fr' = 'en') =>
  renderPage('/mt/cockpit?cockpit=1&alarm=11&tab=thresholds', {
    ...{ replies: [...cockpitReplies(), ...thresholds], language },
  });
const editor = page.getByRole('complementary', { name: /^(Alarm |Alarme )/ });
const value = editor.getByRole('textbox', { name: /^(Threshold|Seuil)/ });

describe('thresholds of customers and elements', () => {
  it('are listed, set and removed, and an element shows where its threshold comes from', async () => {
    const { server } = await open();
    const own = editor.getByRole('table', { name: 'Thresholds that override > 90%' });
    await expectVisible(own.getByRole('row', { name: /Cobalt Energy/ }));
    await editor.getByRole('radio', { name: 'Element' }).click();
    await editor.getByLabelText('Element', { exact: true }).last().fill('0/0/1');
    await page.getByRole('option', { name: /GigabitEthernet0\/0\/1/ }).click();
    const chain = editor.getByRole('list', { name: 'Source of the threshold' }).getByRole('listitem');
    await expectVisible(chain.first().getByText('in force'));
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
      ...{ version: 1, target: { element: 501 }, value: 60 },
    });
    server.set(
      reply(
        deleteThreshold,
        anAlarmDefinition(11, { version: 3, ownThresholds: { customers: 0, elements: 1 } }),
      ),
      reply(listThresholds, { thresholds: [ofElement(60)] }),
    );
    await own.getByRole('button', { name: 'Remove the threshold of Cobalt Energy' }).click();
    await expectGone(own.getByRole('row', { name: /Cobalt/ }));
    expect(server.received(deleteThreshold).at(-1)?.query).toMatchObject({ customer: 3 });
  });

  it.each(['en', 'fr'] as const)(
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
