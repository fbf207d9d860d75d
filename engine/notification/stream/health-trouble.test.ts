import { describe, expect, it } from 'vitest';
import type { HealthState } from '#schemas/health/component.ts';
import type { HealthReport } from '#schemas/health/report.ts';
import { healthNoticeTexts } from '#schemas/notification/health-notice.ts';
import { HealthTrouble, HealthTroubleState } from './health-trouble.ts';

const RULE = { windowMs: 60_000, calmMs: 60_000 };
type Report = readonly [from: number, until: number, id: string, state?: HealthState];

interface Options {
  /** No server reports from then until then. */
  readonly mute?: readonly [number, number];
  readonly restarts?: readonly number[];
}

/** What servers report at a second. */
const reportAt = (reports: readonly Report[], second: number): HealthReport => ({
  at: second * 1_000,
  components: reports
    .filter(([from, until]) => second >= from && second < until)
    .map(([, , id, state = 'critical']) => ({ id, state, reason: { code: 'responding', facts: {} } })),
});

/** As another process continues. */
function continued({ state }: HealthTrouble, atMs: number): HealthTrouble {
  const stored: unknown = JSON.parse(JSON.stringify(state ?? null));
  return new HealthTrouble(RULE, atMs, stored === null ? undefined : HealthTroubleState.parse(stored));
}

/** A report every five seconds, and a look each second until `seconds`. */
function watched(
  reports: readonly Report[],
  seconds: number,
  { mute = [0, 0], restarts = [] }: Options = {},
) {
  let trouble = new HealthTrouble(RULE, 0);
  const notices: (readonly [second: number, edge: string, parts: string])[] = [];
  for (let second = 0; second <= seconds; second += 1) {
    const atMs = second * 1_000;
    const isMute = second >= mute[0] && second < mute[1];
    if (second % 5 === 0 && !isMute) trouble.observe(reportAt(reports, second), atMs);
    if (restarts.includes(second)) trouble = continued(trouble, atMs);
    const notice = trouble.due(atMs);
    if (notice === undefined) continue;
    notices.push([second, notice.edge, notice.components.map(({ id }) => id).join(' ')]);
    trouble.markNotified(notice, atMs);
  }
  return notices;
}

describe('critical parts of the platform', () => {
  it.each<[string, readonly Report[], Options, ReturnType<typeof watched>]>([
    ['nothing', [], {}, []],
    ['nothing of a process that is back within half a minute', [[10, 35, 'processes.writer']], {}, []],
    ['nothing of warnings', [[10, 300, 'upkeep.backup', 'warning']], {}, []],
    ['nothing of streams, which have notices of their own', [[10, 300, 'streams.FLOWS']], {}, []],
    [
      'one after half a minute, and its end after a minute in order',
      [[10, 120, 'stores.clickhouse']],
      {},
      [
        [40, 'raise', 'stores.clickhouse'],
        [175, 'clear', 'stores.clickhouse'],
      ],
    ],
    [
      'parts that fail together as one notice, later ones a window after',
      [
        [10, 200, 'stores.postgres'],
        [10, 200, 'processes.engine'],
        [50, 200, 'processes.poller'],
      ],
      {},
      [
        [40, 'raise', 'stores.postgres processes.engine'],
        [100, 'raise', 'processes.poller'],
        [255, 'clear', 'stores.postgres processes.engine processes.poller'],
      ],
    ],
    [
      'a server that reports no more',
      [],
      { mute: [10, 200] },
      [
        [96, 'raise', 'processes.server'],
        [259, 'clear', 'processes.server'],
      ],
    ],
    [
      'the same once, also when another process continues',
      [[10, 120, 'stores.nats']],
      { restarts: [20, 60, 130] },
      [
        [40, 'raise', 'stores.nats'],
        [175, 'clear', 'stores.nats'],
      ],
    ],
  ])('are reported: %s', (_, reports, options, expected) => {
    expect(watched(reports, 300, options)).toEqual(expected);
  });

  it('are named with reason and what to do, in both languages', () => {
    const { en, fr } = healthNoticeTexts({
      is: 'health',
      edge: 'raise',
      components: [
        { id: 'stores.postgres', reason: { code: 'storeDown', facts: { error: 'timeout' } } },
        ...['a', 'b', 'c'].map((name) => ({
          id: `processes.poller ${name}`,
          reason: { code: 'silent' as const, facts: { ms: 9_000 } },
        })),
      ],
      correlation: 'health:1',
      sinceMs: 1,
      atMs: 2,
    });
    expect(en.title).toBe('Telltale is not in order: PostgreSQL, Poller a, Poller b, +1');
    expect(en.text).toMatch(/^PostgreSQL\. Does not respond: timeout\. Check that it runs/);
    expect(fr.title).toBe(
      'Telltale n’est pas en ordre\u00A0: PostgreSQL, Interrogateur a, Interrogateur b, +1',
    );
    expect(fr.text).toContain('Interrogateur c. Aucun signe de vie');
  });
});
