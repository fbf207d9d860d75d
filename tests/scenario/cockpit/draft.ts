import type { AlarmDraft } from '#schemas/cockpit/cockpit.ts';

/** An alarm as a user writes it. */
export const anAlarmDraft = (change: Partial<AlarmDraft> = {}): AlarmDraft => ({
  label: 'Inbound saturation',
  kpi: 'itf_in_util',
  operator: '>',
  threshold: 90,
  severity: 'critical',
  outliers: 3,
  measures: 5,
  topology: { levels: ['site'], filter: '' },
  snmpTrap: false,
  enabled: true,
  visibility: 'everyone',
  groups: [],
  ...change,
});
