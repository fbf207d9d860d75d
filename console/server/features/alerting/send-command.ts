import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AcknowledgementCommand } from '#schemas/alerting/acknowledgement.ts';
import { partitionOf, subjectOf } from '#schemas/bus/stream.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** A user does not wait longer than this for the broker. */
const PATIENCE_MS = 5_000;

export interface CommandNeeds {
  readonly bus: Pick<Bus, 'publisher'>;
  readonly clock: Clock;
  readonly partitions: number;
}

/**
 * Hands a command to the engine of the customer: stored when this resolves, and read by the engine as soon as there is one.
 * Throws UNAVAILABLE when the broker does not take it; it may have been stored all the same when only its answer was lost.
 */
export async function sendCommand(
  { bus, clock, partitions }: CommandNeeds,
  command: AcknowledgementCommand,
): Promise<void> {
  const publisher = bus.publisher(1);
  const waiting = new AbortController();
  const late = clock.wait(PATIENCE_MS, waiting.signal).then(() => {
    if (!waiting.signal.aborted) publisher.close();
  });
  try {
    const published = await publisher.publish({
      subject: subjectOf('commands', partitionOf(command.customer, partitions)),
      data: new TextEncoder().encode(JSON.stringify(command)),
    });
    if (!published.ok) throw new Error('the stream of commands is full');
  } catch (cause) {
    throw new ProblemError('UNAVAILABLE', { params: { tier: 'nats' }, cause });
  } finally {
    waiting.abort();
    await late;
  }
}
