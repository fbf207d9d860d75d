import type { Binding, Refusal } from './agent.ts';
import { growRepetitions, half } from './device-memory.ts';
import type { Asking } from './get-objects.ts';
import type { Value } from './value.ts';

/** More ports than any device has: an agent whose table does not end is cut off here. */
const MOST_PORTS = 50_000;
const MOST_TIMEOUTS = 2;

export interface TableBinding {
  /** What follows the column's OID. */
  readonly index: string;
  readonly value: Value;
}

interface Walk {
  readonly column: string;
  readonly rows: TableBinding[];
  readonly mostRows: number;
  last: string;
  timeouts: number;
}

/** Lexicographic order of the arcs of two indexes (RFC 3416 §4.2.2). */
export function isBehind(index: string, last: string): boolean {
  const [arcs, lastArcs] = [index.split('.').map(Number), last.split('.').map(Number)];
  for (const [at, arc] of arcs.entries()) {
    const lastArc = lastArcs[at];
    if (lastArc === undefined) return true;
    if (arc !== lastArc) return arc > lastArc;
  }
  return false;
}

type Step = 'goes on' | 'ends' | 'not increasing' | 'endless table';

/** Takes rows up to the end of the column; says whether it goes on behind them. */
function takeRows(walk: Walk, bindings: readonly Binding[]): Step {
  const before = walk.column.length + 1;
  for (const { oid, value } of bindings) {
    if (!oid.startsWith(`${walk.column}.`) || value.type === 'absent') return 'ends';
    const index = oid.slice(before);
    if (walk.last !== '' && !isBehind(index, walk.last)) return 'not increasing';
    walk.rows.push({ index, value });
    walk.last = index;
    if (walk.rows.length >= walk.mostRows) return 'endless table';
  }
  return bindings.length > 0 ? 'goes on' : 'ends';
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
 * The rows of a column, in their order; undefined when the agent stopped answering. Ends with the column, with
 * `mostRows`, and where the agent does not go forward (RFC 3416 §4.2.2 demands it, not all keep to it).
 */
export async function walkTable(
  asking: Asking,
  column: string,
  mostRows: number,
): Promise<readonly TableBinding[] | undefined> {
  const { agent, memory, count, mayGoOn } = asking;
  const walk: Walk = { column, rows: [], mostRows, last: '', timeouts: 0 };
  while (mayGoOn()) {
    const from = walk.last === '' ? column : `${column}.${walk.last}`;
    const answer = await agent.getBulk(from, memory.repetitions);
    if (!answer.ok) {
      if (!mayRepeat(walk, asking, answer.reason)) return undefined;
      continue;
    }
    const step = takeRows(walk, answer.bindings);
    if (step === 'goes on') growRepetitions(memory);
    else {
      if (step !== 'ends') count(step);
      return walk.rows;
    }
  }
  count('time over');
  return undefined;
}

const MOST_INDEX = 0x7f_ff_ff_ff;

/** The cells of a column by its index of one number, such as ifIndex; undefined when the agent stopped answering. */
export async function walkColumn(
  asking: Asking,
  column: string,
): Promise<ReadonlyMap<number, Value> | undefined> {
  const rows = await walkTable(asking, column, MOST_PORTS);
  if (rows === undefined) return undefined;
  return new Map(
    rows.flatMap(({ index, value }) => {
      const number = Number(index);
      return /^\d{1,10}$/.test(index) && number > 0 && number <= MOST_INDEX ? [[number, value] as const] : [];
    }),
  );
}
