import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { Duplex, Readable } from 'node:stream';
import { ClickHouseFailure } from './failure.ts';

/** Query text in a body longer than this is not one. */
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

/** The bytes of the body, decompressed. A body that ends early or is damaged throws. */
export function bodyOfRequest(request: IncomingMessage): Readable {
  const decode = decoder(request.headers['content-encoding']);
  if (decode === undefined) return request;
  request.on('error', (error) => decode.destroy(error));
  request.on('close', () => {
    if (!request.complete) decode.destroy(new Error('the body ended early'));
  });
  return request.pipe(decode);
}

/** The whole body as text. */
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

/** Writes what stands in the query text already, then the body, into a file; answers how many bytes. */
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
