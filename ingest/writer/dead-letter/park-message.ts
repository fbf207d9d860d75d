import type { Publisher } from '#platform/bus/publisher.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { headerNames } from '#schemas/bus/header.ts';
import { streams } from '#schemas/bus/stream.ts';
import type { RowsStream } from '../stream-tables.ts';

/** A header cannot hold a line break. The cause is cut to a readable length. */
const CAUSE_CHARACTERS = 500;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, CAUSE_CHARACTERS);

function headersOf(message: StoredMessage, cause: string): Record<string, string> {
  const original = Object.values(headerNames).flatMap((name) => {
    const value = message.header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(original),
    [headerNames.cause]: oneLine(cause),
    [headerNames.source]: `${message.subject}:${String(message.seq)}`,
  };
}

/** Parks a message that cannot be inserted, with its data, headers and cause. Resolves once it is stored. */
export async function parkMessage(
  publisher: Publisher,
  { stream, message, cause }: { stream: RowsStream; message: StoredMessage; cause: string },
): Promise<void> {
  const published = await publisher.publish({
    subject: `dead.${stream}`,
    data: message.data,
    headers: headersOf(message, cause),
    // Makes parking idempotent: a replayed range parks the same messages again.
    id: `dead.${streams[stream].name}.${String(message.seq)}.${String(message.timeMs)}`,
  });
  if (!published.ok) throw new Error(`dead.${stream} rejected the message: ${published.reason}`);
}
