import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Values above this size are compressed by default. */
const PLAIN_BYTES = 256 * 1_024;
/** First bytes of a Zstandard frame (RFC 8878 3.1.1); no JSON text starts like this. */
const FRAME = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Encodes a value for one message: JSON, compressed above `plainBytes`, so that a reply stays below the server's max_payload. */
export function packJson(value: unknown, plainBytes = PLAIN_BYTES): Uint8Array {
  const text = Buffer.from(JSON.stringify(value));
  return text.length <= plainBytes ? text : zstdCompressSync(text);
}

/** Decodes the bytes of `packJson`. Throws a SyntaxError for anything else. */
export function unpackJson(bytes: Uint8Array): unknown {
  const isPacked = FRAME.equals(bytes.subarray(0, FRAME.length));
  return JSON.parse(new TextDecoder().decode(isPacked ? zstdDecompressSync(bytes) : bytes));
}
