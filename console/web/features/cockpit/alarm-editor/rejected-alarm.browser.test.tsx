import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { updateAlarm } from '#schemas/cockpit/routes.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { cockpitRoutes } from '#web/routes/pages/cockpit.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { problem, rejected, reply, type Reply } from '#web/testing/replies.ts';
import { cockpitReplies } from '../testing/cockpits.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...cockpitRoutes);

const open = (language: 'en' | 'fr', replies: readonly Reply[] = []) =>
  renderPage('/mt/cockpit?cockpit=1&alarm=11', { replies: [...cockpitReplies(), ...replies], language });
const editor = page.getByRole('complementary', { name: /^(Alarm |Alarme )/ });
const threshold = editor.getByRole('textbox', { name: /^(Threshold|Seuil)/ });
const save = editor.getByRole('button', { name: /^(Save|Enregistrer)$/ });

const faults = [
  ['kpi', 'COCKPIT_ALARM_DUPLICATE'],
  ['kpi', 'COCKPIT_KPI_ALTERNATIVES'],
  ['kpi', 'COCKPIT_SAME_TARGET'],
  ['threshold', 'THRESHOLD_INCORRECT'],
  ['threshold', 'THRESHOLDS_INVALID'],
] as const;

// One fault shows that the text of a problem follows the language.
describe.each([
  ['en', faults],
  ['fr', faults.slice(0, 1)],
] as const)('a fault that only the server finds, in %s', (language, reported) => {
  const textOf = (code: ProblemCode) => problemText(code, language);
  const fields = { kpi: editor.getByRole('textbox', { name: /^KPI/ }), threshold };

  atNight.each(reported)('is reported at the %s, and can be saved again: %s', async (name, code) => {
    const { server } = await open(language);
    const field = fields[name];
    const [update] = cockpitReplies().filter(({ route }) => route === updateAlarm);
    await threshold.fill('91');
    server.set(reply(updateAlarm, rejected({ field: name, code })));
    await save.click();
    await expectVisible(editor.getByText(textOf(code)));
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    const described = (field.element().getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '');
    expect(described.join(' ')).toContain(textOf(code));
    expect(document.querySelector('.tt-banner')).toBeNull();
    server.set(update!);
    await save.click();
    await expectHidden(editor.getByText(textOf(code)));
    expect(server.received(updateAlarm).map(({ body }) => body.threshold)).toEqual([91, 91]);
  });

  it('is reported where the cockpit is named, when it has no name', async () => {
    await open(language, [reply(updateAlarm, problem('COCKPIT_UNNAMED'))]);
    await threshold.fill('93');
    await save.click();
    await expectVisible(editor.getByRole('alert').getByText(textOf('COCKPIT_UNNAMED')));
    const rename = language === 'en' ? 'Rename or describe' : 'Renommer ou décrire';
    await editor.getByRole('button', { name: rename }).click();
    await expect
      .element(page.getByRole('dialog').getByRole('textbox').first())
      .toHaveValue('WAN access links');
  });
});
