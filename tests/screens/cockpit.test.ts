import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { problemOf, problemText } from '#schemas/problem/problem.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { openPage, type PageOptions } from './support/browser.ts';
import { fixtureOfFile } from './support/console-of-file.ts';
import { aCockpitAlarm, cockpitState } from './fixture/cockpit-fixture.ts';
import { refused } from './fixture/refused.ts';
import { looks } from './support/looks.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const { browser, fixture } = await fixtureOfFile();
fixture.state.signedIn = true;
beforeEach(() => {
  fixture.state.cockpit = cockpitState();
  fixture.state.permissions = undefined;
  fixture.state.failing.clear();
  fixture.state.hanging.clear();
});

async function opened(path = '/mt/cockpit', options: PageOptions = {}) {
  const one = await openPage(browser, options);
  await one.page.goto(`${fixture.url}${path}`);
  return one;
}
const library = (page: Page) => page.getByRole('grid', { name: 'Cockpits' });
const definitions = (page: Page) => page.getByRole('grid', { name: 'Alarm definitions' });
const editor = (page: Page) => page.getByRole('complementary', { name: /^(Alarm |New alarm)/ });
const choose = async (page: Page, kpi: string) => {
  await editor(page).getByRole('textbox', { name: 'KPI' }).fill(kpi);
  await page.getByRole('option').first().waitFor();
};

