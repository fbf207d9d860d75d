import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  cancelBacktest,
  readBacktest,
  startBacktest,
  type BacktestResult,
} from '#schemas/cockpit/backtest-routes.ts';
import { cockpitRoutes } from '#web/routes/pages/cockpit.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply, type Reply } from '#web/testing/replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { cockpitReplies } from '../testing/cockpits.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...cockpitRoutes);

const id = '00000000-0000-4000-8000-000000000001';
const DAY = 86_400;
const until = 1_790_000_000;
const place = { customer: 2, site: 11, siteName: 'Lyon Part-Dieu', customerName: 'Borealis Bank' };

const figures = (minutes: number): BacktestResult['figures'] => ({
  raises: 60,
  clears: 58,
  flaps: 7,
  minutes,
  elements: 23,
  running: 2,
  explained: 4,
  incidents: 3,
  severities: [],
  sites: [{ ...place, raises: 30, minutes, elements: 3 }],
  timeline: Array.from({ length: 168 }, (_, at) => ({
    at: until - 7 * DAY + at * 3_600,
    minutes: (at % 24) * 4,
    raises: at % 2,
    clears: at % 2,
  })),
});

const result: BacktestResult = {
  windowSeconds: 300,
  from: until - 7 * DAY,
  until,
  bucketSeconds: 3_600,
  elements: 412,
  values: 810_000,
  windows: 830_000,
  figures: figures(4_200),
  inForce: null,
  difference: null,
};
const compared: BacktestResult = {
  ...result,
  inForce: figures(1_800),
  difference: {
    gained: 31,
    lost: 0,
    bothMinutes: 1_800,
    draftMinutes: 4_200,
    inForceMinutes: 0,
    sites: [{ ...place, draftMinutes: 4_200, inForceMinutes: 1_800 }],
  },
};

const done: readonly Reply[] = [
  reply(startBacktest, { id }),
  reply(readBacktest, { state: 'done', result }),
  reply(cancelBacktest, {}),
];
const open = (search: string, replies: readonly Reply[] = [], language: 'en' | 'fr' = 'en') =>
  renderPage(`/mt/cockpit?${search}`, { replies: [...cockpitReplies(), ...done, ...replies], language });
const ofAlarm = 'cockpit=1&alarm=11&tab=backtest';
const editor = page.getByRole('complementary', { name: /^(Alarm |New alarm|Alarme )/ });
const panel = editor.getByRole('region', { name: 'Backtest' });
const run = editor.getByRole('button', { name: /^(Run|Lancer|Relancer)/ });
const busy = problem('COCKPIT_BACKTEST_BUSY', { params: { seconds: 20 } });

