import { octetText } from '#platform/text/octet-text.ts';

/** Longest stored name. Vendor names have at most 64 bytes. */
export const MAX_TEXT_BYTES = 128;

/**
 * Returns the text of `length` bytes at `at` without padding zeroes, control characters and those that
 * change the direction of writing, cut to the maximum length.
 */
export function deviceText(
  view: DataView,
  { at, length }: { readonly at: number; readonly length: number },
): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length);
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return octetText(bytes.subarray(0, end), MAX_TEXT_BYTES)
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim();
}
