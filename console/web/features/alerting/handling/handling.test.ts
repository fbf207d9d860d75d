import { describe, expect, it } from 'vitest';
import { aShownAlarm, aSite } from '../testing/alerts.ts';
import { alarmId, countHandled, expiries, isShown, undoneBy, untilOf } from './handling.ts';

const acknowledged = { by: 'Ada', at: 0, note: '', until: null, untilWorse: false };
const silenced = { silence: 1, by: 'Ada', reason: 'work', until: null };

describe('an acknowledgement made now', () => {
  it.each([
    ['clear', null],
    ['30min', 1_800_000],
    ['1h', 3_600_000],
    ['4h', 14_400_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
  ] as const)('for %s ends at %s', (expiry, until) => {
    expect(untilOf(expiry, 0)).toBe(until);
    expect(expiries).toContain(expiry);
  });
});

describe('the filter', () => {
  it.each([
    [{}, false, false, true],
    [{ acknowledged }, true, false, true],
    [{ acknowledged }, false, true, false],
    [{ silenced }, true, false, false],
    [{ acknowledged, silenced }, true, false, false],
    [{ acknowledged, silenced }, true, true, true],
  ])('of %j with acknowledged %s and silenced %s shows it: %s', (marks, first, second, expected) => {
    expect(isShown(marks, { acknowledged: first, silenced: second })).toBe(expected);
  });

  it('counts acknowledged and silenced alarms', () => {
    expect(countHandled([{}, { acknowledged }, { acknowledged, silenced }])).toEqual({
      acknowledged: 2,
      silenced: 1,
    });
  });
});

describe('Undo after acknowledging in bulk', () => {
  const row = (element: number, marks: object = {}) => ({
    ...aShownAlarm(0, aSite(0), 1_000),
    alarm: 1,
    element,
    id: `1:${String(element)}`,
    ...marks,
  });
  const other = { ...acknowledged, by: 'Ben' };
  const outcome = { by: 'Ada', done: [1, 2, 3, 4].map((element) => ({ alarm: 1, element })) };

  it.each([
    ['was acknowledged by it', row(1), row(1, { acknowledged }), true],
    ['is not shown as acknowledged yet', row(1), row(1), true],
    ['was acknowledged before', row(2, { acknowledged: other }), row(2, { acknowledged }), false],
    ['another operator has acknowledged since', row(3), row(3, { acknowledged: other }), false],
    ['has cleared', row(4), undefined, false],
    ['could not be acknowledged', row(5), row(5, { acknowledged }), false],
  ])('of one that %s', (_, before, now, isUndone) => {
    const rows = now === undefined ? [] : [now];
    expect(undoneBy(outcome, { before: [before], now: rows }).map(alarmId)).toEqual(
      isUndone ? [before.id] : [],
    );
  });
});
