import { createGzip, gunzipSync } from 'node:zlib';
import { once } from 'node:events';

/** Fast: the files are read a few times at most. */
const LEVEL = 4;

/** Compresses texts one after the other, so that the whole is never in memory uncompressed. */
export async function compressed(parts: Iterable<string>): Promise<Buffer> {
  const gzip = createGzip({ level: LEVEL });
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
  });
  for (const part of parts) if (!gzip.write(part)) await once(gzip, 'drain');
  gzip.end();
  await once(gzip, 'end');
  return Buffer.concat(chunks);
}

export const uncompressed = (bytes: Uint8Array): Buffer => gunzipSync(bytes);
