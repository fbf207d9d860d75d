import { PermissionViolationError, RequestError, TimeoutError } from '@nats-io/transport-node';
import { systemClock } from '../clock/system-clock.ts';

const RETRY_MS = 500;

/** The broker did not reply, or the connection was lost before it did. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof TimeoutError ||
  (error instanceof RequestError &&
    !error.isNoResponders() &&
    !(error.cause instanceof PermissionViolationError));

/**
 * Repeats an idempotent request until the broker replies: a process that starts while the broker is stopped or restarts waits for
 * it. Throws what the broker replies.
 */
export async function untilBrokerReplies<Reply>(
  request: () => Promise<Reply>,
  pause = (): Promise<void> => systemClock.wait(RETRY_MS),
): Promise<Reply> {
  for (;;)
    try {
      return await request();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      await pause();
    }
}
