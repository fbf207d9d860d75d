import { describe, expect, it } from 'vitest';
import type { AlarmRow } from './alert.ts';
import {
  alertCountsOf,
  definitionCountsOf,
  isUnhandled,
  noAlerts,
  sumOfDefinitions,
  totalCounts,
} from './counts.ts';

const acknowledged = { by: 'x', at: 0, note: '', until: null, untilWorse: false };
const silenced = { silence: 1, by: 'x', reason: '', until: null };
const row = (alarm: number, severity: AlarmRow['severity'], more: Partial<AlarmRow> = {}) => ({
  alarm,
  name: `Alarm ${String(alarm)}`,
  severity,
  since: 100,
  ...more,
});
const rows = [
  row(2, 'major', { since: 300 }),
  row(1, 'critical', { acknowledged }),
  row(1, 'critical', { since: 50 }),
  row(3, 'minor', { silenced }),
];

describe('counts of running alarms', () => {
  it.each([
    ['without marks', {}, true],
    ['acknowledged', { acknowledged }, false],
    ['silenced', { silenced }, false],
    ['acknowledged and silenced', { acknowledged, silenced }, false],
  ])('call an alarm %s unhandled: %#', (_, marks, expected) => {
    expect(isUnhandled(marks)).toBe(expected);
  });

  it('are by severity, with those that are unhandled and the start of the oldest', () => {
    expect(alertCountsOf(rows)).toEqual({ critical: 2, warning: 1, minor: 1, unhandled: 2, oldest: 50 });
    expect(alertCountsOf([])).toEqual(noAlerts);
  });

  it('by definition add up to the same counts', () => {
    expect(definitionCountsOf(rows)).toEqual([
      { alarm: 1, name: 'Alarm 1', severity: 'critical', count: 2, unhandled: 1, oldest: 50 },
      { alarm: 2, name: 'Alarm 2', severity: 'major', count: 1, unhandled: 1, oldest: 300 },
      { alarm: 3, name: 'Alarm 3', severity: 'minor', count: 1, unhandled: 0, oldest: 100 },
    ]);
    expect(sumOfDefinitions(definitionCountsOf(rows))).toEqual(alertCountsOf(rows));
  });

  it('of several customers are summed by the names of the specification', () => {
    const customers = [
      { counts: alertCountsOf(rows) },
      { counts: noAlerts },
      { counts: alertCountsOf(rows) },
    ];
    expect(totalCounts(customers)).toEqual({
      nbCritical: 4,
      nbWarning: 2,
      nbMinor: 2,
      nbUnhandled: 4,
      customers,
    });
  });
});
