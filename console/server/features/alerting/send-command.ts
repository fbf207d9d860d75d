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

interface StreamMessage {
  readonly subject: string;
  readonly value: unknown;
}

/**
 * Publishes messages, in any order. Returns for each whether it is stored. Throws UNAVAILABLE when none is. Without an acknowledgement
 * of the broker a message may be stored all the same.
 */
export async function publishAll(
  { bus, clock }: Pick<CommandNeeds, 'bus' | 'clock'>,
  messages: readonly StreamMessage[],
): Promise<readonly boolean[]> {
  const publisher = bus.publisher();
  const waiting = new AbortController();
  const late = clock.wait(PUBLISH_TIMEOUT_MS, waiting.signal).then(() => {
    if (!waiting.signal.aborted) publisher.close();
  });
  const send = async ({ subject, value }: StreamMessage): Promise<void> => {
    const data = new TextEncoder().encode(JSON.stringify(value));
    const published = await publisher.publish({ subject, data });
    if (!published.ok) throw new Error('stream full');
  };
  const sent = await Promise.allSettled(messages.map(send));
  waiting.abort();
  await late;
  const failures = sent.filter((each) => each.status === 'rejected');
  if (sent.length > 0 && failures.length === sent.length)
    throw new ProblemError('UNAVAILABLE', { params: { tier: 'nats' }, cause: failures[0]?.reason });
  return sent.map(({ status }) => status === 'fulfilled');
}

/** Publishes commands to the engines of their customers. Those that are stored are consumed as soon as an engine runs. */
export const sendCommands = (
  needs: CommandNeeds,
  commands: readonly AlarmCommand[],
): Promise<readonly boolean[]> =>
  publishAll(
    needs,
    commands.map((command) => ({
      subject: subjectOf('commands', partitionOf(command.customer, needs.partitions)),
      value: command,
    })),
  );

/** Publishes one command. Throws UNAVAILABLE when it is not stored. */
export async function sendCommand(needs: CommandNeeds, command: AlarmCommand): Promise<void> {
  await sendCommands(needs, [command]);
}
