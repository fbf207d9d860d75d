import type { ClickHouse, MeasuredRows } from '#platform/clickhouse/clickhouse.ts';
import type { DataStatement } from '#schemas/data/statement.ts';
import { withinLimits } from '#server/kernel/problem/query-problem.ts';
import type { FairQueue } from './fair-queue.ts';

/** A row of a statement: part, key, start of the step, values. */
export type ValueRow = readonly [number, readonly number[], number, ...(number | null)[]];
export type KeyRow = readonly [readonly number[]];

export interface Ran<Row> extends MeasuredRows<Row> {
  readonly sql: string;
  readonly queuedMs: number;
}

interface Shared {
  readonly ran: Promise<Ran<unknown>>;
  users: number;
}

export interface RunnerNeeds {
  readonly clickhouse: Pick<ClickHouse, 'measured'>;
  readonly queue: FairQueue;
}

/** Runs the statements of one call: identical ones once. */
export class StatementRunner {
  readonly #needs: RunnerNeeds;
  readonly #call: { readonly customer: number; readonly signal: AbortSignal };
  readonly #shared = new Map<string, Shared>();

  constructor(needs: RunnerNeeds, call: { readonly customer: number; readonly signal: AbortSignal }) {
    this.#needs = needs;
    this.#call = call;
  }

  /** Throws TOO_MUCH_DATA. `onStart` runs when the statement leaves the queue. */
  run<Row>(statement: DataStatement, onStart: () => void): Promise<Ran<Row>> {
    const key = JSON.stringify([statement.sql, statement.params]);
    const known = this.#shared.get(key);
    if (known !== undefined) {
      known.users += 1;
      onStart();
      return known.ran as Promise<Ran<Row>>;
    }
    const ran = this.#start<Row>(statement, onStart);
    this.#shared.set(key, { ran, users: 1 });
    return ran;
  }

  /** Requests that a statement was run for. */
  usersOf({ sql, params }: DataStatement): number {
    return this.#shared.get(JSON.stringify([sql, params]))?.users ?? 0;
  }

  async #start<Row>({ sql, params, settings }: DataStatement, onStart: () => void): Promise<Ran<Row>> {
    const { clickhouse, queue } = this.#needs;
    const { customer, signal } = this.#call;
    const askedAt = performance.now();
    return queue.run(
      customer,
      async (priority) => {
        const queuedMs = performance.now() - askedAt;
        onStart();
        const measured = await withinLimits(
          clickhouse.measured<Row>(sql, params, {
            settings: { ...settings, priority: String(priority) },
            signal,
          }),
        );
        return { ...measured, sql, queuedMs };
      },
      signal,
    );
  }
}
