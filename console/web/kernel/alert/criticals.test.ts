import { describe, expect, it } from 'vitest';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { noAlerts } from '#schemas/alerting/counts.ts';
import {
  countOfCriticals,
  criticalsOfCustomers,
  criticalsOfRows,
  newCriticals,
  startsBurst,
} from './criticals.ts';

const row = (id: string, change: Partial<AlarmRow> = {}): AlarmRow => ({
  id,
  alarm: 1,
  name: 'Link down',
  kpi: 'itf_oper',
  severity: 'critical',
  site: 1,
  siteName: 'Paris',
  element: 2,
  elementName: 'Gi0/0',
  elementKind: 'interface',
  operator: '>',
  threshold: 80,
  thresholdFrom: 'alarm',
  outliers: 1,
  measures: 1,
  recent: [90],
  window: 0,
  length: 300,
  since: 0,
  ...change,
});
const acknowledged = { by: 'Ben', at: 0, note: '', until: 1, untilWorse: false };
const silenced = { silence: 1, by: 'Ada', reason: 'works', until: 1 };

describe('unhandled criticals', () => {
  it('are neither acknowledged nor silenced, nor of another severity', () => {
    const rows = [
      row('1:1'),
      row('1:2', { acknowledged }),
      row('1:3', { silenced }),
      row('1:4', { severity: 'major' }),
    ];
    expect([...criticalsOfRows(rows).keys()]).toEqual(['1:1']);
  });

  it('across customers are counted by definition', () => {
    const definition = {
      alarm: 7,
      name: 'Link down',
      severity: 'critical',
      count: 5,
      unhandled: 3,
      oldest: 0,
    } as const;
    const customer = { customer: 4, name: 'Acme', clientId: 'C1', position: { epoch: 'a', seq: 1, at: 0 } };
    const byAlarm = [definition, { ...definition, alarm: 8, severity: 'major' as const }];
    const all = criticalsOfCustomers([{ ...customer, counts: noAlerts, byAlarm } as never]);
    expect([...all]).toEqual([['4:7', 3]]);
    expect(countOfCriticals(all)).toBe(3);
  });

  it.each([
    ['none before', [], [['a', 1]], 1],
    ['one more of a definition', [['a', 2]], [['a', 3]], 1],
    ['one cleared while another is raised', [['a', 1]], [['b', 1]], 1],
    [
      'one acknowledged',
      [
        ['a', 1],
        ['b', 1],
      ],
      [['a', 1]],
      0,
    ],
  ] as const)('are new: %s', (_what, before, after, expected) => {
    expect(newCriticals(new Map(before), new Map(after))).toBe(expected);
  });

  it.each([
    ['the first', undefined, 0, true],
    ['one ten seconds after the last', 5_000, 15_000, true],
    ['one in a burst', 5_000, 14_999, false],
  ] as const)('are signalled once per burst: %s', (_which, last, now, expected) => {
    expect(startsBurst(last, now)).toBe(expected);
  });
});
