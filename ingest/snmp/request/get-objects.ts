import type { Agent, RequestFailure, VariableBinding } from '../agent/agent.ts';
import type { TimedValue } from '../cell.ts';
import { growBindings, halve, type DeviceMemory } from '../device/device-memory.ts';
import { scalar } from '../interface/objects.ts';

export interface Collected {
  readonly values: ReadonlyMap<string, TimedValue>;
  /** False if the agent stopped responding or time ran out. */
  readonly complete: boolean;
}

/** The device has more than are measured; those above the limit are not. */
export const componentLimits = ['too many sensors', 'too many peers', 'too many health checks'] as const;
type ComponentLimit = (typeof componentLimits)[number];
export const isComponentLimit = (fault: string): fault is ComponentLimit =>
  componentLimits.some((limit) => limit === fault);

export type RequestFault =
  | 'wrong object'
  | 'time over'
  /** The agent returned an object that does not follow the requested one. */
  | 'not increasing'
  | 'endless table'
  | 'found by alias'
  | ComponentLimit;

export interface RequestContext {
  readonly agent: Agent;
  readonly memory: DeviceMemory;
  readonly count: (reason: RequestFailure | RequestFault) => void;
  /** Whether the poll has time left. */
  readonly hasTime: () => boolean;
  /** Time of day, ms since 1970. */
  readonly nowMs: () => number;
}

/** After this many timeouts the agent is left alone until the next poll. */
const MAX_TIMEOUTS = 2;

interface Progress {
  readonly values: Map<string, TimedValue>;
  timeouts: number;
}

function storeBindings(
  progress: Progress,
  requested: readonly string[],
  { bindings, atMs }: { readonly bindings: readonly VariableBinding[]; readonly atMs: number },
): number {
  const first = bindings[0];
  const ticks =
    first?.oid === scalar.sysUpTime && first.value.type === 'timeTicks' ? first.value.value : undefined;
  const read = { ticks, atMs };
  let wrong = 0;
  for (const [at, oid] of requested.entries()) {
    const binding = bindings[at + 1];
    if (binding?.oid === oid) progress.values.set(oid, { value: binding.value, read });
    else wrong += 1;
  }
  return wrong;
}

/** Bounds the remembered objects of a device that rejects many. */
const MAX_REJECTED = 10_000;

/** Returns the number of completed objects after a failure: none if they are requested again in smaller batches. */
function afterFailure(
  { memory, count }: RequestContext,
  reason: RequestFailure,
  requested: readonly string[],
): number {
  count(reason);
  const [first] = requested;
  if (requested.length === 1 && first !== undefined) {
    if (reason === 'error status' && memory.rejected.size < MAX_REJECTED) memory.rejected.add(first);
    return 1;
  }
  if (reason === 'too big') memory.maxBindings = requested.length - 1;
  memory.bindings = halve(requested.length);
  return 0;
}

/**
 * Gets objects in batches sized to the agent: smaller after "too big", a timeout or an error, larger again after
 * successes. Each request includes sysUpTime, so that every value has the agent's time. `onRead` is called after each
 * batch with the number of objects that are done, of those not in `memory.rejected`.
 */
export async function getObjects(
  context: RequestContext,
  desired: readonly string[],
  onRead?: (values: Collected['values'], done: number) => void,
): Promise<Collected> {
  const { agent, memory, count, hasTime, nowMs } = context;
  const oids = memory.rejected.size === 0 ? desired : desired.filter((oid) => !memory.rejected.has(oid));
  const progress: Progress = { values: new Map(), timeouts: 0 };
  for (let at = 0; at < oids.length;) {
    if (!hasTime()) {
      count('time over');
      return { values: progress.values, complete: false };
    }
    const requested = oids.slice(at, at + memory.bindings);
    const response = await agent.get([scalar.sysUpTime, ...requested]);
    if (response.ok) {
      const wrong = storeBindings(progress, requested, { bindings: response.bindings, atMs: nowMs() });
      for (let n = 0; n < wrong; n += 1) count('wrong object');
      at += requested.length;
      growBindings(memory);
      onRead?.(progress.values, at);
      continue;
    }
    at += afterFailure(context, response.reason, requested);
    if (response.reason === 'timeout' || response.reason === 'unreachable') progress.timeouts += 1;
    if (progress.timeouts >= MAX_TIMEOUTS) return { values: progress.values, complete: false };
  }
  return { values: progress.values, complete: true };
}
