import { describe, expect, it } from 'vitest';
import { anAlarmDraft } from '#tests/fixtures/cockpit-draft.ts';
import { libraryDirectory } from '../../kpi/directory.ts';
import type { Alarm } from '../cockpit.ts';
import { levelPairs } from './level-pairs.ts';

const alarm = (id: number, change: Partial<Alarm>): Alarm => ({
  ...anAlarmDraft({ operator: '>=' }),
  id,
  version: 1,
  author: null,
  updatedAt: 0,
  ownThresholds: { customers: 0, elements: 0 },
  ...change,
});
const at80 = alarm(1, { label: 'Utilisation', severity: 'major', threshold: 80 });
const at95 = alarm(2, { label: 'Saturation', severity: 'critical', threshold: 95 });
const pairsOf = (...alarms: readonly Alarm[]) =>
  levelPairs(alarms, libraryDirectory).map(({ milder, worse, levels }) => [milder.id, worse.id, levels]);

describe('two alarms of a cockpit', () => {
  it('that differ in label, severity and threshold alone could be one with a level, in any order', () => {
    expect(pairsOf(at80, at95)).toEqual([[1, 2, { critical: 95 }]]);
    expect(pairsOf(at95, at80)).toEqual([[1, 2, { critical: 95 }]]);
  });

  it('become one with both levels, one pair after the other', () => {
    const at70 = alarm(3, { severity: 'minor', threshold: 70 });
    expect(pairsOf(at70, at80, at95)).toEqual([[3, 1, { major: 80 }]]);
    expect(pairsOf({ ...at70, levels: { major: 80 } }, at95)).toEqual([[3, 2, { major: 80, critical: 95 }]]);
  });

  it.each<[string, Partial<Alarm>]>([
    ['another KPI', { kpi: 'itf_out_util' }],
    ['another operator', { operator: '<' }],
    ['another period', { outliers: 1, measures: 1 }],
    ['another hold time', { clearAfter: 4 }],
    ['another visibility', { visibility: 'RESTRICTED', groups: [1] }],
    ['a nearer threshold', { threshold: 70 }],
    ['the same severity', { severity: 'major' }],
    ['its own thresholds', { ownThresholds: { customers: 0, elements: 1 } }],
    ['bounds for customers', { customerBounds: { min: 1, max: 99 } }],
    ['levels already', { severity: 'minor', levels: { critical: 99 } }],
    ['a runbook of its own', { runbook: 'Call the carrier' }],
    ['traps of its own', { snmpTrap: true }],
    ['been switched off', { enabled: false }],
  ])('stay two where the worse one has %s', (_, change) => {
    expect(pairsOf(at80, { ...at95, ...change })).toEqual([]);
  });
});
