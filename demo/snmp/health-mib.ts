import type { DeviceHealth } from '../health.ts';
import { columnsOf, ENTERPRISES, octets, type Entry, type Read } from './mib-object.ts';

type Objects = (health: DeviceHealth) => readonly Entry[];

const KIB = 1_024;
const gauge =
  (value: (t: number) => number): Read =>
  (t) => ({ type: 'gauge32', value: value(t) });
const integer =
  (value: (t: number) => number): Read =>
  (t) => ({ type: 'integer', value: value(t) });
const percentUsed =
  ({ memoryBytes, memoryUsedBytes }: DeviceHealth): ((t: number) => number) =>
  (t) =>
    Math.round((100 * memoryUsedBytes(t)) / memoryBytes);

/** CISCO-PROCESS-MIB; CISCO-ENHANCED-MEMPOOL-MIB, as ciscoMemoryPool has only 32 bit: a processor pool of module 1. */
const cisco: Objects = (health) => {
  const used = (t: number): number => health.memoryUsedBytes(t);
  const counter64 =
    (value: (t: number) => number): Read =>
    (t) => ({ type: 'counter64', value: value(t) });
  return [
    ...columnsOf([...ENTERPRISES, 9, 9, 109, 1, 1, 1, 1], [1], {
      6: gauge(health.cpuPercent),
      7: gauge(health.cpuPercent),
      8: gauge(health.cpuPercent),
    }),
    ...columnsOf([...ENTERPRISES, 9, 9, 221, 1, 1, 1, 1], [1, 1], {
      3: octets('Processor'),
      18: counter64(used),
      20: counter64((t) => health.memoryBytes - used(t)),
    }),
  ];
};

/** jnxOperatingTable: the chassis, which reports no load, and the routing engine. */
const juniper: Objects = (health) => {
  const table = [...ENTERPRISES, 2636, 3, 1, 13, 1];
  const none = gauge(() => 0);
  return [
    ...columnsOf(table, [1, 1, 0, 0], { 5: octets('midplane'), 8: none, 10: integer(() => 0), 11: none }),
    ...columnsOf(table, [9, 1, 0, 0], {
      5: octets('Routing Engine'),
      8: gauge(health.cpuPercent),
      // An Integer32: sizes of 2 GiB and more come as the most that it holds, as on the devices themselves.
      10: integer(() => Math.min(health.memoryBytes, 2 ** 31 - 1)),
      11: gauge(percentUsed(health)),
    }),
  ];
};

/** FORTINET-FORTIGATE-MIB fgSystemInfo; its sessions are read by a poller of the demonstration. */
const fortinet: Objects = (health) =>
  columnsOf([...ENTERPRISES, 12356, 101, 4, 1], [0], {
    3: gauge(health.cpuPercent),
    4: gauge(percentUsed(health)),
    5: gauge(() => health.memoryBytes / KIB),
    8: gauge(health.sessions),
  });

/** TIMETRA-SYSTEM-MIB: gauges of 32 bit, which stay at their maximum above 4 GiB. */
const nokia: Objects = (health) => {
  const capped = (bytes: number): number => Math.min(bytes, 2 ** 32 - 1);
  return columnsOf([...ENTERPRISES, 6527, 3, 1, 2, 1, 1], [0], {
    1: gauge(health.cpuPercent),
    2: gauge((t) => capped(health.memoryUsedBytes(t))),
    3: gauge((t) => capped(health.memoryBytes - health.memoryUsedBytes(t))),
  });
};

const byVendor: Readonly<Record<string, Objects>> = {
  Cisco: cisco,
  Juniper: juniper,
  Fortinet: fortinet,
  Nokia: nokia,
};

/** Processor and memory in the MIB of the vendor. */
export const healthObjects = (vendor: string, health: DeviceHealth): readonly Entry[] =>
  byVendor[vendor]?.(health) ?? [];
