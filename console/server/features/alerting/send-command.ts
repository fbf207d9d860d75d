import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AcknowledgementCommand } from '#schemas/alerting/acknowledgement.ts';
import { partitionOf, subjectOf } from '#schemas/bus/stream.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** Longest time that a user waits for the broker. */
const PUBLISH_TIMEOUT_MS = 5_000;

export interface CommandNeeds {
  readonly bus: Pick<Bus, 'publisher'>;
  readonly clock: Clock;
  readonly partitions: number;
}

/**
 * Publishes a command to the engine of the customer. It is stored when this resolves, and consumed as soon as an engine runs. Throws
 * UNAVAILABLE without an acknowledgement of the broker; the command may be stored all the same.
 */
export async function sendCommand(
  { bus, clock, partitions }: CommandNeeds,
  command: AcknowledgementCommand,
): Promise<void> {
  const publisher = bus.publisher(1);
  const waiting = new AbortController();
  const late = clock.wait(PUBLISH_TIMEOUT_MS, waiting.signal).then(() => {
    if (!waiting.signal.aborted) publisher.close();
  });
  try {
    const published = await publisher.publish({
      subject: subjectOf('commands', partitionOf(command.customer, partitions)),
      data: new TextEncoder().encode(JSON.stringify(command)),
    });
    if (!published.ok) throw new Error('command stream full');
  } catch (cause) {
    throw new ProblemError('UNAVAILABLE', { params: { tier: 'nats' }, cause });
  } finally {
    waiting.abort();
    await late;
  }
}
