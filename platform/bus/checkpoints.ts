import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { systemIds } from '../id/id.ts';
import type { Bucket } from './bucket.ts';
import { SupersededError } from './superseded.ts';

/** The stored checkpoint cannot be read, and a retry does not help. */
export class CheckpointDamagedError extends Error {
  override readonly name = 'CheckpointDamagedError';
}

// Below the smallest max_payload in use (1 MB is the server's default), with room for headers.
const CHUNK_BYTES = 512 * 1024;

const Head = z.strictObject({
  generation: z.int().nonnegative(),
  chunks: z.int().nonnegative(),
  sha256: z.string(),
  /** Id of the writer: two concurrent writers never share a part. */
  writer: z.string().default(''),
});
type Head = z.infer<typeof Head>;

export interface Checkpoints {
  /**
   * Returns the last complete checkpoint, undefined when there is none. Rejects with a CheckpointDamagedError when its parts do
   * not fit, and with other errors when it could not be requested.
   */
  load(key: string): Promise<Uint8Array | undefined>;
  /**
   * Saves a checkpoint of any size: it replaces the previous one in full, or nothing changes. Rejects with a SupersededError
   * when another writer has saved one since this one last loaded or saved.
   */
  save(key: string, state: Uint8Array): Promise<void>;
}

/** Off the main thread: a large state takes a second. */
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const chunksKey = (key: string, { writer, generation }: Head): string =>
  [key, 'chunk', ...(writer === '' ? [] : [writer]), String(generation)].join('.');
const chunkKey = (key: string, head: Head, at: number): string => `${chunksKey(key, head)}.${String(at)}`;

interface StoredHead {
  readonly head: Head | undefined;
  /** 0 when there is none. */
  readonly revision: number;
}

async function readHead(bucket: Bucket, key: string): Promise<StoredHead> {
  const entry = await bucket.get(key);
  if (entry === undefined) return { head: undefined, revision: 0 };
  return { head: Head.parse(JSON.parse(new TextDecoder().decode(entry.value))), revision: entry.revision };
}

/** Without markers: one for each part of each checkpoint would fill the broker's memory. */
const eraseChunks = (bucket: Bucket, key: string, head: Head): Promise<void> =>
  bucket.erase(`${chunksKey(key, head)}.*`);

/**
 * Erases what previous writers left: parts of an incomplete checkpoint, or deletion markers. Their writes are rejected from now
 * on.
 */
async function eraseOthers(bucket: Bucket, key: string, { writer }: Head): Promise<void> {
  const depth = key.split('.').length + 1;
  const left = new Set((await bucket.keys(`${key}.chunk.>`)).map((one) => one.split('.')[depth] ?? ''));
  for (const other of left) if (other !== writer) await bucket.erase(`${key}.chunk.${other}.>`);
}

async function loadParts(bucket: Bucket, key: string, head: Head): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < head.chunks; at += 1) {
    const part = await bucket.get(chunkKey(key, head, at));
    if (part === undefined)
      throw new CheckpointDamagedError(`checkpoint ${key}: part ${String(at)} is missing`);
    parts.push(part.value);
  }
  const joined = Buffer.concat(parts);
  if (sha256(joined) !== head.sha256)
    throw new CheckpointDamagedError(`checkpoint ${key}: the parts do not fit together`);
  return decompress(joined);
}

/** A previous writer may remove parts during the read by saving once more: the new head then counts. */
async function loadNewest(
  bucket: Bucket,
  key: string,
  known: Map<string, number>,
): Promise<Uint8Array | undefined> {
  for (;;) {
    const { head, revision } = await readHead(bucket, key);
    known.set(key, revision);
    if (head === undefined) return undefined;
    try {
      return await loadParts(bucket, key, head);
    } catch (error) {
      if ((await readHead(bucket, key)).revision === revision) throw error;
    }
  }
}

/** Writes the head last, over the one that this writer knows: until then a reader finds the previous checkpoint. */
async function writeHead(
  bucket: Bucket,
  key: string,
  { head, over }: { readonly head: Head; readonly over: number },
): Promise<number> {
  const text = JSON.stringify(head);
  const revision = over === 0 ? await bucket.create(key, text) : await bucket.update(key, text, over);
  if (revision !== undefined) return revision;
  await eraseChunks(bucket, key, head);
  throw new SupersededError(`another writer saves checkpoint ${key}`);
}

/** State of any size in a bucket: compressed, in parts, valid only with all of them. One writer per key; a previous writer is rejected. */
export function checkpointsIn(bucket: Bucket): Checkpoints {
  const writer = systemIds.bytes(6).toString('hex');
  /** Last known revision of each head. */
  const known = new Map<string, number>();
  return {
    load: (key) => loadNewest(bucket, key, known),
    async save(key, state) {
      const before = await readHead(bucket, key);
      if ((known.get(key) ?? before.revision) !== before.revision)
        throw new SupersededError(`another writer saves checkpoint ${key}`);
      const compressed = await compress(state);
      const chunks = Math.ceil(compressed.length / CHUNK_BYTES);
      const generation = (before.head?.generation ?? 0) + 1;
      const head: Head = { generation, chunks, sha256: sha256(compressed), writer };
      for (let at = 0; at < chunks; at += 1)
        await bucket.put(
          chunkKey(key, head, at),
          compressed.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES),
        );
      known.set(key, await writeHead(bucket, key, { head, over: before.revision }));
      if (before.head?.writer === writer) await eraseChunks(bucket, key, before.head);
      else await eraseOthers(bucket, key, head);
    },
  };
}
