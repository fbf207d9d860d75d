import type { VariableBinding, RequestFailure } from '../agent/agent.ts';
import { growRepetitions, halve } from '../device/device-memory.ts';
import type { RequestContext } from './get-objects.ts';
import type { SnmpValue } from '../agent/value.ts';

/** More ports than any device has: bounds an endless table. */
const MAX_PORTS = 50_000;
const MAX_TIMEOUTS = 2;

export interface TableBinding {
  /** Index after the column OID. */
  readonly index: string;
  readonly value: SnmpValue;
}

interface Walk {
  readonly column: string;
  readonly rows: TableBinding[];
  readonly maxRows: number;
  last: string;
  timeouts: number;
}

/** Compares indexes in lexicographic order of their arcs (RFC 3416 §4.2.2). */
export function isAfter(index: string, last: string): boolean {
  const [arcs, lastArcs] = [index.split('.').map(Number), last.split('.').map(Number)];
  for (const [at, arc] of arcs.entries()) {
    const lastArc = lastArcs[at];
    if (lastArc === undefined) return true;
    if (arc !== lastArc) return arc > lastArc;
  }
  return false;
}

type Step = 'continues' | 'ends' | 'not increasing' | 'endless table';

/** Appends rows up to the end of the column and returns how the walk continues. */
function appendRows(walk: Walk, bindings: readonly VariableBinding[]): Step {
  const before = walk.column.length + 1;
  for (const { oid, value } of bindings) {
    if (!oid.startsWith(`${walk.column}.`) || value.type === 'absent') return 'ends';
    const index = oid.slice(before);
    if (walk.last !== '' && !isAfter(index, walk.last)) return 'not increasing';
    walk.rows.push({ index, value });
    walk.last = index;
    if (walk.rows.length >= walk.maxRows) return 'endless table';
  }
  return bindings.length > 0 ? 'continues' : 'ends';
}

/** Whether to retry with fewer rows. */
function canRetry(walk: Walk, { memory, count }: RequestContext, reason: RequestFailure): boolean {
  count(reason);
  if (reason === 'timeout' || reason === 'unreachable') walk.timeouts += 1;
  if (walk.timeouts >= MAX_TIMEOUTS || memory.repetitions === 1) return false;
  memory.repetitions = halve(memory.repetitions);
  return true;
}

/**
 * Walks a column in order. Undefined if the agent stopped responding. Ends with the column, at `maxRows`, or where the
 * agent does not advance (required by RFC 3416 §4.2.2, but not all agents comply).
 */
export async function walkTable(
  context: RequestContext,
  column: string,
  maxRows: number,
): Promise<readonly TableBinding[] | undefined> {
  const { agent, memory, count, hasTime } = context;
  const walk: Walk = { column, rows: [], maxRows, last: '', timeouts: 0 };
  while (hasTime()) {
    const from = walk.last === '' ? column : `${column}.${walk.last}`;
    const response = await agent.getBulk(from, memory.repetitions);
    if (!response.ok) {
      if (!canRetry(walk, context, response.reason)) return undefined;
      continue;
    }
    const step = appendRows(walk, response.bindings);
    if (step === 'continues') growRepetitions(memory);
    else {
      if (step !== 'ends') count(step);
      return walk.rows;
    }
  }
  count('time over');
  return undefined;
}

const MAX_INDEX = 0x7f_ff_ff_ff;

/** Walks a column with a single-number index such as ifIndex. Undefined if the agent stopped responding. */
export async function walkColumn(
  context: RequestContext,
  column: string,
): Promise<ReadonlyMap<number, SnmpValue> | undefined> {
  const rows = await walkTable(context, column, MAX_PORTS);
  if (rows === undefined) return undefined;
  return new Map(
    rows.flatMap(({ index, value }) => {
      const number = Number(index);
      return /^\d{1,10}$/.test(index) && number > 0 && number <= MAX_INDEX ? [[number, value] as const] : [];
    }),
  );
}
