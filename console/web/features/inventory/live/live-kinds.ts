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

/** KPIs that are requested, in the order of the values of a row. */
export const liveKpis = ({ up, load = [] as never }: LiveKind): readonly string[] => [
  ...(up === undefined ? [] : [up]),
  ...load,
];

/** What is newest is of the rows in view: a file has none of it. */
const ofNow: ReadonlySet<string> = new Set(['state', 'alarms', 'in', 'out', 'seen']);

/** The columns of a file with these columns of a list: in place of the state whether data is collected, which it says as well. */
export const fileColumns = (shown: readonly string[]): readonly string[] => {
  const stored = shown.filter((id) => !ofNow.has(id));
  return shown.includes('state') && !stored.includes('collection') ? [...stored, 'collection'] : stored;
};
