import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AlarmTransition, Evidence } from '#schemas/alerting/alert.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { openPage, type PageOptions } from './support/browser.ts';
import { fixtureOfFile } from './support/console-of-file.ts';
import { aSnapshot } from './fixture/fixture-data.ts';
import { looks } from './support/looks.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const { browser, fixture } = await fixtureOfFile();

const HOUR = 3_600_000;
beforeEach(() => {
  const { state } = fixture;
  state.signedIn = true;
  state.permissions = undefined;
  state.failing.clear();
  state.handled = [];
  const snapshot = aSnapshot(24, 12, Date.now());
  const [, second, third, fourth] = snapshot.alarms;
  state.snapshot = {
    ...snapshot,
    alarms: snapshot.alarms.map((alarm) => ({
      ...alarm,
      ...(alarm === second || alarm === fourth
        ? {
            acknowledged: {
              by: 'Ben Roy',
              at: Date.now() - HOUR,
              note: 'Carrier ticket 4711',
              until: Date.now() + 4 * HOUR,
              untilWorse: true,
            },
          }
        : {}),
      ...(alarm === third || alarm === fourth
        ? { silenced: { silence: 1, by: 'Ada Martin', reason: 'Fibre works', until: Date.now() + HOUR } }
        : {}),
    })),
  };
  state.silences = [
    {
      id: 2,
      customer: null,
      match: { alarms: [], severities: ['minor'], sites: [], elements: [] },
      reason: 'Platform upgrade',
      author: 'Ada Martin',
      startsAt: Date.now() + HOUR,
      endsAt: Date.now() + 2 * HOUR,
      recurrence: null,
      maintenance: false,
      version: 1,
      state: 'planned',
      next: [{ from: Date.now() + HOUR, until: Date.now() + 2 * HOUR }],
    },
    {
      id: 1,
      customer: 1,
      match: { alarms: [1], severities: [], sites: [1, 2], elements: [] },
      reason: 'Fibre works',
      author: 'Ben Roy',
      startsAt: Date.now() - HOUR,
      endsAt: null,
      recurrence: {
        every: 'week',
        interval: 1,
        weekdays: [2, 7],
        time: '02:00',
        minutes: 120,
        zone: 'Europe/Paris',
      },
      maintenance: false,
      version: 3,
      state: 'active',
      next: [{ from: Date.now() - HOUR, until: Date.now() + HOUR }],
    },
  ];
});

async function open(path: string, options: PageOptions = {}) {
  const opened = await openPage(browser, options);
  await opened.page.goto(`${fixture.url}${path}`);
  return opened;
}
const live = (page: Page) => page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
const grid = (page: Page) => page.getByRole('grid');
const rows = async (page: Page) => Number(await grid(page).getAttribute('aria-rowcount')) - 1;

