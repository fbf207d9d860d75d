import type { CounterKey } from '../counter/catalogue.ts';
import type { Unit } from '../unit/unit.ts';

/** How values of a KPI are put together over time and elements when nothing else is asked for. */
export type Aggregation = 'average' | 'sum' | 'minimum' | 'maximum' | 'last';

export interface Kpi {
  /** Stands in `measures.kpi`; a retired number is never used again. */
  readonly id: number;
  readonly unit: Unit;
  readonly aggregation: Aggregation;
  readonly element: 'interface' | 'device';
  readonly counters: readonly CounterKey[];
  readonly en: string;
  readonly fr: string;
}

const io = <Direction extends 'in' | 'out'>(direction: Direction) =>
  [`${direction}_unicast`, `${direction}_multicast`, `${direction}_broadcast`] as const;

/** KPIs made of polled counters. The formulas are in `engine/measure`. */
export const kpis = {
  itf_in_bps: {
    id: 1,
    unit: 'bps',
    aggregation: 'average',
    element: 'interface',
    counters: ['in_octets'],
    en: 'Inbound throughput',
    fr: 'Débit entrant',
  },
  itf_out_bps: {
    id: 2,
    unit: 'bps',
    aggregation: 'average',
    element: 'interface',
    counters: ['out_octets'],
    en: 'Outbound throughput',
    fr: 'Débit sortant',
  },
  itf_in_util: {
    id: 7,
    unit: 'percent',
    aggregation: 'average',
    element: 'interface',
    counters: ['in_octets', 'speed'],
    en: 'Inbound utilisation',
    fr: 'Taux d’utilisation entrant',
  },
  itf_out_util: {
    id: 8,
    unit: 'percent',
    aggregation: 'average',
    element: 'interface',
    counters: ['out_octets', 'speed'],
    en: 'Outbound utilisation',
    fr: 'Taux d’utilisation sortant',
  },
  itf_in_bytes: {
    id: 9,
    unit: 'byte',
    aggregation: 'sum',
    element: 'interface',
    counters: ['in_octets'],
    en: 'Inbound volume',
    fr: 'Volume entrant',
  },
  itf_out_bytes: {
    id: 10,
    unit: 'byte',
    aggregation: 'sum',
    element: 'interface',
    counters: ['out_octets'],
    en: 'Outbound volume',
    fr: 'Volume sortant',
  },
  itf_in_pps: {
    id: 11,
    unit: 'pps',
    aggregation: 'average',
    element: 'interface',
    counters: io('in'),
    en: 'Inbound packet rate',
    fr: 'Paquets entrants/s',
  },
  itf_out_pps: {
    id: 12,
    unit: 'pps',
    aggregation: 'average',
    element: 'interface',
    counters: io('out'),
    en: 'Outbound packet rate',
    fr: 'Paquets sortants/s',
  },
  itf_in_err: {
    id: 13,
    unit: 'percent',
    aggregation: 'average',
    element: 'interface',
    counters: ['in_errors', ...io('in')],
    en: 'Inbound error ratio',
    fr: 'Taux d’erreurs entrantes',
  },
  itf_out_err: {
    id: 14,
    unit: 'percent',
    aggregation: 'average',
    element: 'interface',
    counters: ['out_errors', ...io('out')],
    en: 'Outbound error ratio',
    fr: 'Taux d’erreurs sortantes',
  },
  itf_in_disc: {
    id: 15,
    unit: 'percent',
    aggregation: 'average',
    element: 'interface',
    counters: ['in_discards', ...io('in')],
    en: 'Inbound discard ratio',
    fr: 'Taux de rejets entrants',
  },
  itf_out_disc: {
    id: 16,
    unit: 'percent',
    aggregation: 'average',
    element: 'interface',
    counters: ['out_discards', ...io('out')],
    en: 'Outbound discard ratio',
    fr: 'Taux de rejets sortants',
  },
  itf_avail: {
    id: 17,
    unit: 'percent',
    aggregation: 'average',
    element: 'interface',
    counters: ['admin_up', 'oper_up'],
    en: 'Interface availability',
    fr: 'Disponibilité de l’interface',
  },
  cpe_cpu: {
    id: 18,
    unit: 'percent',
    aggregation: 'average',
    element: 'device',
    counters: ['cpu'],
    en: 'CPU load',
    fr: 'Charge CPU',
  },
  cpe_mem: {
    id: 19,
    unit: 'percent',
    aggregation: 'average',
    element: 'device',
    counters: ['memory_used', 'memory_total'],
    en: 'Memory usage',
    fr: 'Utilisation mémoire',
  },
  cpe_disk: {
    id: 20,
    unit: 'percent',
    aggregation: 'average',
    element: 'device',
    counters: ['disk_used', 'disk_total'],
    en: 'Disk usage',
    fr: 'Utilisation disque',
  },
  cpe_uptime: {
    id: 21,
    unit: 'second',
    aggregation: 'last',
    element: 'device',
    counters: ['uptime'],
    en: 'Uptime',
    fr: 'Durée de fonctionnement',
  },
  cpe_avail: {
    id: 23,
    unit: 'percent',
    aggregation: 'average',
    element: 'device',
    counters: ['poll'],
    en: 'Device availability',
    fr: 'Disponibilité de l’équipement',
  },
} as const satisfies Record<string, Kpi>;

export type KpiKey = keyof typeof kpis;
export const kpiKeys = Object.keys(kpis) as KpiKey[];
