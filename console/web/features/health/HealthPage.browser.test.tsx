import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HealthComponent } from '#schemas/health/component.ts';
import { listHealthChanges, readHealth, readHealthFigures } from '#schemas/health/routes.ts';
import { healthRoutes } from '#web/routes/pages/health.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';

const renderPage = pageRenderer(...healthRoutes);
/** Strips move by the minute: what began between two would have lasted for a minute less. */
const now = Math.floor(Date.now() / 60_000) * 60_000;

const part = (id: string, change: Partial<HealthComponent> = {}): HealthComponent => ({
  id,
  group: id.slice(0, id.indexOf('.')) as HealthComponent['group'],
  name: id.slice(id.indexOf('.') + 1),
  state: 'ok',
  reason: { code: 'running', facts: {} },
  since: now - HOUR_MS,
  readAt: now,
  figures: {},
  release: null,
  ...change,
});

const components: readonly HealthComponent[] = [
  part('processes.engine', { figures: { cpu: 12, memory: 300_000_000, restarts: 0 }, release: '1.2.3' }),
  part('processes.writer', { state: 'critical', reason: { code: 'silent', facts: { ms: 9_000 } } }),
  part('processes.sdwan', { state: 'unknown', reason: { code: 'notRunning', facts: {} }, since: null }),
  part('stores.postgres', { state: 'warning', reason: { code: 'storeSlow', facts: { ms: 1_500 } } }),
  part('upkeep.license', { reason: { code: 'licenseValid', facts: { day: '2027-11-30' } } }),
];

const open = (language: 'en' | 'fr' = 'en', search = '', list = components) =>
  renderPage(`/mt/health${search}`, {
    language,
    replies: [
      reply(readHealth, { at: now, components: [...list] }),
      reply(listHealthChanges, {
        from: now - 31 * 24 * HOUR_MS,
        changes: [
          {
            component: 'processes.writer',
            at: now - 60 * HOUR_MS,
            state: 'ok',
            reason: { code: 'running', facts: {} },
          },
          {
            component: 'processes.writer',
            at: now - 2 * HOUR_MS,
            state: 'critical',
            reason: { code: 'silent', facts: { ms: 7_000 } },
          },
        ],
      }),
      reply(readHealthFigures, {
        recent: [0, 1, 2].map((at) => ({ at: now - (2 - at) * 10_000, figures: { cpu: 10 + at } })),
        month: [],
      }),
    ],
  });

describe('health monitoring', () => {
  it('says of each part why it is in its state, since when and what to do; details have figures, charts and changes', async () => {
    await open();
    await expectVisible(page.getByText(/No heartbeat for 9.s: the process has ended or hangs\./));
    await expectVisible(page.getByText(/It is started again by itself/));
    await expectVisible(page.getByText('Valid until 2027-11-30.'));
    expect(await axeFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Engine' }).click();
    const details = page.getByRole('complementary', { name: 'Engine' });
    await expectVisible(details.getByText('1.2.3'));
    await expectVisible(details.getByRole('img', { name: /CPU of one core: from 10\s?%/ }));
    await expectVisible(details.getByText('No change in the last 31 days.'));
    expect(await axeFaults()).toEqual([]);
  });

  it('shows by the arrow keys what each of 30 days had', async () => {
    await open();
    const strip = page.getByRole('slider', { name: 'Last 30 days of Writer' });
    await expect.element(strip).toHaveAttribute('aria-valuetext', expect.stringMatching(/Critical for 2.h/));
    (strip.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(strip).toHaveAttribute('aria-valuetext', expect.stringMatching(/: In order$/));
    await userEvent.keyboard('{Home}');
    await expect.element(strip).toHaveAttribute('aria-valuetext', expect.stringMatching(/nothing recorded$/));
  });

  it('shows only what is not in order, in French too', async () => {
    await open('fr', '?notable=true');
    await expectVisible(page.getByRole('button', { name: 'Écriture' }));
    expect(page.getByRole('button', { name: 'Moteur' }).elements()).toEqual([]);
    await expectVisible(page.getByText(/Répond lentement/));
  });

  it('says that everything is in order, unless something is unknown', async () => {
    await open('en', '?notable=true', [part('processes.engine')]);
    await expectVisible(page.getByText('Everything is in order'));
    const unknown = part('path.storing-flows', {
      state: 'unknown',
      reason: { code: 'noRows', facts: { ms: 360_000 } },
    });
    await open('en', '?notable=true', [part('processes.engine'), unknown]);
    await expectVisible(page.getByText('What was judged is in order. 1 part is unknown.'));
  });

  it('says how long ago the figures of a part were read', async () => {
    await open('en', '?open=processes.engine', [part('processes.engine', { readAt: Date.now() - 150_000 })]);
    await expectVisible(page.getByText(/^2.min.30.s ago$|^2.min ago$|^2.min.3\d.s ago$/));
  });
});
