/** Source of the counters of a formula. A KPI has one formula per supporting source. */
export const scopes = ['snmp', 'vmanage', 'nuage', 'fortinet', 'flow', 'ipsla'] as const;
export type CounterScope = (typeof scopes)[number];

export const scopeLabels = {
  snmp: { en: 'SNMP', fr: 'SNMP' },
  vmanage: { en: 'Cisco vManage', fr: 'Cisco vManage' },
  nuage: { en: 'Nokia Nuage', fr: 'Nokia Nuage' },
  fortinet: { en: 'Fortinet', fr: 'Fortinet' },
  flow: { en: 'Flows', fr: 'Flux' },
  ipsla: { en: 'IP SLA probes', fr: 'Sondes IP SLA' },
} as const satisfies Record<CounterScope, { en: string; fr: string }>;