describe('a backtest', () => {
  it('runs the draft, which need not be saved, next to the rule in force; the address holds the query', async () => {
    const { server, search } = await open(ofAlarm);
    await expectVisible(editor.getByText('No result yet'));
    await editor.getByRole('button', { name: 'Run the backtest' }).click();
    await expectVisible(panel.getByRole('row', { name: /^Raised/ }));
    expect(panel.getByText('In force').elements()).toHaveLength(0);
    await editor.getByRole('tab', { name: 'Definition' }).click();
    await editor.getByRole('textbox', { name: 'Threshold' }).fill('70');
    await editor.getByRole('tab', { name: 'Backtest' }).click();
    await expectVisible(editor.getByText('The definition has changed since this run.'));
    await editor.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Last 30 days' }).click();
    server.set(reply(readBacktest, { state: 'done', result: compared }));
    await editor.getByRole('button', { name: 'Run again' }).click();
    await expectVisible(panel.getByRole('heading', { name: 'Against the rule in force' }));
    await expectVisible(panel.getByRole('img', { name: /^Time in alarm over the period/ }));
    await expectVisible(
      panel.getByRole('table', { name: 'Sites that differ most' }).getByText('Lyon Part-Dieu'),
    );
    await panel.getByText('Timeline as a table').click();
    expect(await axeFaults()).toEqual([]);
    expect(Object.fromEntries(search())).toMatchObject({ tab: 'backtest', period: '30d', run: 'true' });
    const { from, to, draft } = server.received(startBacktest).at(-1)!.body;
    expect([Math.round((to - from) / DAY), draft?.threshold]).toEqual([30, 70]);
  });

  atNight('is opened and run by a link that knows the alarm only', async () => {
    const { search } = await open('alarm=12&tab=backtest&period=1d&run=true');
    await expectVisible(editor.getByRole('heading', { name: 'Link busy' }));
    await expectVisible(panel.getByRole('row', { name: /^Raised/ }));
    expect(search().get('cockpit')).toBe('1');
  });

  atNight('shows its progress, and is cancelled on request', async () => {
    const { server } = await open(ofAlarm, [reply(readBacktest, { state: 'waiting', ahead: 2 })]);
    await editor.getByRole('button', { name: 'Run the backtest' }).click();
    await expectVisible(editor.getByText('Waiting for 2 other backtests'));
    server.set(reply(readBacktest, { state: 'running', progress: 0.427 }));
    await expectVisible(editor.getByText('42% done'));
    await expect
      .element(editor.getByRole('progressbar', { name: 'Backtest' }))
      .toHaveAttribute('value', '42');
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await expectVisible(editor.getByText('No result yet'));
    await expect.poll(() => server.received(cancelBacktest).length).toBe(1);
  });

  atNight(
    'is found again by the page that was reloaded, also while the server restarts; what has ended can be run again',
    async () => {
      const body = { customer: null, from: until - 7 * DAY, to: until, alarm: 11 };
      const running = '00000000-0000-4000-8000-000000000002';
      const retained = { id: running, place: '11', prompt: '["7d",null,null,null]', body, atMs: Date.now() };
      sessionStorage.setItem('telltale.backtest', JSON.stringify(retained));
      const { server } = await open(`${ofAlarm}&run=true`, [
        reply(readBacktest, problem('UNAVAILABLE', { params: { tier: 'engine' } })),
      ]);
      await expect.poll(() => server.received(readBacktest).length).toBe(1);
      server.set(reply(readBacktest, { state: 'running', progress: 0.5 }));
      await expectVisible(editor.getByText('50% done'));
      server.set(reply(readBacktest, problem('COCKPIT_BACKTEST_ENDED')));
      await expectVisible(editor.getByText(/^The backtest has ended without a result/));
      expect(server.received(startBacktest)).toHaveLength(0);
      server.set(reply(readBacktest, { state: 'done', result }));
      await run.click();
      await expectVisible(panel.getByRole('row', { name: /^Raised/ }));
      expect(sessionStorage.getItem('telltale.backtest')).toContain('doneMs');
    },
  );

  atNight('is cancelled when its editor closes', async () => {
    const { server } = await open(ofAlarm, [reply(readBacktest, { state: 'waiting', ahead: 0 })]);
    await editor.getByRole('button', { name: 'Run the backtest' }).click();
    await expect.poll(() => server.received(readBacktest).length).toBeGreaterThan(0);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => server.received(cancelBacktest).length).toBe(1);
  });

  atNight('needs a valid period of at most 30 days', async () => {
    await open(ofAlarm);
    await editor.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Custom', exact: true }).click();
    await editor.getByLabelText('From').fill('2026-09-01T00:00');
    await editor.getByLabelText('To', { exact: true }).fill('2026-11-01T00:00');
    await expectVisible(editor.getByText('at most 30 days'));
    await expect.element(run).toHaveAttribute('aria-disabled', 'true');
    await editor.getByLabelText('From').fill('2026-10-20T00:00');
    await expect.element(run).not.toHaveAttribute('aria-disabled');
  });

  atNight('needs a complete definition', async () => {
    await open('cockpit=1&alarm=new&tab=backtest');
    await expect.element(run).toHaveAttribute('aria-disabled', 'true');
  });

  atNight.each([
    [
      'en',
      'Other backtests are running. Try again in 20 s.',
      /^This backtest would evaluate 31.?104.?000 values, the maximum is 27.?000.?000\. Choose a shorter/,
    ],
    [
      'fr',
      'D’autres tests rétroactifs sont en cours. Réessayez dans 20 s.',
      /^Ce test rétroactif porterait sur 31.?104.?000 valeurs, le maximum est 27.?000.?000\. Choisissez/,
    ],
  ] as const)('says when to try again, and what to request instead, in %s', async (language, wait, large) => {
    const { server, search } = await open(ofAlarm, [reply(startBacktest, busy)], language);
    await run.click();
    await expectVisible(editor.getByText(wait));
    expect(search().get('run')).toBe('true');
    server.set(
      reply(
        startBacktest,
        problem('COCKPIT_BACKTEST_TOO_LARGE', { params: { values: 31_104_000, max: 27_000_000 } }),
      ),
    );
    await run.click();
    await expectVisible(editor.getByText(large));
    // Neither is an error: the request stays and can be repeated.
    server.set(reply(startBacktest, { id }));
    await run.click();
    await expectVisible(editor.getByText('Lyon Part-Dieu'));
    await expectHidden(editor.getByText(wait));
  });
});
