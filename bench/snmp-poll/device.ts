import { buildFleet } from '#demo/fleet.ts';
import type { FleetDevice, FleetPort } from '#demo/model.ts';

export const PORTS = 24;
export const BENCH_COMMUNITY = 'in-bench';
const MBPS = 1_000_000;

const portOf = (index: number): FleetPort => ({
  index,
  name: `GigabitEthernet0/0/${String(index - 1)}`,
  alias: `LAN ${String(index)}`,
  role: 'lan',
  speedBps: 1_000 * MBPS,
  contractBps: undefined,
  meanInBps: index * MBPS,
  meanOutBps: 2 * index * MBPS,
});

/** A router of the demonstration network with 24 ports. */
export function benchDevice(): FleetDevice {
  const [device] = buildFleet({ customers: 1, sites: 1, seed: 1 }).devices;
  if (device === undefined) throw new RangeError('the fleet is empty');
  return { ...device, ports: Array.from({ length: PORTS }, (_, at) => portOf(at + 1)) };
}

/** Loopback address of the device at a place from 0. */
export const addressOf = (at: number): string => `127.2.${String((at + 1) >>> 8)}.${String((at + 1) & 0xff)}`;
