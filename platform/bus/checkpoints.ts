import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import type { Bucket } from './bucket.ts';

// Below the smallest max_payload in use (1 MB is the server's default), with room for headers.
const CHUNK_BYTES = 512 * 1024;

const Head = z.strictObject({
  generation: z.int().nonnegative(),
  chunks: z.int().nonnegative(),
  sha256: z.string(),
});
type Head = z.infer<typeof Head>;

export interface Checkpoints {
  /** The last checkpoint that was saved whole, undefined when there is none. */
  load(key: string): Promise<Uint8Array | undefined>;
  /** Of any size. Either the whole checkpoint takes the place of the one before, or nothing changes. */
  save(key: string, state: Uint8Array): Promise<void>;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const chunkKey = (key: string, generation: number, at: number): string =>
  `${key}.chunk.${String(generation)}.${String(at)}`;

async function readHead(bucket: Bucket, key: string): Promise<Head | undefined> {
  const entry = await bucket.get(key);
  return entry === undefined ? undefined : Head.parse(JSON.parse(new TextDecoder().decode(entry.value)));
}

async function removeChunks(bucket: Bucket, key: string, { generation, chunks }: Head): Promise<void> {
  for (let at = 0; at < chunks; at += 1) await bucket.remove(chunkKey(key, generation, at));
}

async function load(bucket: Bucket, key: string): Promise<Uint8Array | undefined> {
  const head = await readHead(bucket, key);
  if (head === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for (let at = 0; at < head.chunks; at += 1) {
    const part = await bucket.get(chunkKey(key, head.generation, at));
    if (part === undefined) throw new Error(`checkpoint ${key}: part ${String(at)} is missing`);
    parts.push(part.value);
  }
  const whole = Buffer.concat(parts);
  if (sha256(whole) !== head.sha256) throw new Error(`checkpoint ${key}: the parts do not fit together`);
  return zstdDecompressSync(whole);
}

async function save(bucket: Bucket, key: string, state: Uint8Array): Promise<void> {
  const before = await readHead(bucket, key);
  const generation = (before?.generation ?? 0) + 1;
  const compressed = zstdCompressSync(state);
  let chunks = 0;
  for (let from = 0; from < compressed.length; from += CHUNK_BYTES) {
    await bucket.put(chunkKey(key, generation, chunks), compressed.subarray(from, from + CHUNK_BYTES));
    chunks += 1;
  }
  const head: Head = { generation, chunks, sha256: sha256(compressed) };
  // The head is written last: until then a reader finds the checkpoint before.
  await bucket.put(key, JSON.stringify(head));
  if (before !== undefined) await removeChunks(bucket, key, before);
}

/** State of any size in a bucket: compressed, in parts, valid as a whole. One writer per key. */
export const checkpointsIn = (bucket: Bucket): Checkpoints => ({
  load: (key) => load(bucket, key),
  save: (key, state) => save(bucket, key, state),
});
