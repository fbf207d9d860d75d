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

/** Takes the position back to the beginning, before a stream that was made anew is read: nobody may purge what is unread. */
export async function withdrawPosition(positions: Bucket, key: PartitionKey): Promise<void> {
  await positions.put(`${keyOf(key)}.${READER}`, '0');
}

/** How far followers have read, Infinity where none is known or the stream has no room left to wait for them. */
async function followedUpTo(
  { bus, positions }: { bus: Bus; positions: Bucket },
  key: PartitionKey,
): Promise<number> {
  const { name, maxBytes, followers = [] }: StreamDefinition = streams[key.stream];
  const read = await Promise.all(followers.map((reader) => positions.get(`${keyOf(key)}.${reader}`)));
  const known = read.flatMap((entry) =>
    entry === undefined ? [] : [Number(new TextDecoder().decode(entry.value))],
  );
  if (known.length === 0) return Infinity;
  const { bytes } = await bus.streamState(name);
  return bytes > maxBytes / 2 ? Infinity : Math.min(...known);
}

/** Tells how far the writer is, and removes from the stream what every reader of the list has committed. */
export async function releaseUpTo(
  needs: { bus: Bus; positions: Bucket },
  key: PartitionKey,
  written: number,
): Promise<void> {
  const { bus, positions } = needs;
  await positions.put(`${keyOf(key)}.${READER}`, String(written));
  const readers: readonly string[] = streams[key.stream].readers;
  const others = readers.filter((reader) => reader !== READER);
  const read = await Promise.all(others.map((reader) => positionOf(positions, `${keyOf(key)}.${reader}`)));
  const seq = Math.min(written, ...read, await followedUpTo(needs, key));
  if (seq === 0) return;
  await bus.purgeUpTo({
    stream: streams[key.stream].name,
    subject: subjectOf(key.stream, key.partition),
    seq,
  });
}
