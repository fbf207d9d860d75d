import {
  columnsOf,
  ENTERPRISES,
  octets,
  integerValue,
  type Entry,
  type PortObjects,
  type Read,
} from './mib-object.ts';
import {
  classBandwidths,
  classTotals,
  POLICY_NAME,
  qosClasses,
  queueDepths,
  type ClassTotals,
} from '../qos-classes.ts';
import type { FleetPort } from '../model.ts';

/** CISCO-CLASS-BASED-QOS-MIB: ciscoCBQosMIBObjects. */
const CBQOS = [...ENTERPRISES, 9, 9, 166, 1];
const SERVICE_POLICY = [...CBQOS, 1, 1, 1];
const OBJECTS = [...CBQOS, 5, 1, 1];
const POLICY_MAP = [...CBQOS, 6, 1, 1];
const CLASS_MAP = [...CBQOS, 7, 1, 1];
const QUEUEING = [...CBQOS, 9, 1, 1];
const CLASS_STATS = [...CBQOS, 15, 1, 1];
const QUEUE_STATS = [...CBQOS, 18, 1, 1];

const MAIN_INTERFACE = 1;
const OUTPUT = 2;
const POLICY_MAP_OBJECT = 1;
const CLASS_MAP_OBJECT = 2;
const QUEUEING_OBJECT = 4;
/** QueueingBandwidthUnits. */
const KBPS = 1;
/** Routers number objects with gaps; the configuration index of a class is the same on every interface. */
const POLICY_CONFIG = 1_593;
const classConfig = (at: number): number => 2_000 + 16 * at;
const queueConfig = (at: number): number => 3_000 + 16 * at;
const policyObject = (policy: number): number => policy + 65_536;
const classObject = (policy: number, at: number): number => policyObject(policy) + 1 + at;
const queueObject = (policy: number, at: number): number => policyObject(policy) + 1_025 + at;

/** An object below a policy: what is configured, of which kind, below which one. */
function objectRow(
  index: readonly [policy: number, object: number],
  { config, kind, parent }: { readonly config: number; readonly kind: number; readonly parent: number },
): readonly Entry[] {
  return columnsOf(OBJECTS, index, {
    2: integerValue('gauge32', config),
    3: integerValue('integer', kind),
    4: integerValue('gauge32', parent),
  });
}

function statsRow(
  index: readonly [policy: number, object: number],
  at: number,
  { totals }: PortObjects,
): readonly Entry[] {
  const counter64 =
    (value: (one: ClassTotals) => number): Read =>
    (t) => {
      const one = classTotals(totals('out', t))[at];
      return { type: 'counter64', value: one === undefined ? 0 : value(one) };
    };
  return columnsOf(CLASS_STATS, index, {
    3: counter64(({ offeredPackets }) => offeredPackets),
    6: counter64(({ offeredOctets }) => offeredOctets),
    10: counter64(({ sentOctets }) => sentOctets),
    14: counter64(({ droppedPackets }) => droppedPackets),
    17: counter64(({ droppedOctets }) => droppedOctets),
  });
}

/** The queue of a class, with its bandwidth in the configuration and the packets that wait in it. */
function queueRows(policy: number, at: number, { port, totals }: PortObjects): readonly Entry[] {
  const index = [policy, queueObject(policy, at)] as const;
  const octetsAt = (t: number): number => totals('out', t).octets;
  return [
    ...objectRow(index, {
      config: queueConfig(at),
      kind: QUEUEING_OBJECT,
      parent: classObject(policy, at),
    }),
    ...columnsOf(QUEUE_STATS, index, {
      1: (t) => ({ type: 'gauge32', value: queueDepths(port, octetsAt, t)[at] ?? 0 }),
    }),
  ];
}

/** The policy that goes out of an access port, with its classes, their queues and their counters. */
export function qosObjects(objects: PortObjects): readonly Entry[] {
  const policy = 16 * objects.port.index + 2;
  return [
    ...columnsOf(SERVICE_POLICY, [policy], {
      2: integerValue('integer', MAIN_INTERFACE),
      3: integerValue('integer', OUTPUT),
      4: integerValue('integer', objects.port.index),
    }),
    ...objectRow([policy, policyObject(policy)], {
      config: POLICY_CONFIG,
      kind: POLICY_MAP_OBJECT,
      parent: 0,
    }),
    ...qosClasses.flatMap((_, at) => [
      ...objectRow([policy, classObject(policy, at)], {
        config: classConfig(at),
        kind: CLASS_MAP_OBJECT,
        parent: policyObject(policy),
      }),
      ...statsRow([policy, classObject(policy, at)], at, objects),
      ...queueRows(policy, at, objects),
    ]),
  ];
}

/** Names of policy and classes and the bandwidths of their queues, which go out of the access port: once a device. */
export const qosConfiguration = (access: FleetPort): readonly Entry[] => [
  ...columnsOf(POLICY_MAP, [POLICY_CONFIG], { 1: octets(POLICY_NAME) }),
  ...qosClasses.flatMap(({ name }, at) => columnsOf(CLASS_MAP, [classConfig(at)], { 1: octets(name) })),
  ...classBandwidths(access).flatMap((bps, at) =>
    columnsOf(QUEUEING, [queueConfig(at)], {
      1: integerValue('gauge32', Math.round(bps / 1_000)),
      2: integerValue('integer', KBPS),
    }),
  ),
];
