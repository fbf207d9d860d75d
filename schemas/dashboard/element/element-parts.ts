import type { InventoryKind } from '../../inventory/list/inventory-kind.ts';
import type { FilteredKind } from '../../data/element-filter.ts';
import type { PageWord } from './page-words.ts';

/** A value in a table of parts: the newest of a KPI. */
interface PartValue {
  readonly kpi: string;
  /** Absent: the column is named after its KPI. */
  readonly label?: PageWord;
}

/** What a table of parts shows of each part. */
export interface PartTable {
  /** Percent that is 0 where the part is down. */
  readonly up?: string;
  readonly values: readonly PartValue[];
  /** KPI of the small line. */
  readonly trend: string;
}

/** Kinds of parts with a table. */
export type ListedPartKind = Extract<InventoryKind, FilteredKind> &
  ('site' | 'device' | 'interface' | 'tunnel' | 'probe' | 'class' | 'peer' | 'sensor');

export const partTables = {
  site: {
    values: [
      { kpi: 'wan_in_util_worst', label: 'In %' },
      { kpi: 'wan_out_util_worst', label: 'Out %' },
      { kpi: 'wan_in_bps', label: 'In' },
      { kpi: 'wan_out_bps', label: 'Out' },
    ],
    trend: 'wan_in_bps',
  },
  device: {
    up: 'cpe_avail',
    values: [
      { kpi: 'cpe_cpu', label: 'CPU' },
      { kpi: 'cpe_mem', label: 'Memory' },
      { kpi: 'cpe_uptime', label: 'Uptime' },
    ],
    trend: 'cpe_cpu',
  },
  interface: {
    up: 'itf_avail',
    values: [
      { kpi: 'itf_in_util', label: 'In %' },
      { kpi: 'itf_out_util', label: 'Out %' },
      { kpi: 'itf_in_bps', label: 'In' },
      { kpi: 'itf_out_bps', label: 'Out' },
      { kpi: 'itf_in_err', label: 'In errors' },
      { kpi: 'itf_out_err', label: 'Out errors' },
    ],
    trend: 'itf_in_bps',
  },
  tunnel: {
    up: 'tun_avail',
    values: [
      { kpi: 'tun_latency', label: 'Delay' },
      { kpi: 'tun_jitter', label: 'Jitter' },
      { kpi: 'tun_loss', label: 'Loss' },
      { kpi: 'tun_qoe', label: 'Quality' },
    ],
    trend: 'tun_latency',
  },
  probe: {
    up: 'sla_avail',
    values: [
      { kpi: 'sla_rtt', label: 'Delay' },
      { kpi: 'sla_jitter', label: 'Jitter' },
      { kpi: 'sla_loss', label: 'Loss' },
      { kpi: 'sla_mos' },
    ],
    trend: 'sla_rtt',
  },
  class: {
    values: [
      { kpi: 'cos_in_bps', label: 'Offered' },
      { kpi: 'cos_out_bps', label: 'Sent' },
      { kpi: 'cos_util', label: 'Utilisation' },
      { kpi: 'cos_drop', label: 'Drops' },
    ],
    trend: 'cos_out_bps',
  },
  peer: {
    up: 'bgp_avail',
    values: [{ kpi: 'bgp_uptime', label: 'Uptime' }, { kpi: 'bgp_in_updates' }, { kpi: 'bgp_out_updates' }],
    trend: 'bgp_in_updates',
  },
  sensor: {
    up: 'sensor_avail',
    values: [{ kpi: 'sensor_temperature' }, { kpi: 'sensor_fan_speed' }, { kpi: 'sensor_power' }],
    trend: 'sensor_temperature',
  },
} as const satisfies Record<ListedPartKind, PartTable>;

export const isPartKind = (kind: InventoryKind): kind is ListedPartKind => Object.hasOwn(partTables, kind);

/** Parts that a page lists; the list of the inventory has all. */
export const MAX_PARTS = 1_000;
