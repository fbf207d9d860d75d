import type { Agent, Refusal } from './agent.ts';
import type { Measured } from './cell.ts';
import { grow, half } from './device-memory.ts';
import type { DeviceMemory } from './device-memory.ts';
import { scalar } from './objects.ts';
import type { Value } from './value.ts';

export interface Collected {
  readonly values: ReadonlyMap<string, Measured>;
  /** False when the agent stopped answering, or time was over, before all was asked. */
  readonly complete: boolean;
}

export type AskingFault =
  | 'wrong object'
  | 'time over'
  /** The agent answered an object that is not behind the one asked. */
  | 'not increasing'
  | 'endless table'
  | 'found by alias';

export interface Asking {
  readonly agent: Agent;
  readonly memory: DeviceMemory;
  readonly count: (reason: Refusal | AskingFault) => void;
  /** Whether the poll may go on. */
  readonly mayGoOn: () => boolean;
}

/** An agent that fails so often in one poll is left alone until the next. */
const MOST_TIMEOUTS = 2;

interface Progress {
  readonly values: Map<string, Measured>;
  timeouts: number;
}

function take(
  progress: Progress,
  asked: readonly string[],
  bindings: readonly { oid: string; value: Value }[],
): number {
  const first = bindings[0];
  const ticks =
    first?.oid === scalar.sysUpTime && first.value.type === 'timeTicks' ? first.value.value : undefined;
  let wrong = 0;
  for (const [at, oid] of asked.entries()) {
    const binding = bindings[at + 1];
    if (binding?.oid === oid) progress.values.set(oid, { value: binding.value, ticks });
    else wrong += 1;
  }
  return wrong;
}

/** A device that refuses many objects is not one that we can remember them of. */
const MOST_REFUSED = 10_000;

/** How many objects are done with after a refusal: none when they are asked for again in smaller requests. */
function afterRefusal({ memory, count }: Asking, reason: Refusal, asked: readonly string[]): number {
  count(reason);
  const [first] = asked;
  if (asked.length === 1 && first !== undefined) {
    if (reason === 'error status' && memory.refused.size < MOST_REFUSED) memory.refused.add(first);
    return 1;
  }
  if (reason === 'too big') memory.mostBindings = asked.length - 1;
  memory.bindings = half(asked.length);
  return 0;
}

/**
 * Gets objects in requests of as many as the agent bears: fewer after "too big", a timeout or an error that one of them
 * causes, and more again after successes. Each request asks for sysUpTime too, so that every value has its agent's time.
 */
export async function getObjects(asking: Asking, wanted: readonly string[]): Promise<Collected> {
  const { agent, memory, count, mayGoOn } = asking;
  const oids = wanted.filter((oid) => !memory.refused.has(oid));
  const progress: Progress = { values: new Map(), timeouts: 0 };
  for (let at = 0; at < oids.length;) {
    if (!mayGoOn()) {
      count('time over');
      return { values: progress.values, complete: false };
    }
    const asked = oids.slice(at, at + memory.bindings);
    const answer = await agent.get([scalar.sysUpTime, ...asked]);
    if (answer.ok) {
      const wrong = take(progress, asked, answer.bindings);
      for (let n = 0; n < wrong; n += 1) count('wrong object');
      at += asked.length;
      grow(memory);
      continue;
    }
    at += afterRefusal(asking, answer.reason, asked);
    if (answer.reason === 'timeout' || answer.reason === 'unreachable') progress.timeouts += 1;
    if (progress.timeouts >= MOST_TIMEOUTS) return { values: progress.values, complete: false };
  }
  return { values: progress.values, complete: true };
}
