import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { previewAlarm } from '#schemas/cockpit/preview-routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { createAlarm, deleteAlarm, enableAlarm, updateAlarm } from '#schemas/cockpit/routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { cockpitRoutes } from '#web/routes/pages/cockpit.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { anAlarmDefinition, aPreview, cockpitReplies, cockpits, wanAccess } from '../testing/cockpits.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...cockpitRoutes);

const open = (search: string) => renderPage(`/mt/cockpit?${search}`, { replies: cockpitReplies() });
const definitions = page.getByRole('grid', { name: 'Alarm definitions' });
const editor = page.getByRole('complementary', { name: /^(Alarm |New alarm)/ });
const threshold = editor.getByRole('textbox', { name: 'Threshold' });
const save = editor.getByRole('button', { name: 'Save' });

describe('the editor of an alarm', () => {
  it('writes an alarm by keyboard only, and reads its rule in words', async () => {
    const { server, search } = await open('cockpit=2');
    await expectVisible(definitions);
    (page.getByRole('button', { name: 'Add an alarm' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(editor.getByLabelText('Label')).toHaveFocus();
    await userEvent.keyboard('Probe loses packets{Tab}perte sonde');
    await expectVisible(page.getByRole('option'));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    // Skip the element it applies to: probes.
    await userEvent.keyboard('{Tab}{Tab}{ArrowRight}{Tab}{Tab}2,5');
    await expectVisible(
      editor.getByText(/^Warning when probe packet loss >.2\.5% in 3 of the last 5 measures$/),
    );
    await userEvent.keyboard('{Enter}');
    await expectVisible(definitions.getByText('Probe loses packets'));
    expect(server.received(createAlarm).at(-1)?.body).toMatchObject({
      label: 'Probe loses packets',
      threshold: 2.5,
      severity: 'major',
      operator: '>',
    });
    await expect.poll(() => search().get('alarm')).toBe('701');
  });

  atNight('shows what the draft affects now, and requests it again once typing pauses', async () => {
    const { server } = await open('cockpit=1&alarm=11');
    const preview = editor.getByRole('region', { name: 'Now' });
    await expectVisible(preview.getByText('412 elements · 3 out of limits now · 410 with a value'));
    await expectVisible(preview.getByText('3 of 5 windows of 5 min: 15 min out of limits within 25 min'));
    await expectVisible(
      preview.getByRole('row', { name: /GigabitEthernet0.*Borealis Bank.*97\.5%.*out of limits.*90%/ }),
    );
    server.set(reply(previewAlarm, aPreview({ outOfLimits: 0, first: [] })));
    const before = server.received(previewAlarm).length;
    const typed = ['9', '94', '95', '96', '97', '98'];
    for (const value of typed) await threshold.fill(value);
    await editor.getByRole('textbox', { name: 'Measures' }).fill('3');
    await expectVisible(preview.getByText('412 elements · 0 out of limits now · 410 with a value'));
    await expectVisible(preview.getByText('3 windows of 5 min: 15 min'));
    const requested = () => server.received(previewAlarm).slice(before);
    await expect
      .poll(() => requested().at(-1)?.body)
      .toMatchObject({ alarm: 11, draft: { threshold: 98, outliers: 3, measures: 3 } });
    // A busy machine may pause between two of them.
    expect(requested().length).toBeLessThan(typed.length);
    await threshold.fill('');
    await expectVisible(preview.getByText('Complete the definition to see what it affects.'));
    server.set(reply(previewAlarm, problem('TOO_MUCH_DATA')));
    await threshold.fill('97');
    await expectVisible(preview.getByText(problemText('TOO_MUCH_DATA', 'en')));
  });

  atNight('shows KPIs that the cockpit does not allow with the reason, and does not take them', async () => {
    // On devices and on their areas: no element is left that sessions, reported by other systems, could apply to.
    const { alarms } = wanAccess();
    const regional = anAlarmDefinition(18, {
      label: 'Restarted in a region',
      kpi: 'cpe_uptime',
      target: 'area',
    });
    await renderPage('/mt/cockpit?cockpit=1&alarm=new', {
      replies: cockpitReplies([wanAccess({ alarms: [...alarms, regional] })]),
    });
    await editor.getByRole('textbox', { name: 'KPI' }).fill('session');
    await page.getByRole('option', { name: /from different sources/ }).click({ force: true });
    await userEvent.keyboard('{Escape}');
    await expectVisible(editor);
  });

  atNight('offers what a KPI looks at where there is a choice, and names it in the rule', async () => {
    const { server } = await open('cockpit=1&alarm=new');
    await editor.getByLabelText('Label').fill('Busy sites');
    const target = editor.getByRole('combobox', { name: 'Applies to' });
    const kpi = editor.getByRole('textbox', { name: 'KPI' });
    await kpi.fill('perte export');
    await page.getByRole('option').first().click();
    expect(target.elements()).toHaveLength(0);
    await kpi.fill('débit applicatif');
    await page.getByRole('option').first().click();
    await expect.element(target).toHaveValue('Application');
    await target.click();
    await page.getByRole('option', { name: 'Site', exact: true }).click();
    await threshold.fill('250 M');
    await expectVisible(editor.getByText(/^Critical when application throughput of a site >/));
    await save.click();
    await expectVisible(definitions.getByText('Busy sites'));
    expect(server.received(createAlarm).at(-1)?.body).toMatchObject({
      label: 'Busy sites',
      kpi: 'app_bps',
      target: 'site',
      threshold: 2.5e8,
    });
  });

  it('goes to the first fault, and says what is wrong next to each input', async () => {
    await open('cockpit=1&alarm=new');
    await editor.getByLabelText('Outliers').fill('9');
    await expectVisible(editor.getByText('The number of outliers cannot exceed the number of measures: 5.'));
    await editor.getByRole('radio', { name: 'Restricted' }).click();
    await save.click();
    await expectVisible(editor.getByText('A restricted alarm needs at least one group.'));
    expect(editor.getByText('This field is required').elements()).toHaveLength(3);
    await expect.element(editor.getByLabelText('Label')).toHaveFocus();
  });

  atNight.each([
    {
      language: 'en',
      fields: ['Clear after', 'Without data, keep the state for', 'Keep the acknowledgement for'],
      rule: /last 5 measures; clears after 3 good measures; without data keeps its state for 15 min; raised again within 5 min keeps its acknowledgement$/,
    },
    {
      language: 'fr',
      fields: ['Lever après', 'Sans données, garder l’état pendant', 'Garder l’acquittement pendant'],
      rule: /5 dernières mesures\u00A0; levée après 3 mesures correctes\u00A0; sans données, garde son état pendant 15 min\u00A0; redéclenchée dans les 5 min, garde son acquittement$/,
    },
  ] as const)(
    'edits how the alarm clears, and reads it in words, in $language',
    async ({ language, fields, rule }) => {
      const { server } = await renderPage('/mt/cockpit?cockpit=1&alarm=11', {
        language,
        replies: cockpitReplies(),
      });
      const [clearAfter, noData, acknowledgement] = fields.map((name) => page.getByRole('textbox', { name }));
      await clearAfter!.fill('33');
      await expectVisible(
        page.getByText(language === 'en' ? 'Enter a value from 1 to 32' : 'Saisissez une valeur de 1 à 32'),
      );
      await clearAfter!.fill('3');
      await noData!.fill('15');
      await acknowledgement!.fill('5');
      await expectVisible(page.getByText(rule));
      await page
        .getByRole('button', { name: language === 'en' ? 'Save' : 'Enregistrer', exact: true })
        .click();
      await expect
        .poll(() => server.received(updateAlarm).at(-1)?.body)
        .toMatchObject({ clearAfter: 3, noDataMinutes: 15, acknowledgementMinutes: 5 });
    },
  );

  atNight('warns of a percentage beyond 100', async () => {
    await open('cockpit=1&alarm=13');
    await threshold.fill('120');
    await expectVisible(editor.getByText(/^Percentages are between 0 and 100/));
  });

  atNight('refuses a duplicate of another alarm', async () => {
    const { server } = await open('cockpit=1&alarm=12');
    await threshold.fill('95');
    await expectVisible(editor.getByText('invalid threshold values'));
    await threshold.fill('90');
    await editor.getByRole('radio', { name: 'Critical' }).click();
    await expectVisible(editor.getByText('Another alarm of this cockpit has the same parameters.'));
    await save.click();
    expect(server.received(updateAlarm)).toHaveLength(0);
  });

  it('requires confirmation before entries are lost to another line or another page', async () => {
    await open('cockpit=1&alarm=11');
    await threshold.fill('93');
    await expectVisible(editor.getByText('Not saved'));
    await definitions.getByText('Router restarted').click();
    await expectVisible(page.getByRole('dialog', { name: 'Discard changes?' }));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(threshold).toHaveValue('93');
    await page.getByRole('button', { name: 'Cockpit library' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expectVisible(page.getByRole('grid', { name: 'Cockpits' }));
  });

  atNight('reports the change of another user, and shows it on request', async () => {
    const { server } = await open('cockpit=1&alarm=11');
    await threshold.fill('93');
    const changed = wanAccess({ alarms: [anAlarmDefinition(11, { threshold: 97, version: 2 })] });
    server.set(...cockpitReplies([changed]), reply(updateAlarm, problem('CONFLICT')));
    await save.click();
    await expectVisible(editor.getByText('This was changed by another user. Reload before saving.'));
    await editor.getByRole('button', { name: 'Load the stored version' }).click();
    await expect.element(threshold).toHaveValue('97');
  });

  atNight('switches an alarm from its line, and deletes one after a confirmation', async () => {
    const { server } = await open('cockpit=1');
    await definitions.getByRole('switch', { name: 'Enable Link busy' }).click();
    await expect
      .poll(() => server.received(enableAlarm).map(({ params, body }) => [params.alarm, body.enabled]))
      .toEqual([[12, false]]);
    await definitions.getByText('Link busy').click();
    await editor.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete Link busy?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expectHidden(editor);
    expect(server.received(deleteAlarm).map(({ params }) => params.alarm)).toEqual([12]);
    await expectHidden(definitions.getByText('Link busy'));
  });

  it('is read-only without the write permission, and says why', async () => {
    const { server } = await renderPage('/mt/cockpit?cockpit=1&alarm=11', {
      session: aSession({ permissions: ['TEMPLATE.COCKPIT.read'] }),
      replies: cockpitReplies(cockpits()),
    });
    await expect.element(save).toHaveAttribute('aria-disabled', 'true');
    await threshold.fill('50');
    await userEvent.keyboard('{Enter}');
    expect(server.received(updateAlarm)).toHaveLength(0);
  });
});
