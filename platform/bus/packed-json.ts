import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Up to this size a value goes as plain JSON text. */
const PLAIN_BYTES = 256 * 1_024;
/** First bytes of a Zstandard frame (RFC 8878 3.1.1); no JSON text begins so. */
const FRAME = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** A value for one message: JSON, compressed when it is large, so that a reply stays below the server's max_payload. */
export function packJson(value: unknown): Uint8Array {
  const text = Buffer.from(JSON.stringify(value));
  return text.length <= PLAIN_BYTES ? text : zstdCompressSync(text);
}

/** What `packJson` made, plain JSON text too. Throws a SyntaxError when it is neither. */
export function unpackJson(bytes: Uint8Array): unknown {
  const isPacked = FRAME.equals(bytes.subarray(0, FRAME.length));
  return JSON.parse(new TextDecoder().decode(isPacked ? zstdDecompressSync(bytes) : bytes));
}
