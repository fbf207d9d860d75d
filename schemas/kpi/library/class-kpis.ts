import type { Kpi } from '../kpi.ts';

const RATIO = 'after spatial and temporal';

/** Classes of service. */
export const classKpis = {
  cos_in_bps: {
    id: 25,
    unit: 'bps',
    aggregation: 'average',
    element: 'class',
    strategy: RATIO,
    formulas: { snmp: '8 * rate(class_offered_octets)' },
    en: 'Offered class throughput',
    fr: 'Débit offert par classe',
  },
  cos_out_bps: {
    id: 26,
    unit: 'bps',
    aggregation: 'average',
    element: 'class',
    strategy: RATIO,
    formulas: { snmp: '8 * rate(class_sent_octets)' },
    en: 'Sent class throughput',
    fr: 'Débit émis par classe',
  },
  cos_util: {
    id: 27,
    unit: 'percent',
    aggregation: 'average',
    element: 'class',
    strategy: RATIO,
    formulas: {
      snmp: 'percent(8 * delta(class_sent_octets), class_bandwidth * seconds(class_sent_octets))',
    },
    en: 'Class utilisation',
    fr: 'Utilisation de la classe',
  },
  cos_drop: {
    id: 28,
    unit: 'percent',
    aggregation: 'average',
    element: 'class',
    strategy: RATIO,
    formulas: { snmp: 'percent(delta(class_dropped_packets), delta(class_offered_packets))' },
    en: 'Class drop ratio',
    fr: 'Taux de perte de la classe',
  },
  cos_drop_bytes: {
    id: 29,
    unit: 'byte',
    aggregation: 'sum',
    element: 'class',
    strategy: 'before any aggregation',
    formulas: { snmp: 'delta(class_dropped_octets)' },
    en: 'Class dropped volume',
    fr: 'Volume rejeté par classe',
  },
  cos_qdepth: {
    id: 30,
    unit: 'scalar',
    aggregation: 'maximum',
    element: 'class',
    strategy: 'before any aggregation',
    formulas: { snmp: 'max(class_queue_depth)' },
    en: 'Queue depth',
    fr: 'Profondeur de file',
  },
} as const satisfies Record<string, Kpi>;
