import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { Duplex, Readable } from 'node:stream';
import { ClickHouseFailure } from './failure.ts';

/** A longer body is not query text. */
const MAX_QUERY_BYTES = 16 * 1024 ** 2;

function decoder(encoding: string | undefined): Duplex | undefined {
  switch (encoding) {
    case undefined:
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress();
    default:
      throw new ClickHouseFailure(48, `Unknown compression method: ${encoding}`);
  }
}

/** Returns the decompressed body. Throws for a body that ends early or is damaged. */
export function bodyOfRequest(request: IncomingMessage): Readable {
  const decode = decoder(request.headers['content-encoding']);
  if (decode === undefined) return request;
  request.on('error', (error) => decode.destroy(error));
  request.on('close', () => {
    if (!request.complete) decode.destroy(new Error('the body ended early'));
  });
  return request.pipe(decode);
}

/** Reads the complete body. */
export async function readText(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_QUERY_BYTES) throw new ClickHouseFailure(229, 'Query is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Writes the inline data of the query text, then the body, into a file; returns the number of bytes. */
export async function spool(
  path: string,
  inline: Buffer | string,
  body: Readable | undefined,
): Promise<number> {
  const file = createWriteStream(path, { highWaterMark: 1024 ** 2 });
  if (inline.length > 0) file.write(inline);
  if (body === undefined) {
    await new Promise<void>((resolve, reject) => {
      file.on('error', reject);
      file.end(resolve);
    });
  } else await pipeline(body, file);
  return file.bytesWritten;
}
