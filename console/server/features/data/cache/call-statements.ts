import type { DataStatement } from '../sql/statement.ts';
import type { Ran } from '../read/ran.ts';
import type { Progress, StatementBatches } from '../read/statement-batches.ts';
import type { DataCache } from './data-cache.ts';

/** Until when the windows of a statement are closed for certain, and whether all that it reads are. */
export interface Finality {
  readonly finalUntil: number;
  readonly isFinal: boolean;
}

/** A statement of the call. */
interface CallStatement {
  /** Requests of the call that it was run for. */
  users: number;
  /** Whether it ran in the store for this call. */
  isOwn: boolean;
  outcome: { readonly ran: Ran } | { readonly error: Error } | undefined;
}

export interface StatementNeeds {
  readonly batches: Pick<StatementBatches, 'run'>;
  readonly cache: Pick<DataCache, 'statement'>;
}

const NOTHING_READ = { readRows: 0, readBytes: 0, elapsedMs: 0, queuedMs: 0 } as const;

/** Runs the statements of one call: identical ones once for as long as it lasts. The cache has those of other calls. */
export class CallStatements {
  readonly #needs: StatementNeeds;
  readonly #customer: number;
  readonly #statements = new Map<string, CallStatement>();

  constructor(needs: StatementNeeds, customer: number) {
    this.#needs = needs;
    this.#customer = customer;
  }

  /** Throws TOO_MUCH_DATA. What another call read took nothing for this one. */
  async run(
    statement: DataStatement,
    { finalUntil, isFinal }: Finality,
    progress: Progress & { readonly signal: AbortSignal },
  ): Promise<Ran> {
    const key = JSON.stringify([statement.sql, statement.params]);
    const own = this.#joined(key, progress);
    if (own.outcome !== undefined) return outcomeOf(own.outcome);
    const { place, onStart, signal } = progress;
    const requested = { text: `${String(finalUntil)} ${key}`, isFinal, signal };
    const work = (stop: AbortSignal): Promise<Ran> => {
      own.isOwn = true;
      return this.#needs.batches.run({ customer: this.#customer, statement, place, onStart, signal: stop });
    };
    try {
      const ran = await this.#needs.cache.statement(requested, work);
      if (!own.isOwn) onStart();
      own.outcome = { ran: own.isOwn ? ran : { ...ran, ...NOTHING_READ } };
    } catch (error) {
      // Made for a request whose callers have left, it is made for the others of the call.
      if (signal.aborted) throw error;
      own.outcome = { error: error as Error };
    }
    return outcomeOf(own.outcome);
  }

  /** Requests of the call that a statement was run for. */
  usersOf({ sql, params }: DataStatement): number {
    return this.#statements.get(JSON.stringify([sql, params]))?.users ?? 0;
  }

  #joined(key: string, { onStart }: Progress): CallStatement {
    const known = this.#statements.get(key);
    if (known === undefined) {
      const own: CallStatement = { users: 1, isOwn: false, outcome: undefined };
      this.#statements.set(key, own);
      return own;
    }
    known.users += 1;
    onStart();
    return known;
  }
}

function outcomeOf(outcome: NonNullable<CallStatement['outcome']>): Ran {
  if ('error' in outcome) throw outcome.error;
  return outcome.ran;
}
