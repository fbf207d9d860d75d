import type { Binding, Refusal } from './agent.ts';
import { half } from './device-memory.ts';
import type { Asking } from './get-objects.ts';
import type { Value } from './value.ts';

/** More interfaces than any device has: an agent whose table does not end is cut off here. */
const MOST_ROWS = 50_000;
const MOST_TIMEOUTS = 2;

const indexOf = (oid: string, column: string): number | undefined => {
  if (!oid.startsWith(`${column}.`)) return undefined;
  const text = oid.slice(column.length + 1);
  const index = Number(text);
  return /^\d{1,10}$/.test(text) && index > 0 && index <= 0x7f_ff_ff_ff ? index : undefined;
};

interface Walk {
  readonly column: string;
  readonly cells: Map<number, Value>;
  last: number;
  timeouts: number;
}

/** Takes cells up to the end of the column; says whether it goes on behind them. */
function takeCells(walk: Walk, bindings: readonly Binding[]): boolean {
  for (const { oid, value } of bindings) {
    const index = indexOf(oid, walk.column);
    if (index === undefined || index <= walk.last || value.type === 'absent') return false;
    walk.cells.set(index, value);
    walk.last = index;
  }
  return bindings.length > 0 && walk.cells.size < MOST_ROWS;
}

/** Whether to ask again, for fewer rows. */
function mayRepeat(walk: Walk, { memory, count }: Asking, reason: Refusal): boolean {
  count(reason);
  if (reason === 'timeout' || reason === 'unreachable') walk.timeouts += 1;
  if (walk.timeouts >= MOST_TIMEOUTS || memory.repetitions === 1) return false;
  memory.repetitions = half(memory.repetitions);
  return true;
}

/**
 * The cells of a column by ifIndex; undefined when the agent stopped answering. Ends with the column, and where the agent
 * does not go forward (RFC 3416 §4.2.2 demands it, not all keep to it).
 */
export async function walkColumn(
  asking: Asking,
  column: string,
): Promise<ReadonlyMap<number, Value> | undefined> {
  const { agent, memory, count, mayGoOn } = asking;
  const walk: Walk = { column, cells: new Map(), last: 0, timeouts: 0 };
  while (mayGoOn()) {
    const from = walk.last === 0 ? column : `${column}.${String(walk.last)}`;
    const answer = await agent.getBulk(from, memory.repetitions);
    if (answer.ok) {
      if (!takeCells(walk, answer.bindings)) return walk.cells;
    } else if (!mayRepeat(walk, asking, answer.reason)) return undefined;
  }
  count('time over');
  return undefined;
}
