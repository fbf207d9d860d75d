import type { DataStatement } from '../sql/statement.ts';
import type { ResponseThrottle } from '../schedule/tenant-scheduler.ts';
import type { Ran, SharedStatements } from './shared-statements.ts';
import type { Progress, StatementBatches } from '../read/statement-batches.ts';

/** Until when the windows of a statement are closed for certain, and whether all that it reads are. */
export interface Finality {
  readonly finalUntil: number;
  readonly isFinal: boolean;
}

interface OfCall {
  readonly ran: Promise<Ran>;
  users: number;
}

export interface RunnerNeeds {
  readonly batches: StatementBatches;
  readonly shared: SharedStatements;
  readonly turns: ResponseThrottle;
}

const NOTHING_READ = { readRows: 0, readBytes: 0, elapsedMs: 0, queuedMs: 0 } as const;

/** Runs the statements of one call: identical ones once, also those of other calls. */
export class StatementRunner {
  readonly #needs: RunnerNeeds;
  readonly #call: { readonly customer: number; readonly signal: AbortSignal };
  readonly #ofCall = new Map<string, OfCall>();

  constructor(needs: RunnerNeeds, call: { readonly customer: number; readonly signal: AbortSignal }) {
    this.#needs = needs;
    this.#call = call;
  }

  /**
   * Throws TOO_MUCH_DATA. Resolves in a turn of its own, with a rank at once: it costs
   * little to continue with, and what is requested with it is read together.
   */
  async run(statement: DataStatement, finality: Finality, progress: Progress): Promise<Ran> {
    const ran = await this.#shared(statement, finality, progress);
    if (statement.source.form.is === 'rank') return ran;
    const { customer, signal } = this.#call;
    await this.#needs.turns.next(customer, progress.place, signal);
    return ran;
  }

  #shared(statement: DataStatement, finality: Finality, progress: Progress): Promise<Ran> {
    const key = JSON.stringify([statement.sql, statement.params]);
    const known = this.#ofCall.get(key);
    if (known !== undefined) {
      known.users += 1;
      progress.onStart();
      return known.ran;
    }
    const ran = this.#start(statement, { ...finality, text: key }, progress);
    this.#ofCall.set(key, { ran, users: 1 });
    return ran;
  }

  /** Requests of the call that a statement was run for. */
  usersOf({ sql, params }: DataStatement): number {
    return this.#ofCall.get(JSON.stringify([sql, params]))?.users ?? 0;
  }

  /** The statement of another call read nothing for this one. */
  async #start(
    statement: DataStatement,
    { text, finalUntil, isFinal }: Finality & { readonly text: string },
    progress: Progress,
  ): Promise<Ran> {
    const { signal } = this.#call;
    const requested = { text: `${String(finalUntil)} ${text}`, isFinal, signal };
    const work = (stop: AbortSignal): Promise<Ran> =>
      this.#needs.batches.run({ customer: this.#call.customer, statement, signal: stop, ...progress });
    const { ran, isOwn } = await this.#needs.shared.run(requested, work);
    if (isOwn) return ran;
    progress.onStart();
    return { ...ran, ...NOTHING_READ };
  }
}
