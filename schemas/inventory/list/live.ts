import { z } from 'zod';
import type { Severity } from '../../alerting/severity.ts';
import type { InventoryKind } from './inventory-kind.ts';

/**
 * States of elements in lists, the worst first. `down`: it is measured, and down; `no data`: nothing measures it; `off`: no data is
 * collected.
 */
export const liveStates = ['critical', 'down', 'major', 'minor', 'no data', 'ok', 'off'] as const;
export type ElementLiveState = (typeof liveStates)[number];

/** What a list of several customers shows of an element as it is now. */
export const InventoryLive = z.strictObject({
  state: z.enum(liveStates),
  /** Running alarms of the element and of its parts; null: the caller does not see alarms, or they are not known yet. */
  alarms: z.number().int().nullable(),
  /** Load in each direction in percent; null: none was measured in the last half hour. */
  in: z.number().nullable(),
  out: z.number().nullable(),
  /** When its device responded last, milliseconds since 1970; null: never, or it is not polled. */
  seen: z.number().nullable(),
});
export type InventoryLive = z.infer<typeof InventoryLive>;

/** Columns that the server sorts by what is newest. */
export const liveColumnIds = ['state', 'alarms', 'in', 'out', 'seen'] as const;
export type LiveColumn = (typeof liveColumnIds)[number];
export const isLiveColumn = (column: string): column is LiveColumn =>
  (liveColumnIds as readonly string[]).includes(column);

/** KPIs of what lists show of the elements of a kind as it is now. */
export interface LiveKind {
  /** Percent that is 0 where an element is down. */
  readonly up?: 'cpe_avail' | 'itf_avail' | 'tun_avail' | 'sla_avail' | 'sensor_avail' | 'bgp_avail';
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

/** What is newest is the last value of this time: twice the time after which a window counts as closed. */
export const NEWEST_SECONDS = 1_800;

interface StateFacts {
  /** Severity of the worst alarm that is not silenced. */
  readonly worst: Severity | undefined;
  readonly isOff: boolean;
  /** Percent that is 0 where it is down; undefined: not known. */
  readonly up: number | null | undefined;
  readonly isMeasured: boolean;
}

export function liveStateOf({ worst, isOff, up, isMeasured }: StateFacts): ElementLiveState {
  if (worst !== undefined) return worst;
  if (isOff) return 'off';
  if (up === 0) return 'down';
  return isMeasured ? 'ok' : 'no data';
}

/** States, separated by commas. */
export const LiveStates = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(liveStates)).min(1));
