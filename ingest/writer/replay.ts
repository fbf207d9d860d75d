import type { Bus } from '#platform/bus/bus.ts';
import type { GivenUpLetters } from '#platform/bus/given-up-letters.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { headerNames } from '#schemas/bus/header.ts';
import { streams } from '#schemas/bus/stream.ts';

const DEAD = streams.dead.name;

/** A parked message. */
export interface DeadLetter {
  /** Sequence in the stream of dead letters. */
  readonly seq: number;
  readonly parkedMs: number;
  /** Where it stood: subject and sequence. */
  readonly subject: string;
  readonly source: string;
  readonly cause: string;
  readonly rows: string;
  readonly message: StoredMessage;
}

/** Which ones: of one stream (`flows`), and by sequence, both ends included. */
export interface Selection {
  readonly stream?: string | undefined;
  readonly from: number;
  readonly to: number;
}

function letterOf(message: StoredMessage): DeadLetter {
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

/** The dead letters of a selection, oldest first, as far as they are there now. */
export async function* deadLetters(
  bus: Bus,
  { stream = '*', from, to }: Selection,
): AsyncGenerator<DeadLetter> {
  const subject = `dead.${stream}`;
  const newest = await bus.lastMessage(DEAD, subject === 'dead.*' ? 'dead.>' : subject);
  const end = Math.min(to, newest?.seq ?? 0);
  if (from > end) return;
  const controller = new AbortController();
  const reading = { stream: DEAD, subject, fromSeq: from, signal: controller.signal };
  try {
    for await (const message of bus.orderedReader(reading)) {
      if (message.seq <= end) yield letterOf(message);
      if (message.seq >= end) return;
    }
  } finally {
    controller.abort();
  }
}

/**
 * Publishes a dead letter again where it stood, with its own headers, and removes it when the stream has it. One that is
 * still unreadable is parked anew. Done twice within two minutes, as after a crash in between, it is stored once.
 * Answers false when the letter does not say where it stood.
 */
export async function replayLetter(
  bus: Bus,
  { subject, seq, message }: DeadLetter,
  letters: Pick<GivenUpLetters, 'tookOut'>,
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
  if (!published.ok) throw new Error(`${subject} took no message: the stream is full`);
  // It may have given way meanwhile.
  if (await bus.removeMessage(DEAD, seq)) await letters.tookOut();
  return true;
}
