import { systemClock } from '../clock/system-clock.ts';
import { isReadOnlyServer, isSessionEnded, sqlStateOf } from './sql-state.ts';

/** PostgreSQL, appendix A: `deadlock_detected`, `serialization_failure`. The transaction was rolled back and can be retried. */
const ROLLED_BACK: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 5;
/** Doubles with each attempt after a session that ended: another server may take seconds to accept changes. */
const FIRST_PAUSE_MS = 100;

/** One attempt at a transaction. */
export interface TransactionAttempt {
  /** From the moment at which COMMIT may be sent: whether it happened is unknown when its session ends. */
  isCommitting: boolean;
}

/**
 * Runs a transaction, and again when PostgreSQL rolled it back in favour of a concurrent one, or when its session ended before COMMIT was
 * sent: five attempts at most.
 */
export async function retryTransaction<Value>(
  run: (attempt: TransactionAttempt) => Promise<Value>,
): Promise<Value> {
  for (let tried = 1; ; tried += 1) {
    const attempt: TransactionAttempt = { isCommitting: false };
    try {
      return await run(attempt);
    } catch (error) {
      const isLost = !attempt.isCommitting && (isReadOnlyServer(error) || isSessionEnded(error));
      if (tried === MAX_ATTEMPTS || !(isLost || ROLLED_BACK.has(sqlStateOf(error)))) throw error;
      if (isLost) await systemClock.wait(FIRST_PAUSE_MS * 2 ** (tried - 1));
    }
  }
}
