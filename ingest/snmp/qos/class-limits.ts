import type { TableBinding } from '../request/walk-column.ts';
import { numbersByIndex, type QosTables } from './resolve.ts';
import type { LimitTable } from './tables.ts';

/** CISCO-CLASS-BASED-QOS-MIB QosObjectType and QueueingBandwidthUnits. */
const CLASS_MAP = 2;
const QUEUEING = 4;
const SHAPING = 6;
const KBPS = 1;
const PERCENT = 2;
const PERCENT_OF_REMAINING = 3;
/** Policies are nested at most three deep. */
const MAX_DEPTH = 12;

export type LimitTables = Readonly<Record<LimitTable, readonly TableBinding[]>>;

/** Limits of classes, by policyIndex.objectsIndex. */
export interface ClassLimits {
  /** Its queueing object, undefined if it has no own queue. */
  readonly queue: (index: string) => string | undefined;
  /** Bandwidth of its queue in bit/s, else the rate of its shaper. `lineBps`: interface speed, 0 if unknown. */
  readonly bandwidthBps: (index: string, lineBps: number) => number | undefined;
}

interface Facts {
  readonly kind: ReadonlyMap<string, number>;
  readonly config: ReadonlyMap<string, number>;
  readonly parent: ReadonlyMap<string, number>;
  readonly bandwidth: ReadonlyMap<string, number>;
  readonly unit: ReadonlyMap<string, number>;
  readonly rate: ReadonlyMap<string, number>;
  /** Child objects by policyIndex.objectsIndex. */
  readonly below: ReadonlyMap<string, readonly string[]>;
}

const policyOf = (index: string): string => index.split('.')[0] ?? '';

function factsOf(policies: QosTables, limits: LimitTables): Facts {
  const parent = numbersByIndex(policies.parent);
  return {
    kind: numbersByIndex(policies.kind),
    config: numbersByIndex(policies.config),
    parent,
    bandwidth: numbersByIndex(limits.queueBandwidth),
    unit: numbersByIndex(limits.queueUnit),
    rate: new Map(
      limits.shapeRate.flatMap(({ index, value }) =>
        value.type === 'counter64' ? [[index, Number(value.value)] as const] : [],
      ),
    ),
    below: Map.groupBy(parent.keys(), (index) => `${policyOf(index)}.${String(parent.get(index))}`),
  };
}

const childOf = ({ below, kind }: Facts, index: string, desired: number): string | undefined =>
  below.get(index)?.find((child) => kind.get(child) === desired);

const configured = (
  { config }: Facts,
  table: ReadonlyMap<string, number>,
  index: string | undefined,
): number | undefined => (index === undefined ? undefined : table.get(String(config.get(index))));

const shapeOf = (facts: Facts, index: string): number | undefined =>
  configured(facts, facts.rate, childOf(facts, index, SHAPING));

/** Bandwidth that the policy distributes: the shaper rate of the parent class, else the line speed. */
function sharedBps(facts: Facts, index: string, lineBps: number): number {
  const policy = policyOf(index);
  let above = index;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const parent = facts.parent.get(above) ?? 0;
    if (parent === 0) return lineBps;
    above = `${policy}.${String(parent)}`;
    const shape = facts.kind.get(above) === CLASS_MAP ? shapeOf(facts, above) : undefined;
    if (shape !== undefined) return shape;
  }
  return lineBps;
}

/** Guaranteed bandwidth of a class in bit/s; 0 for a class with a share of the remainder. */
function ownBps(facts: Facts, index: string, sharedOut: number): number {
  const queue = childOf(facts, index, QUEUEING);
  const bandwidth = configured(facts, facts.bandwidth, queue) ?? 0;
  const unit = configured(facts, facts.unit, queue);
  if (unit === KBPS) return bandwidth * 1_000;
  return unit === PERCENT ? (bandwidth * sharedOut) / 100 : 0;
}

function queueBps(facts: Facts, index: string, lineBps: number): number | undefined {
  const queue = childOf(facts, index, QUEUEING);
  const sharedOut = sharedBps(facts, index, lineBps);
  if (configured(facts, facts.unit, queue) !== PERCENT_OF_REMAINING) return ownBps(facts, index, sharedOut);
  const parent = facts.parent.get(index) ?? 0;
  const siblings = facts.below.get(`${policyOf(index)}.${String(parent)}`) ?? [];
  const taken = siblings.reduce((sum, sibling) => sum + ownBps(facts, sibling, sharedOut), 0);
  return ((configured(facts, facts.bandwidth, queue) ?? 0) * Math.max(0, sharedOut - taken)) / 100;
}

export function classLimits(policies: QosTables, limits: LimitTables): ClassLimits {
  const facts = factsOf(policies, limits);
  return {
    queue: (index) => childOf(facts, index, QUEUEING),
    bandwidthBps(index, lineBps) {
      const bps = queueBps(facts, index, lineBps) ?? 0;
      const limit = bps > 0 ? bps : (shapeOf(facts, index) ?? 0);
      return limit > 0 ? Math.round(limit) : undefined;
    },
  };
}
