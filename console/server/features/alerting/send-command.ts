import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AlarmCommand } from '#schemas/alerting/acknowledgement.ts';
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
 * Publishes commands to the engines of their customers, in any order. Those that are stored are consumed as soon as an engine runs.
 * Returns for each command whether it is stored. Throws UNAVAILABLE when none is. Without an acknowledgement of the broker a command
 * may be stored all the same.
 */
export async function sendCommands(
  { bus, clock, partitions }: CommandNeeds,
  commands: readonly AlarmCommand[],
): Promise<readonly boolean[]> {
  const publisher = bus.publisher();
  const waiting = new AbortController();
  const late = clock.wait(PUBLISH_TIMEOUT_MS, waiting.signal).then(() => {
    if (!waiting.signal.aborted) publisher.close();
  });
  const send = async (command: AlarmCommand): Promise<void> => {
    const published = await publisher.publish({
      subject: subjectOf('commands', partitionOf(command.customer, partitions)),
      data: new TextEncoder().encode(JSON.stringify(command)),
    });
    if (!published.ok) throw new Error('command stream full');
  };
  const sent = await Promise.allSettled(commands.map(send));
  waiting.abort();
  await late;
  const failures = sent.filter((each) => each.status === 'rejected');
  if (sent.length > 0 && failures.length === sent.length)
    throw new ProblemError('UNAVAILABLE', { params: { tier: 'nats' }, cause: failures[0]?.reason });
  return sent.map(({ status }) => status === 'fulfilled');
}

/** Publishes one command. Throws UNAVAILABLE when it is not stored. */
export async function sendCommand(needs: CommandNeeds, command: AlarmCommand): Promise<void> {
  await sendCommands(needs, [command]);
}