describe('the cockpit library', () => {
  it('lists name, alarms, last author and last modified, and what was opened recently', async () => {
    const { page, context, complaints } = await opened();
    await library(page).getByText('WAN access links').waitFor();
    for (const header of ['Name', 'Alarms', 'Last author', 'Last modified'])
      await library(page).getByRole('columnheader', { name: header }).waitFor();
    const recent = page.getByRole('navigation', { name: 'Recently opened' });
    await expect.poll(() => recent.getByRole('button').count(), soon).toBe(3);
    expect(await recent.getByRole('button').first().textContent()).toContain('WAN access links');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('creates a named cockpit and opens it', async () => {
    const { page, context } = await opened();
    await page.getByRole('button', { name: 'New cockpit' }).click();
    const dialog = page.getByRole('dialog', { name: 'New cockpit' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This field is required').first().waitFor();
    await dialog.getByLabel('Name').fill('WAN access links');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Already present').first().waitFor();
    await dialog.getByLabel('Name').fill('Campus');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Campus' }).waitFor();
    await page.getByText('No alarm in this cockpit').waitFor();
    expect(fixture.state.cockpit.cockpits.at(-1)).toMatchObject({ name: 'Campus', description: '' });
    await context.close();
  });

  it('asks before a form that is not saved closes', async () => {
    const { page, context } = await opened();
    await page.getByRole('button', { name: 'New cockpit' }).click();
    await page.getByLabel('Name').fill('Half a na');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
    await shot(page, 'cockpit-unsaved-dialog');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => page.getByRole('dialog').count(), soon).toBe(0);
    await context.close();
  });

  it('copies a cockpit, and deletes one after asking', async () => {
    const { page, context } = await opened();
    await library(page).getByRole('button', { name: 'Actions on WAN access links' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'WAN access links (copy)' }).waitFor();
    await page.getByRole('button', { name: 'Actions on WAN access links (copy)' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete WAN access links (copy) with its 7 alarms?' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await library(page).waitFor();
    await expect.poll(() => fixture.state.cockpit.cockpits.length, soon).toBe(5);
    await context.close();
  });

  it('says that it is empty, that nothing matches, that it failed and that it loads', async () => {
    const { page, context } = await opened();
    await page.getByRole('textbox', { name: 'Find a cockpit' }).fill('zzz');
    await page.getByText('No results match the filters').waitFor();
    await shot(page, 'cockpit-library-no-match');
    fixture.state.cockpit.cockpits = [];
    await page.goto(`${fixture.url}/mt/cockpit`);
    await page.getByText('No cockpit yet').waitFor();
    await shot(page, 'cockpit-library-empty');
    fixture.state.failing.add('/mt/cockpit');
    await page.goto(`${fixture.url}/mt/cockpit`);
    await page.getByText('Loading failed').waitFor();
    fixture.state.failing.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No cockpit yet').waitFor();
    fixture.state.hanging.add('/mt/cockpit');
    await page.goto(`${fixture.url}/mt/cockpit`);
    const reported = page.getByRole('status').filter({ hasText: 'Loading Cockpits' });
    await expect.poll(() => reported.count(), soon).toBe(1);
    await context.close();
  });
});

describe('the editor of an alarm', () => {
  it('writes an alarm by keyboard only, and reads its rule in words', async () => {
    const { page, context, complaints } = await opened('/mt/cockpit?cockpit=2');
    await definitions(page).waitFor();
    await page.getByRole('button', { name: 'Add alarm' }).focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(
        () =>
          editor(page)
            .getByLabel('Label')
            .evaluate((one) => one === document.activeElement),
        soon,
      )
      .toBe(true);
    await page.keyboard.type('Probe loses packets');
    await page.keyboard.press('Tab');
    await page.keyboard.type('perte sonde');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    // Past what it looks at: probes.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2,5');
    await editor(page)
      .getByText(/^Warning when probe packet loss >.2\.5% in 3 of the last 5 measures$/)
      .waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByText('Probe loses packets is')
      .or(definitions(page).getByText('Probe loses packets'))
      .first()
      .waitFor();
    await expect
      .poll(() => fixture.state.cockpit.cockpits[1]!.alarms.at(-1), soon)
      .toMatchObject({ label: 'Probe loses packets', threshold: 2.5, severity: 'major', operator: '>' });
    await expect.poll(() => new URL(page.url()).searchParams.get('alarm'), soon).toBe('701');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows KPIs that the cockpit does not allow with the reason, and does not take them', async () => {
    // On devices, and on areas of them: nothing is left that sessions, reported by other systems, could be decided on.
    fixture.state.cockpit.cockpits[0]!.alarms.push(
      aCockpitAlarm(18, { label: 'Restarted in a region', kpi: 'cpe_uptime', target: 'area' }),
    );
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=new');
    await choose(page, 'session');
    const option = page.getByRole('option', { name: /from different sources/ });
    await option.waitFor();
    await shot(page, 'cockpit-kpi-refused');
    await option.click({ force: true });
    await page.keyboard.press('Escape');
    expect(await editor(page).count()).toBe(1);
    await context.close();
  });

  it('asks what a KPI looks at where there is a choice, and names it in the rule', async () => {
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=new');
    await editor(page).getByLabel('Label').fill('Busy sites');
    const target = editor(page).getByRole('combobox', { name: 'Applies to' });
    await choose(page, 'perte export');
    await page.getByRole('option').first().click();
    expect(await target.count()).toBe(0);
    await choose(page, 'débit applicatif');
    await page.getByRole('option').first().click();
    await expect.poll(() => target.inputValue(), soon).toBe('Application');
    await target.click();
    await page.getByRole('option', { name: 'Site', exact: true }).click();
    await editor(page).getByRole('textbox', { name: 'Threshold' }).fill('250 M');
    await editor(page)
      .getByText(/^Critical when application throughput of a site >/)
      .waitFor();
    await shot(page, 'cockpit-target');
    await editor(page).getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => fixture.state.cockpit.cockpits[0]!.alarms.at(-1), soon)
      .toMatchObject({ label: 'Busy sites', kpi: 'app_bps', target: 'site', threshold: 2.5e8 });
    await definitions(page).getByText('Busy sites').waitFor();
    await context.close();
  });

  it('goes to the first fault, and says what is wrong beside each input', async () => {
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=new');
    await editor(page).getByLabel('Outliers').fill('9');
    await editor(page).getByText('The number of outliers cannot exceed the number of measures: 5.').waitFor();
    await editor(page).getByRole('radio', { name: 'Restricted' }).check();
    await editor(page).getByRole('button', { name: 'Save' }).click();
    await editor(page).getByText('A restricted alarm needs at least one group.').waitFor();
    expect(await editor(page).getByText('This field is required').count()).toBe(3);
    await expect
      .poll(
        () =>
          editor(page)
            .getByLabel('Label')
            .evaluate((one) => one === document.activeElement),
        soon,
      )
      .toBe(true);
    await shot(page, 'cockpit-editor-faults');
    await context.close();
  });

  it('refuses a twin of another alarm, and warns of a percentage beyond 100', async () => {
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=13');
    await editor(page).getByRole('textbox', { name: 'Threshold' }).fill('120');
    await editor(page)
      .getByText(/^Percentages are between 0 and 100/)
      .waitFor();
    await page.goto(`${fixture.url}/mt/cockpit?cockpit=1&alarm=12`);
    await editor(page).getByRole('textbox', { name: 'Threshold' }).fill('95');
    await editor(page).getByText('invalid threshold values').waitFor();
    await editor(page).getByRole('textbox', { name: 'Threshold' }).fill('90');
    await editor(page).getByRole('radio', { name: 'Critical' }).check();
    await editor(page).getByText('Another alarm of this cockpit has the same parameters.').waitFor();
    await editor(page).getByRole('button', { name: 'Save' }).click();
    expect(fixture.state.cockpit.cockpits[0]!.alarms[1]!.threshold).toBe(75);
    await context.close();
  });

  it('asks before what was typed is gone: another line, another page', async () => {
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=11');
    await editor(page).getByRole('textbox', { name: 'Threshold' }).fill('93');
    await editor(page).getByText('Not saved').waitFor();
    await definitions(page).getByText('Router restarted').click();
    await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await editor(page).getByRole('textbox', { name: 'Threshold' }).inputValue()).toBe('93');
    await page.getByRole('button', { name: 'Cockpit library' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await library(page).waitFor();
    await context.close();
  });

  it('reports the change of another user, and shows it on request', async () => {
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=11');
    await editor(page).getByRole('textbox', { name: 'Threshold' }).fill('93');
    const stored = fixture.state.cockpit.cockpits[0]!;
    stored.alarms = stored.alarms.map((alarm) =>
      alarm.id === 11 ? { ...alarm, threshold: 97, version: 2 } : alarm,
    );
    await editor(page).getByRole('button', { name: 'Save' }).click();
    await editor(page).getByText('This was changed by another user. Reload before saving.').waitFor();
    await expect
      .poll(async () => {
        await editor(page).getByRole('button', { name: 'Load the stored version' }).click();
        return editor(page).getByRole('textbox', { name: 'Threshold' }).inputValue();
      }, soon)
      .toBe('97');
    await context.close();
  });

  it('switches an alarm from its line, and deletes one after asking', async () => {
    const { page, context } = await opened('/mt/cockpit?cockpit=1');
    await definitions(page).getByRole('switch', { name: 'Enable Link busy' }).click();
    await expect
      .poll(() => fixture.state.cockpit.cockpits[0]!.alarms.find(({ id }) => id === 12)!.enabled, soon)
      .toBe(false);
    await definitions(page).getByText('Link busy').click();
    await editor(page).getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete Link busy?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect.poll(() => fixture.state.cockpit.cockpits[0]!.alarms.length, soon).toBe(6);
    await expect.poll(() => editor(page).count(), soon).toBe(0);
    await context.close();
  });

  it('is read-only without the write permission, and says why', async () => {
    fixture.state.permissions = ['TEMPLATE.COCKPIT.read'];
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=11');
    const save = editor(page).getByRole('button', { name: 'Save' });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await editor(page).getByRole('textbox', { name: 'Threshold' }).fill('50');
    await page.keyboard.press('Enter');
    expect(fixture.state.cockpit.cockpits[0]!.alarms[0]!.threshold).toBe(90);
    await context.close();
  });
});

describe('thresholds of customers and elements', () => {
  it('are listed, set and removed, and an element shows where its threshold comes from', async () => {
    const { page, context, complaints } = await opened('/mt/cockpit?cockpit=1&alarm=11&tab=thresholds');
    const own = editor(page).getByRole('table', { name: 'Thresholds that override > 90%' });
    await own.getByRole('row', { name: /Cobalt Energy/ }).waitFor();
    await editor(page).getByRole('radio', { name: 'Element' }).check();
    await editor(page).getByLabel('Element', { exact: true }).last().fill('0/0/1');
    await page.getByRole('option', { name: /GigabitEthernet0\/0\/1/ }).click();
    const chain = editor(page).getByRole('list', { name: 'Source of the threshold' });
    await expect.poll(() => chain.getByRole('listitem').first().textContent(), soon).toContain('in force');
    await shot(page, 'cockpit-thresholds');
    await editor(page).getByRole('textbox', { name: 'Threshold' }).fill('60');
    await editor(page).getByRole('button', { name: 'Set' }).click();
    await own.getByRole('row', { name: /GigabitEthernet0\/0\/1.*60%/ }).waitFor();
    await own.getByRole('button', { name: 'Remove the threshold of Cobalt Energy' }).click();
    await expect.poll(() => own.getByRole('row', { name: /Cobalt/ }).count(), soon).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a backtest', () => {
  const panel = (page: Page) => editor(page).getByRole('region', { name: 'Backtest' });
  const figure = (page: Page, name: RegExp) => panel(page).getByRole('row', { name }).first();

  it('runs the draft, which need not be saved, beside the rule in force; the address holds what was asked', async () => {
    const { page, context, complaints } = await opened('/mt/cockpit?cockpit=1&alarm=11&tab=backtest');
    await editor(page).getByText('No result yet').waitFor();
    await editor(page).getByRole('button', { name: 'Run the backtest' }).click();
    await figure(page, /^Raised/).waitFor();
    expect(await panel(page).getByText('In force').count()).toBe(0);
    await shot(page, 'backtest-in-force');
    await editor(page).getByRole('tab', { name: 'Definition' }).click();
    await editor(page).getByRole('textbox', { name: 'Threshold' }).fill('70');
    await editor(page).getByRole('tab', { name: 'Backtest' }).click();
    await editor(page).getByText('The definition has changed since this run.').waitFor();
    await editor(page).getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Last 30 days' }).click();
    await editor(page).getByRole('button', { name: 'Run again' }).click();
    await panel(page).getByRole('heading', { name: 'Against the rule in force' }).waitFor();
    await panel(page)
      .getByRole('img', { name: /^Time in alarm over the period/ })
      .waitFor();
    await panel(page)
      .getByRole('table', { name: 'Sites that differ most' })
      .getByText('Lyon Part-Dieu')
      .waitFor();
    await panel(page).getByText('Timeline as a table').click();
    const { searchParams } = new URL(page.url());
    expect([...searchParams]).toEqual(
      expect.arrayContaining([
        ['tab', 'backtest'],
        ['period', '30d'],
        ['run', 'true'],
      ]),
    );
    expect(complaints).toEqual([]);
    await shot(page, 'backtest-difference');
    await context.close();
  });

  it('is opened and run by a link that knows the alarm only', async () => {
    const { page, context } = await opened('/mt/cockpit?alarm=12&tab=backtest&period=1d&run=true');
    await editor(page).getByRole('heading', { name: 'Link busy' }).waitFor();
    await figure(page, /^Raised/).waitFor();
    expect(new URL(page.url()).searchParams.get('cockpit')).toBe('1');
    await context.close();
  });

  it('can be given up; is refused in words that say what to do; needs a whole definition and a right period', async () => {
    const { cockpit } = fixture.state;
    cockpit.pending = [
      { state: 'waiting', ahead: 2 },
      { state: 'running', progress: 0.427 },
    ];
    cockpit.holds = true;
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=11&tab=backtest');
    await editor(page).getByRole('button', { name: 'Run the backtest' }).click();
    await editor(page).getByText('Waiting for 2 other backtests').waitFor();
    for (const { pending } of cockpit.backtests.values()) pending.shift();
    await editor(page).getByText('42% done').waitFor();
    const bar = editor(page).getByRole('progressbar', { name: 'Backtest' });
    expect(await bar.getAttribute('value')).toBe('42');
    await shot(page, 'backtest-running');
    await editor(page).getByRole('button', { name: 'Cancel' }).click();
    await editor(page).getByText('No result yet').waitFor();
    // The job itself was ended, and leaving the editor ends one as well.
    await expect.poll(() => cockpit.backtests.size, soon).toBe(0);
    await editor(page).getByRole('button', { name: 'Run the backtest' }).click();
    await expect.poll(() => cockpit.backtests.size, soon).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => cockpit.backtests.size, soon).toBe(0);
    await page.goto(`${fixture.url}/mt/cockpit?cockpit=1&alarm=11&tab=backtest`);
    cockpit.holds = false;
    cockpit.pending = [];
    fixture.state.cockpit.refusal = { code: 'COCKPIT_BACKTEST_BUSY', params: { seconds: 20 } };
    await editor(page).getByRole('button', { name: 'Run the backtest' }).click();
    await editor(page).getByText('Other backtests are running. Try again in 20 s.').waitFor();
    await shot(page, 'backtest-busy');
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('run')).toBe('true');
    await editor(page).getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'From … to …' }).click();
    await editor(page).getByLabel('From').fill('2026-09-01T00:00');
    await editor(page).getByLabel('To', { exact: true }).fill('2026-11-01T00:00');
    await editor(page).getByText('at most 30 days').first().waitFor();
    const run = editor(page).getByRole('button', { name: /^Run/ });
    expect(await run.getAttribute('aria-disabled')).toBe('true');
    await editor(page).getByLabel('From').fill('2026-10-20T00:00');
    await expect.poll(() => run.getAttribute('aria-disabled'), soon).toBeNull();
    await page.goto(`${fixture.url}/mt/cockpit?cockpit=1&alarm=new&tab=backtest`);
    await expect.poll(() => run.getAttribute('aria-disabled'), soon).toBe('true');
    await context.close();
  });
});

describe.each(['en', 'fr'] as const)('what only the server knows is said at its field, in %s', (language) => {
  const said = (code: ProblemCode) => problemText(code, language);
  const words = {
    en: { save: 'Save', kpi: 'KPI', threshold: 'Threshold', groups: 'Groups' },
    fr: { save: 'Enregistrer', kpi: 'KPI', threshold: 'Seuil', groups: 'Groupes' },
  }[language];
  const box = (page: Page) => page.getByRole('complementary');
  const input = (page: Page, name: string) =>
    box(page).getByRole('textbox', { name: new RegExp(`^${name}`) });

  /** Focus is there, the text is its description, and it is announced. */
  async function isSaidAt(page: Page, field: Locator, code: ProblemCode): Promise<void> {
    await box(page).getByRole('alert').getByText(said(code)).first().waitFor();
    await expect.poll(() => field.evaluate((one) => one === document.activeElement), soon).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const described = await field.evaluate((one) =>
      (one.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    );
    expect(described).toContain(said(code));
    expect(await box(page).locator('.tt-banner').count()).toBe(0);
  }

  it('of a backtest: when to try again, and what to ask for instead', async () => {
    const { run, busy, large } = {
      en: {
        run: /^Run/,
        busy: 'Other backtests are running. Try again in 20 s.',
        large:
          /^This backtest would evaluate 31.?104.?000 values, the maximum is 27.?000.?000\. Choose a shorter/,
      },
      fr: {
        run: /^(Lancer|Relancer)/,
        busy: 'D’autres tests rétroactifs sont en cours. Réessayez dans 20 s.',
        large:
          /^Ce test rétroactif porterait sur 31.?104.?000 valeurs, le maximum est 27.?000.?000\. Choisissez/,
      },
    }[language];
    const { cockpit } = fixture.state;
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=11&tab=backtest', { language });
    cockpit.refusal = { code: 'COCKPIT_BACKTEST_BUSY', params: { seconds: 20 } };
    await box(page).getByRole('button', { name: run }).click();
    await box(page).getByText(busy).waitFor();
    cockpit.refusal = {
      code: 'COCKPIT_BACKTEST_TOO_LARGE',
      params: { values: 31_104_000, max: 27_000_000 },
    };
    await box(page).getByRole('button', { name: run }).click();
    await box(page).getByText(large).waitFor();
    await shot(page, `backtest-too-large-${language}`);
    // Neither is an error: the request stands, and can be repeated.
    delete cockpit.refusal;
    await box(page).getByRole('button', { name: run }).click();
    await box(page).getByText('Lyon Part-Dieu').first().waitFor();
    expect(await box(page).getByText(busy).count()).toBe(0);
    await context.close();
  });

  it('of an alarm: its KPI, its threshold', async () => {
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=11', { language });
    const refusals = [
      ['kpi', 'COCKPIT_ALARM_DUPLICATE'],
      ['kpi', 'COCKPIT_KPI_ALTERNATIVES'],
      ['kpi', 'COCKPIT_SAME_TARGET'],
      ['threshold', 'THRESHOLD_INCORRECT'],
      ['threshold', 'THRESHOLDS_INVALID'],
    ] as const;
    for (const [index, [field, code]] of refusals.entries()) {
      const figure = 91 + index;
      await input(page, words.threshold).fill(String(figure));
      expect(await box(page).getByRole('alert').count()).toBe(0);
      fixture.state.cockpit.refused = refused([{ field, code }]);
      await box(page).getByRole('button', { name: words.save }).click();
      await isSaidAt(page, input(page, words[field]), code);
      if (code === 'COCKPIT_SAME_TARGET') await shot(page, `cockpit-refused-${language}`);
      // It stands until its subject has changed, and does not keep the user from trying again.
      fixture.state.cockpit.refused = undefined;
      await box(page).getByRole('button', { name: words.save }).click();
      await expect.poll(() => fixture.state.cockpit.cockpits[0]!.alarms[0]!.threshold, soon).toBe(figure);
      await expect.poll(() => box(page).getByText(said(code)).count(), soon).toBe(0);
    }
    await context.close();
  });

  it('an unnamed cockpit: where it can be named', async () => {
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=11', { language });
    await input(page, words.threshold).fill('93');
    fixture.state.cockpit.refused = [409, problemOf('COCKPIT_UNNAMED')];
    await box(page).getByRole('button', { name: words.save }).click();
    await box(page).getByRole('alert').getByText(said('COCKPIT_UNNAMED')).waitFor();
    await box(page)
      .getByRole('button', { name: language === 'en' ? 'Rename or describe' : 'Renommer ou décrire' })
      .click();
    const name = page.getByRole('dialog').getByRole('textbox').first();
    await expect.poll(() => name.inputValue(), soon).toBe('WAN access links');
    await context.close();
  });

  it('a name that exists, of a cockpit and of a group', async () => {
    const { page, context } = await opened('/mt/cockpit', { language });
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox').first();
    const saveIt = () => dialog.getByRole('button', { name: words.save }).click();
    await page.getByRole('button', { name: language === 'en' ? 'New cockpit' : 'Nouveau cockpit' }).click();
    await field.fill('Voice quality');
    await saveIt();
    await dialog.getByText(said('NAME_TAKEN')).first().waitFor();
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('Voice quality, again');
    await saveIt();
    await expect.poll(() => dialog.count(), soon).toBe(0);
    await page.goto(`${fixture.url}/mt/cockpit`);
    await page.getByRole('button', { name: words.groups }).click();
    await page.getByRole('button', { name: language === 'en' ? 'New group' : 'Nouveau groupe' }).click();
    const form = page.getByRole('dialog').last();
    await form.getByRole('textbox').first().fill('Core network team');
    await form.getByRole('button', { name: words.save }).click();
    await form.getByText(said('NAME_TAKEN')).first().waitFor();
    await expect
      .poll(
        () =>
          form
            .getByRole('textbox')
            .first()
            .evaluate((one) => one === document.activeElement),
        soon,
      )
      .toBe(true);
    await context.close();
  });

  it('an own threshold: at its value and at its element', async () => {
    const { page, context } = await opened('/mt/cockpit?cockpit=1&alarm=11&tab=thresholds', { language });
    const set = box(page).getByRole('button', { name: language === 'en' ? 'Set' : 'Définir' });
    await box(page).getByRole('textbox').first().fill('Cobalt');
    await page.getByRole('option', { name: /Cobalt/ }).click();
    await input(page, words.threshold).fill('70');
    fixture.state.cockpit.refused = refused([{ field: 'value', code: 'THRESHOLD_INCORRECT' }]);
    await set.click();
    await box(page).getByText(said('THRESHOLD_INCORRECT')).waitFor();
    const value = input(page, words.threshold);
    expect([await value.inputValue(), await value.getAttribute('aria-invalid')]).toEqual(['70', 'true']);
    expect(await value.evaluate((one) => one === document.activeElement)).toBe(true);
    fixture.state.cockpit.refused = refused([{ field: 'target.element', code: 'COCKPIT_THRESHOLD_TARGET' }]);
    await set.click();
    await box(page).getByText(said('COCKPIT_THRESHOLD_TARGET')).waitFor();
    expect(
      await box(page)
        .getByRole('textbox')
        .first()
        .evaluate((one) => one === document.activeElement),
    ).toBe(true);
    await context.close();
  });
});

describe('groups of restricted alarms', () => {
  it('are listed and made, with members', async () => {
    const { page, context } = await opened();
    await page.getByRole('button', { name: 'Groups' }).click();
    await page.getByText('Core network team').waitFor();
    await shot(page, 'cockpit-groups');
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByLabel('Name of the group').fill('Night shift');
    await page.getByRole('textbox', { name: 'Add a member' }).fill('noah');
    await page.getByRole('option', { name: /Noah Berg/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Night shift', { exact: true }).waitFor();
    expect(fixture.state.cockpit.groups.at(-1)).toMatchObject({ members: [{ id: 2 }] });
    await context.close();
  });
});

describe.each(looks)('in $theme, $language', ({ theme, language }) => {
  it.each([
    ['library', '/mt/cockpit', 'WAN access links'],
    ['cockpit', '/mt/cockpit?cockpit=1', 'Router restarted'],
    ['editor', '/mt/cockpit?cockpit=1&alarm=11', 'Router restarted'],
    ['own-thresholds', '/mt/cockpit?cockpit=1&alarm=11&tab=thresholds', 'Cobalt Energy'],
    ['backtest', '/mt/cockpit?cockpit=1&alarm=11&tab=backtest&run=true', 'Nantes Beaulieu'],
  ])('the %s has no fault of accessibility and nothing that moves', async (name, path, shown) => {
    const { page, context, complaints } = await opened(path, { theme, language });
    await page.evaluate(() => {
      const found = globalThis as unknown as { shifted: number };
      found.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) found.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.getByText(shown).first().waitFor();
    await shot(page, `cockpit-${name}-${theme}-${language}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    const shifted = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
    expect(shifted).toBeLessThan(0.02);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
