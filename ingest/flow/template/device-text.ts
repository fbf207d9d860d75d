/** Longest stored name. Vendor names have at most 64 bytes. */
export const MAX_TEXT_BYTES = 128;
const utf8 = new TextDecoder();

/**
 * Returns the text of `length` bytes at `at` without padding zeroes, control characters and those that
 * change the direction of writing, cut to the maximum length.
 */
export function deviceText(
  view: DataView,
  { at, length }: { readonly at: number; readonly length: number },
): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, Math.min(length, MAX_TEXT_BYTES));
  const text = utf8.decode(bytes).replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '');
  // Remove a character that the cut split.
  return (length > MAX_TEXT_BYTES ? text.replace(/\u{FFFD}$/u, '') : text).trim();
}