describe('an alarm', () => {
  it('is acknowledged by keyboard, with a note, for a time, until it gets worse', async () => {
    const { page, context, complaints } = await open('/alert?customer=1&map=false');
    await grid(page).focus();
    await live(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: /Acknowledge “Link saturated”/ });
    await dialog.waitFor();
    await dialog.getByLabel('Note').fill('on my way');
    await dialog.getByRole('combobox', { name: 'For' }).click();
    await page.getByRole('option', { name: '4 hours', exact: true }).click();
    await dialog.getByRole('checkbox', { name: 'Only until the alarm gets worse' }).check();
    const sent = page.waitForRequest((request) => request.url().endsWith('/acknowledgement'));
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    const body = (await sent).postDataJSON() as { note: string; until: number; untilWorse: boolean };
    expect(body).toMatchObject({ note: 'on my way', untilWorse: true });
    expect(Math.abs(body.until - Date.now() - 4 * HOUR)).toBeLessThan(60_000);
    await dialog.waitFor({ state: 'detached' });
    await grid(page).getByText('Ada Martin').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is snoozed for an hour with s, and Undo reverts it', async () => {
    const { page, context } = await open('/alert?customer=1&map=false');
    await grid(page).focus();
    await live(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('combobox', { name: 'For' }).inputValue()).toBe('1 hour');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await grid(page).getByText('Ada Martin').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => grid(page).getByText('Ada Martin').count(), soon).toBe(0);
    await context.close();
  });

  it('that is acknowledged or silenced is marked in its row, by icon and text', async () => {
    const { page, context } = await open('/alert?customer=1&map=false');
    await grid(page).waitFor();
    expect(await grid(page).getByText('Ben Roy').count()).toBe(2);
    expect(await grid(page).getByText('Silenced', { exact: true }).count()).toBe(2);
    // Unhandled alarms stand first.
    const order = await grid(page).getByRole('row').allTextContents();
    expect(order.slice(-3).join()).toContain('Ben Roy');
    expect(order.slice(1, -3).join()).not.toContain('Ben Roy');
    await context.close();
  });

  it('shows its buttons beside the open details of another one, at 1440 pixels', async () => {
    const [first, second] = fixture.state.snapshot.alarms;
    const { page, context } = await open(`/alert?customer=1&map=false&open=${first!.id}`, { width: 1_440 });
    await page.getByRole('complementary', { name: /^Details of/ }).waitFor();
    await live(page);
    const row = grid(page).getByRole('row').filter({ hasText: second!.elementName }).first();
    await row.hover();
    const seen = (await grid(page).boundingBox())!;
    for (const name of [/^Acknowledge /, /^Locate /]) {
      const box = (await row.getByRole('button', { name }).boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(seen.x);
      expect(box.x + box.width).toBeLessThanOrEqual(seen.x + seen.width);
    }
    await shot(page, 'row-buttons-beside-details');
    await row.getByRole('button', { name: /^Acknowledge / }).click();
    await page.getByRole('dialog', { name: /^Acknowledge/ }).waitFor();
    await context.close();
  });

  it('is hidden by the filter of handled alarms, which is in the address and can be cleared', async () => {
    const { page, context } = await open('/alert?customer=1&map=false');
    await grid(page).waitFor();
    const group = page.getByRole('group', { name: 'Handled alarms' });
    await group.getByRole('button', { name: /Acknowledged/ }).click();
    await expect.poll(() => rows(page), soon).toBe(10);
    await group.getByRole('button', { name: /Silenced/ }).click();
    await expect.poll(() => rows(page), soon).toBe(9);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('acknowledged'), searchParams.get('silenced')]).toEqual(['false', 'false']);
    await context.close();
    const again = await open('/alert?customer=1&map=false&acknowledged=false&q=no-such-ticket');
    await again.page.getByRole('button', { name: 'Clear acknowledged alarms hidden' }).waitFor();
    await again.page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect.poll(() => rows(again.page), soon).toBe(12);
    await again.context.close();
  });

  it('shows author and note of its acknowledgement in its details, and can be unacknowledged', async () => {
    const { id, name } = fixture.state.snapshot.alarms[1]!;
    const { page, context } = await open(`/alert?customer=1&map=false&open=${id}`);
    const details = page.getByRole('complementary', { name: new RegExp(`Details of ${name}`) });
    await details.getByText('Carrier ticket 4711').waitFor();
    await details
      .getByText(/by Ben Roy/)
      .first()
      .waitFor();
    await live(page);
    await details.getByRole('button', { name: 'Unacknowledge' }).click();
    await expect.poll(() => details.getByText('Carrier ticket 4711').count(), soon).toBe(0);
    await context.close();
  });

  it.each([
    {
      ...{ theme: 'dark' as const, language: 'en' as const, details: /^Details of/, history: 'History' },
      lines: [
        /^MINMinorSeverity changedbefore: Critical/,
        /^Acknowledgement endedexpired/,
        /^Silence endedFibre works/,
        /^Silencedby Ada Martin · Fibre works/,
        /^Acknowledgedby Ben Roy · Carrier ticket 4711/,
      ],
    },
    {
      ...{ theme: 'light' as const, language: 'fr' as const, details: /^Détail de/, history: 'Historique' },
      lines: [
        /^MINMineureGravité modifiéeavant\u00A0: Critique/,
        /^Fin de l’acquittementarrivé à échéance/,
        /^Fin du silenceFibre works/,
        /^Mise en silencepar Ada Martin · Fibre works/,
        /^Acquittéepar Ben Roy · Carrier ticket 4711/,
      ],
    },
  ] as const)('shows in its history what became of it while it ran, in $language', async (reported) => {
    const { state } = fixture;
    const [first] = state.snapshot.alarms;
    const seconds = Math.floor(Date.now() / 1_000);
    const silenced = { silence: 1, by: 'Ada Martin', reason: 'Fibre works', until: Date.now() - HOUR };
    const acknowledged = {
      ...{ by: 'Ben Roy', at: Date.now() - 5 * HOUR, note: 'Carrier ticket 4711' },
      ...{ until: Date.now() - HOUR, untilWorse: false },
    };
    const evidence = {
      ...{ operator: first!.operator, threshold: 90, thresholdFrom: first!.thresholdFrom },
      ...{ outliers: 3, measures: 5, length: 300, windows: [] },
    };
    const event = (
      edge: AlarmTransition,
      cause: string,
      marks: Pick<Evidence, 'acknowledged' | 'silenced'>,
    ) => ({
      ...{ event: `${edge}-${cause}`, edge, severity: 'minor' as const, cause, at: seconds - 600 },
      happened: (seconds - 420) * 1_000,
      ...{ value: 0, threshold: 90, evidence: { ...evidence, ...marks } },
    });
    state.handled = [
      event('change', 'critical', {}),
      event('unacknowledge', 'expired', { acknowledged }),
      event('unsilence', 'silence', { silenced }),
      event('silence', 'silence', { silenced }),
      event('acknowledge', 'user', { acknowledged }),
    ];
    const { theme, language } = reported;
    const path = `/alert?customer=1&map=false&open=${first!.id}`;
    const { page, context, complaints } = await open(path, { theme, language, height: 1_300 });
    const details = page.getByRole('complementary', { name: reported.details });
    const lines = details.getByRole('list').filter({ hasText: 'Fibre works' }).getByRole('listitem');
    await details.getByRole('heading', { name: reported.history }).scrollIntoViewIfNeeded();
    const texts = await lines.allTextContents();
    await shot(page, `history-${theme}-${language}`);
    for (const [at, line] of reported.lines.entries()) expect(texts[at]).toMatch(line);
    if (language === 'en') expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('cannot be acknowledged with the read permission alone, with the reason shown', async () => {
    fixture.state.permissions = ['ALERT.read'];
    const { page, context } = await open('/alert?customer=1&map=false');
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('a');
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/Alerting: Write/)
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });

  it('stays unchanged when the server rejects, and the form stays open', async () => {
    fixture.state.failing.add(
      `/customers/1/alert/${fixture.state.snapshot.alarms[0]!.id.replace(':', '/')}/acknowledgement`,
    );
    const { page, context } = await open('/alert?customer=1&map=false');
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('a');
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/could not be loaded/)
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await context.close();
  });
});

