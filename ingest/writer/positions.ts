import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import type { StreamDefinition } from '#schemas/bus/stream.ts';
import type { RowsStream } from './stream-tables.ts';

const READER = 'writer';

export interface PartitionKey {
  readonly stream: RowsStream;
  readonly partition: number;
}

/** Key of a partition in the journal and in tokens. */
export const keyOf = ({ stream, partition }: PartitionKey): string => `${stream}.${String(partition)}`;

async function positionOf(positions: Bucket, key: string): Promise<number> {
  const entry = await positions.get(key);
  return entry === undefined ? 0 : Number(new TextDecoder().decode(entry.value));
}

/**
 * Takes every reader's position back to the beginning, before a stream that was made anew is read: nobody may purge what is
 * unread. Those that are further by then tell it again.
 */
export async function withdrawPositions(positions: Bucket, key: PartitionKey): Promise<void> {
  const { readers, followers = [] }: StreamDefinition = streams[key.stream];
  for (const reader of [...readers, ...followers]) {
    const name = `${keyOf(key)}.${reader}`;
    if (reader === READER || (await positions.get(name)) !== undefined) await positions.put(name, '0');
  }
}

/** How far the slowest follower has read; Infinity when none is known. */
async function followedUpTo(positions: Bucket, key: PartitionKey): Promise<number> {
  const { followers = [] }: StreamDefinition = streams[key.stream];
  const read = await Promise.all(followers.map((reader) => positions.get(`${keyOf(key)}.${reader}`)));
  const known = read.flatMap((entry) =>
    entry === undefined ? [] : [Number(new TextDecoder().decode(entry.value))],
  );
  return Math.min(Infinity, ...known);
}

/**
 * Tells how far the writer is, and removes from the stream what every reader of the list has committed. Answers how many
 * messages went that a follower had not read: none as long as the stream is not more than half full.
 */
export async function releaseUpTo(
  needs: { bus: Bus; positions: Bucket },
  key: PartitionKey,
  written: number,
): Promise<number> {
  const { bus, positions } = needs;
  await positions.put(`${keyOf(key)}.${READER}`, String(written));
  const readers: readonly string[] = streams[key.stream].readers;
  const others = readers.filter((reader) => reader !== READER);
  const read = await Promise.all(others.map((reader) => positionOf(positions, `${keyOf(key)}.${reader}`)));
  const committed = Math.min(written, ...read);
  const { name } = streams[key.stream];
  const purge = (seq: number): Promise<number> =>
    bus.purgeUpTo({ stream: name, subject: subjectOf(key.stream, key.partition), seq });
  const seq = Math.min(committed, await followedUpTo(positions, key));
  if (seq > 0) await purge(seq);
  if (seq === committed) return 0;
  const { bytes, maxBytes } = await bus.streamState(name);
  return bytes > maxBytes / 2 ? purge(committed) : 0;
}
