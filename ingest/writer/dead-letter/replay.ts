import type { Bus } from '#platform/bus/bus.ts';
import type { DroppedLetters } from '#platform/bus/dropped-letters.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { headerNames } from '#schemas/bus/header.ts';
import { streams } from '#schemas/bus/stream.ts';

const DEAD = streams.dead.name;

export interface DeadLetter {
  /** Sequence in the dead letter stream. */
  readonly seq: number;
  readonly parkedMs: number;
  /** Original subject and sequence. */
  readonly subject: string;
  readonly source: string;
  readonly cause: string;
  readonly rows: string;
  readonly message: StoredMessage;
}

/** Selects dead letters of one stream (`flows`) and by sequence, both ends inclusive. */
export interface DeadLetterSelection {
  readonly stream?: string | undefined;
  readonly from: number;
  readonly to: number;
}

function parseDeadLetter(message: StoredMessage): DeadLetter {
  const source = message.header(headerNames.source) ?? '';
  return {
    seq: message.seq,
    parkedMs: message.timeMs,
    subject: source.slice(0, Math.max(0, source.lastIndexOf(':'))),
    source,
    cause: message.header(headerNames.cause) ?? '',
    rows: message.header(headerNames.rows) ?? '?',
    message,
  };
}

/** Yields the selected dead letters that exist now, oldest first. */
export async function* readDeadLetters(
  bus: Bus,
  { stream = '*', from, to }: DeadLetterSelection,
): AsyncGenerator<DeadLetter> {
  const subject = `dead.${stream}`;
  const newest = await bus.lastMessage(DEAD, subject === 'dead.*' ? 'dead.>' : subject);
  const end = Math.min(to, newest?.seq ?? 0);
  if (from > end) return;
  const controller = new AbortController();
  const reading = { stream: DEAD, subject, fromSeq: from, signal: controller.signal };
  try {
    for await (const message of bus.orderedReader(reading)) {
      if (message.seq <= end) yield parseDeadLetter(message);
      if (message.seq >= end) return;
    }
  } finally {
    controller.abort();
  }
}

/**
 * Publishes a dead letter to its original subject with its own headers and removes it once the stream has it. A letter
 * that is still unreadable is parked again. Replaying it twice within two minutes, as after a crash in between, stores
 * it once. Returns false if the letter does not name its origin.
 */
export async function replayDeadLetter(
  bus: Bus,
  { subject, seq, message }: DeadLetter,
  letters: Pick<DroppedLetters, 'recordRemoval'>,
): Promise<boolean> {
  if (subject === '') return false;
  const notOriginal: readonly string[] = [headerNames.cause, headerNames.source];
  const headers = Object.fromEntries(
    Object.values(headerNames).flatMap((name) => {
      const value = notOriginal.includes(name) ? undefined : message.header(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const publisher = bus.publisher(1);
  const published = await publisher.publish({
    subject,
    headers,
    data: message.data,
    id: `replay.${String(seq)}.${String(message.timeMs)}`,
  });
  if (!published.ok) throw new Error(`${subject} rejected the message: the stream is full`);
  // The stream may have dropped it in between.
  if (await bus.removeMessage(DEAD, seq)) await letters.recordRemoval();
  return true;
}
