import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { ReadMark } from '#platform/bus/streams.ts';
import { streams, subjectOf, type StreamDefinition } from '#schemas/bus/stream.ts';
import type { RowsStream } from './stream-tables.ts';

const READER = 'writer';

export interface PartitionKey {
  readonly stream: RowsStream;
  readonly partition: number;
}

/** Key of a partition in the journal and in tokens. */
export const partitionKeyText = ({ stream, partition }: PartitionKey): string =>
  `${stream}.${String(partition)}`;

async function positionOf(positions: Bucket, key: string): Promise<number> {
  const entry = await positions.get(key);
  return entry === undefined ? 0 : Number(new TextDecoder().decode(entry.value));
}

/**
 * Resets the position of every reader before a recreated stream is read, so that unread messages are not purged. A
 * reader that is further ahead publishes its position again.
 */
export async function resetPositions(positions: Bucket, key: PartitionKey): Promise<void> {
  await positions.put(`${partitionKeyText(key)}.${READER}`, '0');
  await limitPositions(positions, key, 0);
}

/** Limits the positions of all readers of a partition to a sequence: later messages are not those that they have read. */
export async function limitPositions(positions: Bucket, key: PartitionKey, most: number): Promise<void> {
  const { readers, followers = [] }: StreamDefinition = streams[key.stream];
  for (const reader of [...readers, ...followers]) {
    const name = `${partitionKeyText(key)}.${reader}`;
    if ((await positionOf(positions, name)) > most) await positions.put(name, String(most));
  }
}

/** Position of the slowest follower, or Infinity if no follower has published one. */
async function slowestFollower(positions: Bucket, key: PartitionKey): Promise<number> {
  const { followers = [] }: StreamDefinition = streams[key.stream];
  const read = await Promise.all(
    followers.map((reader) => positions.get(`${partitionKeyText(key)}.${reader}`)),
  );
  const known = read.flatMap((entry) =>
    entry === undefined ? [] : [Number(new TextDecoder().decode(entry.value))],
  );
  return Math.min(Infinity, ...known);
}

/** What the writer has stored of a partition. */
interface Stored {
  /** Last sequence. */
  readonly written: number;
  /** Creation time of the stream, once it is known. */
  readonly created?: string | undefined;
  /** The last message of it, once its time is known. */
  readonly read?: ReadMark | undefined;
}

/**
 * Publishes the writer's position and purges what every reader has committed. Returns the number of purged messages
 * that a follower had not read: zero as long as the stream is at most half full.
 */
export async function releaseUpTo(
  needs: { bus: Bus; positions: Bucket },
  key: PartitionKey,
  { written, created, read: mark }: Stored,
): Promise<number> {
  const { bus, positions } = needs;
  await positions.put(`${partitionKeyText(key)}.${READER}`, String(written));
  const readers: readonly string[] = streams[key.stream].readers;
  const others = readers.filter((reader) => reader !== READER);
  const read = await Promise.all(
    others.map((reader) => positionOf(positions, `${partitionKeyText(key)}.${reader}`)),
  );
  const committed = Math.min(written, ...read);
  const { name } = streams[key.stream];
  const purge = (seq: number): Promise<number> =>
    bus.purgeUpTo({ stream: name, subject: subjectOf(key.stream, key.partition), seq, created, read: mark });
  const seq = Math.min(committed, await slowestFollower(positions, key));
  if (seq > 0) await purge(seq);
  if (seq === committed) return 0;
  const { bytes, maxBytes } = await bus.streamState(name);
  return bytes > maxBytes / 2 ? purge(committed) : 0;
}
