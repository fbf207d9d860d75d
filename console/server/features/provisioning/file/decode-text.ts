import { UnreadableFileError } from './sheet.ts';

export interface DecodedText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252';
}

const SAMPLE_BYTES = 4_096;
/** Share of zero bytes at one parity from which a text without a mark counts as UTF-16. */
const UTF16_SHARE = 0.3;

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/** Latin text in UTF-16 has a zero in every second byte: the odd ones for the little-endian order. */
function utf16Order(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let [even, odd] = [0, 0];
  for (let at = 0; at < sample.length; at += 1)
    if (sample[at] === 0) {
      if (at % 2 === 0) even += 1;
      else odd += 1;
    }
  const share = sample.length / 2;
  if (odd > share * UTF16_SHARE && even < odd / 4) return 'UTF-16LE';
  if (even > share * UTF16_SHARE && odd < even / 4) return 'UTF-16BE';
  return undefined;
}

function encodingOf(bytes: Uint8Array): DecodedText['encoding'] {
  if (startsWith(bytes, 0xff, 0xfe)) return 'UTF-16LE';
  if (startsWith(bytes, 0xfe, 0xff)) return 'UTF-16BE';
  return utf16Order(bytes) ?? 'UTF-8';
}

/** What no text contains, besides NUL: line ends, tabs and page breaks are text. */
const isControl = (code: number): boolean => code < 9 || (code > 13 && code < 27) || (code > 27 && code < 32);
/** Share of such characters from which what is decoded is no text with a few of them. */
const BINARY_SHARE = 0.05;

/** A text with a stray NUL names its line: programs write them into otherwise good exports. */
function rejectNul(text: string): void {
  const at = text.indexOf('\u0000');
  if (at === -1) return;
  const around = text.slice(Math.max(0, at - SAMPLE_BYTES), at + SAMPLE_BYTES);
  let controls = 0;
  for (let place = 0; place < around.length; place += 1)
    if (isControl(around.charCodeAt(place))) controls += 1;
  if (controls > around.length * BINARY_SHARE) throw new UnreadableFileError('IMPORT_FILE_BINARY');
  const line = text.slice(0, at).split(/\r\n|\n|\r/).length;
  throw new UnreadableFileError('IMPORT_FILE_NUL', { line });
}

/**
 * Decodes a text file: UTF-8 and UTF-16 with or without a byte order mark; what is neither is Windows-1252, which contains
 * Latin-1 (WHATWG Encoding, §4.2). Throws for binary content, and for NUL characters.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes);
  const decoded = decodeAs(bytes, encoding);
  rejectNul(decoded.text);
  return decoded;
}

function decodeAs(bytes: Uint8Array, encoding: DecodedText['encoding']): DecodedText {
  if (encoding !== 'UTF-8') return { text: new TextDecoder(encoding).decode(bytes), encoding };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