describe('silences', () => {
  it('are reached from the alerts, and listed with scope, period and author', async () => {
    const { page, context, complaints } = await open('/alert?customer=1&map=false');
    await page.getByRole('link', { name: 'Silences' }).click();
    await page.getByRole('heading', { name: 'Silences' }).waitFor();
    const active = grid(page).getByRole('row', { name: /Fibre works/ });
    await active.waitFor();
    const reported = (await active.textContent())?.replaceAll('\u00a0', ' ');
    for (const part of [
      'Active',
      'Link saturated',
      'Paris, Lyon',
      'Tue, Sun at 02:00 for 2 h, Europe/Paris',
      'Ben Roy',
    ])
      expect(reported).toContain(part);
    expect(
      await grid(page)
        .getByRole('row', { name: /Platform upgrade/ })
        .textContent(),
    ).toContain('every customer');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are created from an alarm, which the form preselects', async () => {
    const { page, context } = await open('/alert?customer=1&map=false&open=1:100');
    await page.getByRole('link', { name: 'Silence…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Silence alarms' });
    await dialog.getByText('Link saturated').first().waitFor();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Enter a reason').first().waitFor();
    await dialog.getByLabel('Reason').fill('Router swap');
    const sent = page.waitForRequest(
      (request) => request.url().endsWith('/customers/1/silence') && request.method() === 'POST',
    );
    await dialog.getByRole('button', { name: 'Create' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      reason: 'Router swap',
      match: { alarms: [1], sites: [1], elements: [100] },
      recurrence: null,
    });
    // Back at the alarm, with its details.
    await page.waitForURL(({ searchParams }) => searchParams.get('open') === '1:100');
    await page.getByRole('link', { name: 'Silences' }).click();
    await grid(page).getByText('Router swap').waitFor();
    await context.close();
  });

  it('that come again show their next times before they are saved', async () => {
    const { page, context } = await open('/alert/silence?customer=1');
    await page.getByRole('button', { name: 'New silence' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Backup');
    await dialog.getByRole('combobox', { name: 'Repeats' }).click();
    await page.getByRole('option', { name: 'Every week' }).click();
    await dialog.getByRole('region', { name: 'Next occurrences' }).getByRole('listitem').nth(2).waitFor();
    await dialog.getByRole('checkbox', { name: 'Sunday' }).uncheck();
    await expect.poll(() => dialog.getByRole('region', { name: 'Next occurrences' }).count(), soon).toBe(0);
    await dialog.getByRole('checkbox', { name: 'Tuesday' }).check();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await dialog.getByRole('button', { name: 'Create' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      endsAt: null,
      recurrence: { every: 'week', weekdays: [2], time: '02:00', minutes: 120 },
    });
    await context.close();
  });

  it('end after a confirmation that states the effect', async () => {
    const { page, context } = await open('/alert/silence?customer=1');
    await grid(page).getByRole('button', { name: 'End “Fibre works” now' }).click();
    const dialog = page.getByRole('dialog', { name: 'End “Fibre works”?' });
    await dialog.getByText(/^Notifications of its alarms resume now/).waitFor();
    await dialog.getByRole('button', { name: 'End now' }).click();
    await expect.poll(() => grid(page).getByText('Fibre works').count(), soon).toBe(0);
    await context.close();
  });

  it('of the provider cannot be changed by a customer’s operator, with the reason shown', async () => {
    fixture.state.permissions = ['ALERT.read'];
    const { page, context } = await open('/alert/silence?customer=1');
    const button = page.getByRole('button', { name: 'New silence' });
    await button.waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await context.close();
  });

  it('are not created from an alarm, nor by an address, without the permission', async () => {
    fixture.state.permissions = ['ALERT.read'];
    const { page, context } = await open('/alert/silence?customer=1&alarm=1&site=1');
    await page.getByRole('button', { name: 'New silence' }).waitFor();
    await grid(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goto(`${fixture.url}/alert?customer=1&map=false&open=1:100`);
    const button = page.getByRole('button', { name: 'Silence…' });
    await button.waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await context.close();
  });
});

describe('the screens of acknowledgements and silences', () => {
  const screens = [
    { name: 'handled', path: '/alert?customer=1&map=false', ready: '.tt-handling-mark', press: undefined },
    {
      name: 'handled-details',
      path: '/alert?customer=1&open=4:103',
      ready: '.tt-handling-facts',
      press: undefined,
    },
    {
      name: 'acknowledge',
      path: '/alert?customer=1&map=false',
      ready: '[role="dialog"] textarea',
      press: 'a',
    },
    { name: 'silences', path: '/alert/silence?customer=1', ready: '.tt-silence-state', press: undefined },
    {
      name: 'silence-form',
      path: '/alert/silence?customer=1&alarm=1&site=2',
      ready: '.tt-silence-preview',
      press: undefined,
    },
  ] as const;
  for (const { name, path, ready, press } of screens)
    for (const look of looks)
      it(`${name}, ${look.theme}, ${look.language}: readable by all`, async () => {
        const { page, context, complaints } = await open(path, look);
        if (press !== undefined) {
          await grid(page).focus();
          await page.keyboard.press('ArrowDown');
          await page.keyboard.press(press);
        }
        await page.locator(ready).first().waitFor();
        await shot(page, `${name}-${look.theme}-${look.language}`);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(complaints).toEqual([]);
        await context.close();
      });
});
