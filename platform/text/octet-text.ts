import { isUtf8 } from 'node:buffer';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');
const MAX_TAIL = 3;

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Bytes of a character at the end that misses its last ones (RFC 3629 §3); 0: the text ends with a character. */
function cutBytes(bytes: Uint8Array): number {
  let tail = 1;
  while (tail <= MAX_TAIL && isContinuation(bytes.at(-tail))) tail += 1;
  const lead = bytes.at(-tail) ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
  return tail < length ? tail : 0;
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

/** The UTF-8 of a text, undefined: it has another encoding. Agents cut texts at a number of bytes, also within a character. */
function utf8Part(bytes: Uint8Array): Uint8Array | undefined {
  if (isUtf8(bytes)) return bytes;
  const cut = cutBytes(bytes);
  const part = bytes.subarray(0, bytes.length - cut);
  // A single byte behind nothing but ASCII is rather a letter of Windows-1252: `caf\xE9`.
  return cut > 0 && isUtf8(part) && (cut > 1 || !isAscii(part)) ? part : undefined;
}

/**
 * The text of bytes that come from a device: UTF-8, else Windows-1252, which contains Latin-1 (WHATWG Encoding §4.2). Configured texts have
 * the encoding of the terminal that wrote them. At most `maxBytes` of the bytes are read, without a character that this limit cuts.
 */
export function octetText(bytes: Uint8Array, maxBytes = Infinity): string {
  const part = utf8Part(bytes);
  if (part === undefined) return windows1252.decode(bytes.subarray(0, maxBytes));
  if (part.length <= maxBytes) return utf8.decode(part);
  const limited = part.subarray(0, maxBytes);
  return utf8.decode(limited.subarray(0, limited.length - cutBytes(limited)));
}
