import type { Bus } from '#platform/bus/bus.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { headerNames } from '#schemas/bus/header.ts';
import type { InputStream } from './pipeline-task.ts';
import { streams } from '#schemas/bus/stream.ts';

/** Parks an unreadable message as a dead letter, with its headers and the cause. */
export async function parkDeadLetter(
  bus: Pick<Bus, 'publisher'>,
  {
    stream,
    message,
    cause,
  }: { readonly stream: InputStream; readonly message: StoredMessage; readonly cause: string },
): Promise<void> {
  const headers = Object.values(headerNames).map((name) => [name, message.header(name)] as const);
  await bus.publisher(1).publish({
    subject: `dead.${stream}`,
    data: message.data,
    headers: {
      ...Object.fromEntries(
        headers.filter((pair): pair is readonly [(typeof pair)[0], string] => pair[1] !== undefined),
      ),
      [headerNames.cause]: cause,
    },
    // The same id as the writer uses: two readers of a stream park a message once.
    id: `dead.${streams[stream].name}.${String(message.seq)}.${String(message.timeMs)}`,
  });
}
