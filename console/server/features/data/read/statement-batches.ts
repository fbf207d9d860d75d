import { setImmediate } from 'node:timers/promises';
import type { ClickHouse, MeasuredColumns } from '#platform/clickhouse/clickhouse.ts';
import { Batch, batchKey, splitColumns } from '../sql/batched-statement.ts';
import type { DataStatement } from '../sql/statement.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { withinLimits } from '#server/kernel/problem/query-problem.ts';
import type { CustomerScheduler } from '../schedule/customer-scheduler.ts';
import type { Ran } from './ran.ts';

/** Statements that are read together, at most: with more the first rows of a page come late, with fewer its last ones. */
export const MAX_TOGETHER = 10;

/** How a request is getting on. */
export interface Progress {
  /** Place of the request in its call: earlier ones are read first, also among those of other calls. */
  readonly place: number;
  /** Runs when a statement of the request leaves the queue. */
  readonly onStart: () => void;
}

interface BatchRequest extends Progress {
  readonly customer: number;
  readonly statement: DataStatement;
  readonly signal: AbortSignal;
}

interface QueuedRequest extends BatchRequest {
  readonly requestedAt: number;
  readonly ran: PromiseWithResolvers<Ran>;
  /** Ends its wait for a turn: another one's turn has taken it. */
  readonly taken: AbortController;
}

/** A turn in the queue. */
interface Turn {
  readonly priority: number;
  readonly startedAt: number;
}

/** Reads what a statement selects; work of a lower priority number goes first. */
type Read = (
  statement: DataStatement,
  options: { readonly priority: number; readonly signal: AbortSignal },
) => Promise<MeasuredColumns>;

/** Throws TOO_MUCH_DATA. */
export const readFrom =
  (clickhouse: Pick<ClickHouse, 'measured'>): Read =>
  ({ sql, params, settings }, { priority, signal }) =>
    withinLimits(
      clickhouse.measured(sql, params, { settings: { ...settings, priority: String(priority) }, signal }),
    );

interface BatchNeeds {
  readonly read: Read;
  readonly scheduler: Pick<CustomerScheduler, 'run'>;
}

/** Aborts once all of several signals have. */
function whenAllAbort(signals: readonly AbortSignal[]): AbortSignal {
  const stop = new AbortController();
  let left = signals.length;
  for (const signal of signals)
    signal.addEventListener(
      'abort',
      () => {
        left -= 1;
        if (left === 0) stop.abort(signal.reason);
      },
      { once: true },
    );
  return stop.signal;
}

/**
 * Runs statements in the turns of their customer. One that has its turn takes those along that wait and differ in their sites and elements
 * only: most of the work for one of them is that of a statement, however little it reads.
 */
export class StatementBatches {
  readonly #needs: BatchNeeds;
  readonly #waiting = new Map<string, Set<QueuedRequest>>();

  constructor(needs: BatchNeeds) {
    this.#needs = needs;
  }

  /** Throws TOO_MUCH_DATA; the reason of the signal when it aborts before the statement has its turn. */
  run(requested: BatchRequest): Promise<Ran> {
    return this.#run(requested, batchKey(requested.statement.source));
  }

  /** Without a key a statement is read on its own. */
  #run(requested: BatchRequest, key: string | undefined): Promise<Ran> {
    const waiting: QueuedRequest = {
      ...requested,
      requestedAt: performance.now(),
      ran: Promise.withResolvers<Ran>(),
      taken: new AbortController(),
    };
    const { customer, place, signal, taken, ran } = waiting;
    const others = key === undefined ? new Set<QueuedRequest>() : this.#group(`${String(customer)} ${key}`);
    others.add(waiting);
    const work = async (priority: number): Promise<void> => {
      // Those that are requested in the same turn of the event loop.
      if (key !== undefined) await setImmediate();
      if (!others.has(waiting)) return;
      await this.#runTogether(this.#take(waiting, others), { priority, startedAt: performance.now() });
    };
    this.#needs.scheduler
      .run(customer, work, { signal: AbortSignal.any([signal, taken.signal]), place })
      .catch((error: unknown) => {
        if (!taken.signal.aborted) ran.reject(error);
      })
      .finally(() => {
        others.delete(waiting);
        if (key !== undefined) this.#leave(`${String(customer)} ${key}`);
      });
    return ran.promise;
  }

  #group(name: string): Set<QueuedRequest> {
    const known = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, known);
    return known;
  }

  #leave(name: string): void {
    if (this.#waiting.get(name)?.size === 0) this.#waiting.delete(name);
  }

  /** Takes a statement and those that go with it out of the wait. */
  #take(first: QueuedRequest, others: Set<QueuedRequest>): readonly QueuedRequest[] {
    const batch = new Batch();
    const together: QueuedRequest[] = [];
    const inOrder = [...others].toSorted((one, other) => one.place - other.place);
    for (const each of [first, ...inOrder]) {
      if (batch.size === MAX_TOGETHER) break;
      if (!others.has(each) || each.signal.aborted || !batch.add(each.statement.source)) continue;
      others.delete(each);
      if (each !== first) each.taken.abort();
      together.push(each);
    }
    return together;
  }

  async #runTogether(together: readonly QueuedRequest[], turn: Turn): Promise<void> {
    for (const { onStart } of together) onStart();
    try {
      const all = await this.#readTogether(together, turn);
      for (const [place, ran] of all.entries()) together[place]?.ran.resolve(ran);
    } catch (error) {
      // Together they may exceed a limit that each of them keeps.
      if (error instanceof ProblemError && together.length > 1)
        for (const each of together) this.#run(each, undefined).then(each.ran.resolve, each.ran.reject);
      else for (const { ran } of together) ran.reject(error);
    }
  }

  /** What each of some statements selects. */
  async #readTogether(together: readonly QueuedRequest[], turn: Turn): Promise<readonly Ran[]> {
    const [first, ...others] = together;
    if (first === undefined) return [];
    const ranOf = (full: Ran, { requestedAt }: QueuedRequest, columns: Ran['columns']): Ran => ({
      ...full,
      columns,
      replyBytes: full.replyBytes / together.length,
      together: together.length,
      queuedMs: turn.startedAt - requestedAt,
    });
    if (others.length === 0) {
      const full = await this.#read(first.statement, turn, first.signal);
      return [ranOf(full, first, full.columns)];
    }
    const batch = new Batch();
    for (const { statement } of together) batch.add(statement.source);
    const signal = whenAllAbort(together.map((each) => each.signal));
    const full = await this.#read(batch.statement(), turn, signal);
    const parts = splitColumns(full.columns, together.length);
    return together.map((each, place) => ranOf(full, each, parts[place] ?? {}));
  }

  async #read(statement: DataStatement, { priority }: Turn, signal: AbortSignal): Promise<Ran> {
    const measured = await this.#needs.read(statement, { priority, signal });
    return { ...measured, sql: statement.sql, queuedMs: 0, together: 1 };
  }
}
