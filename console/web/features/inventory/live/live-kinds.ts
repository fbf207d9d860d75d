import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';

/** What lists show of the elements of a kind as it is now. */
export interface LiveKind {
  /** Percent that is 0 where an element is down. */
  readonly up?: string;
  /** Load in each direction; absent: the kind has none. */
  readonly load?: readonly [inbound: string, outbound: string];
}

const ofAccesses = ['wan_in_util_worst', 'wan_out_util_worst'] as const;

export const liveKinds: Readonly<Partial<Record<InventoryKind, LiveKind>>> = {
  site: { load: ofAccesses },
  device: { up: 'cpe_avail', load: ofAccesses },
  interface: { up: 'itf_avail', load: ['itf_in_util', 'itf_out_util'] },
  tunnel: { up: 'tun_avail' },
  probe: { up: 'sla_avail' },
  sensor: { up: 'sensor_avail' },
  peer: { up: 'bgp_avail' },
};

/** KPIs that are asked for, in the order of the values of a row. */
export const kpisOf = ({ up, load = [] as never }: LiveKind): readonly string[] => [
  ...(up === undefined ? [] : [up]),
  ...load,
];
