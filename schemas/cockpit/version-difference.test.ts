import { describe, expect, it } from 'vitest';
import { defaultClearing } from './clearing.ts';
import type { CockpitDocument, DocumentAlarm } from './version.ts';
import { cockpitDifference, isSameDocument } from './version-difference.ts';

const alarm = (id: number, change: Partial<DocumentAlarm> = {}): DocumentAlarm => ({
  id,
  version: 1,
  label: `Alarm ${String(id)}`,
  kpi: 'itf_in_util',
  operator: '>',
  threshold: 90,
  severity: 'critical',
  outliers: 3,
  measures: 5,
  ...defaultClearing,
  topology: { levels: ['site', 'device'], filter: '' },
  snmpTrap: false,
  enabled: true,
  visibility: 'everyone',
  groups: [],
  thresholds: [],
  ...change,
});
const document = (...alarms: DocumentAlarm[]): CockpitDocument => ({
  name: 'Lines',
  description: '',
  alarms,
});
const ofCustomer = (customer: number, value: number) => ({ target: { customer }, value });

describe('the difference of two versions', () => {
  it.each<[string, Partial<DocumentAlarm>, readonly string[]]>([
    ['operator, threshold and period are one condition', { operator: '<', outliers: 2 }, ['condition']],
    ['the kind of element belongs to the KPI', { target: 'site' }, ['kpi']],
    ['groups belong to the visibility', { visibility: 'RESTRICTED', groups: [1] }, ['visibility']],
    ['an absent runbook is an empty one', { runbook: '' }, []],
    ['locations have no order', { topology: { levels: ['device', 'site'], filter: '' } }, []],
    ['the version of an alarm is not its content', { version: 7 }, []],
  ])('%s', (_, change, parts) => {
    const [from, to] = [document(alarm(1)), document(alarm(1, change))];
    expect(cockpitDifference(from, to, new Map()).alarms.flatMap((one) => one.parts)).toEqual(parts);
    expect(isSameDocument(from, to)).toBe(parts.length === 0);
  });

  it('matches alarms by id and leaves out thresholds of targets without a name', () => {
    const from = document(alarm(1), alarm(2, { thresholds: [ofCustomer(5, 70), ofCustomer(6, 70)] }));
    const to = document(alarm(2, { thresholds: [ofCustomer(5, 80), ofCustomer(6, 80)] }), alarm(3));
    const { alarms } = cockpitDifference(from, to, new Map([['customer 5', 'Acme']]));
    expect(alarms).toMatchObject([
      { before: { id: 1 }, after: null },
      { parts: [], thresholds: [{ of: 'customer', name: 'Acme', before: 70, after: 80 }] },
      { before: null, after: { id: 3 } },
    ]);
    expect(isSameDocument(from, { ...from, alarms: from.alarms.toReversed() })).toBe(true);
  });
});
