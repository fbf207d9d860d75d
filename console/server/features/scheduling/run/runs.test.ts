import { describe, expect, it } from 'vitest';
import type { RecipientResult } from '#schemas/scheduling/run.ts';
import type { TimedTrigger } from '#schemas/scheduling/trigger.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { dueRuns } from './due-schedules.ts';
import { sendingOutcome } from './recipients-of-run.ts';
import { renderingOutcome, type RenderedReport } from './rendering-outcome.ts';

const at = (text: string): Date => new Date(text);
const daily = { trigger: { kind: 'daily', hour: 8, minute: 0 }, timeZone: 'UTC' } as const;

describe('the runs that are due', () => {
  it.each([
    ['on time', '2026-01-05T08:00:04Z', ['2026-01-05T08:00:00.000Z', undefined], undefined],
    ['late', '2026-01-05T09:00:00Z', ['2026-01-05T08:00:00.000Z', 60], undefined],
    ['after one was missed', '2026-01-06T08:00:00Z', ['2026-01-06T08:00:00.000Z', undefined], 1],
    ['after a week', '2026-01-12T07:00:00Z', ['2026-01-11T08:00:00.000Z', 1_380], 6],
  ] as const)('%s are the last one, and the number of those before', (_, now, run, missed) => {
    const due = dueRuns(daily, at('2026-01-05T08:00:00Z'), at(now));
    expect([due.run?.at.toISOString(), due.run?.reason?.params['minutes']]).toEqual(run);
    expect(due.missed?.reason?.params['count']).toBe(missed);
  });

  it('are all missed when the last one is older than a day', () => {
    const trigger: TimedTrigger = { kind: 'weekly', days: [1], hour: 8, minute: 0 };
    const due = dueRuns({ trigger, timeZone: 'UTC' }, at('2026-01-05T08:00:00Z'), at('2026-01-14T08:00:00Z'));
    expect(due.run).toBeUndefined();
    expect(due.missed).toMatchObject({
      at: at('2026-01-12T08:00:00Z'),
      reason: { params: { count: 2, since: '2026-01-05T08:00:00.000Z' } },
    });
  });
});

const aReport = (changes: Partial<RenderedReport>): RenderedReport => ({
  id: 1,
  report_id: 7,
  format: 'pdf',
  state: 'waiting',
  attempts: 0,
  failure: null,
  detail: '',
  ...changes,
});

describe('a run that waits for its reports', () => {
  const [waiting, running] = [aReport({}), aReport({ state: 'running', attempts: 1 })];
  const done = aReport({ state: 'done' });
  it.each([
    ['continues while they wait', [waiting], 10 * MINUTE_MS, false, 'running'],
    ['fails when no process takes them', [waiting], 16 * MINUTE_MS, false, 'no-worker'],
    ['waits longer where processes are busy', [waiting], 16 * MINUTE_MS, true, 'running'],
    ['continues while one is rendered', [done, running], HOUR_MS, false, 'running'],
    ['fails when that takes too long', [done, running], 3 * HOUR_MS, true, 'slow'],
    [
      'fails with the first that fails',
      [aReport({ state: 'failed', failure: 'crashed' }), running],
      0,
      true,
      'rendering',
    ],
    ['ends when they are cancelled', [aReport({ state: 'cancelled' })], 0, true, 'cancelled'],
    ['mails them when all are done', [done, done], DAY_MS, false, 'done'],
  ] as const)('%s', (_, reports, waitedMs, hasWorker, expected) => {
    const outcome = renderingOutcome(reports, { waitedMs, hasWorker, nameOf: () => 'Levels' });
    expect(outcome.is === 'failed' ? outcome.reason.code : outcome.is).toBe(expected);
  });
});

describe('a run whose mails are sent', () => {
  const to = (state: RecipientResult['state']): RecipientResult => ({
    address: `${state}@example.net`,
    state,
    response: state === 'dead' ? '550 unknown' : '',
  });
  it.each([
    ['continues while one is retried', [to('delivered'), to('retrying')], false, undefined],
    ['continues while one is not attempted', [to('waiting')], false, undefined],
    ['is sent', [to('delivered'), to('delivered')], false, ['sent', undefined]],
    ['is sent to some', [to('delivered'), to('dead')], false, ['partly', 'dead@example.net: 550 unknown']],
    ['fails', [to('dead'), to('dropped')], false, ['failed', 'dead@example.net: 550 unknown']],
    ['gives up in the end', [to('retrying')], true, ['failed', 'retrying@example.net: no outcome']],
  ] as const)('%s', (_, results, isOverdue, expected) => {
    const outcome = sendingOutcome(results, { isOverdue, reason: null });
    expect(outcome && [outcome.state, outcome.reason?.params['detail']]).toEqual(expected);
  });

  it('that was made up late still says so', () => {
    const reason = { code: 'late', params: { minutes: 30 } } as const;
    expect(sendingOutcome([to('delivered')], { isOverdue: false, reason })).toEqual({
      state: 'sent',
      reason,
    });
  });
});
