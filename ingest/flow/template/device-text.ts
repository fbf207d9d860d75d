/** The longest name that is kept; those of vendors have at most 64 bytes. */
export const MAX_TEXT_BYTES = 128;
const utf8 = new TextDecoder();

/**
 * The text that a device put into `length` bytes of a view at `at`: without the zeroes that fill it up and other control
 * characters, and cut where a name is too long to be one.
 */
export function deviceText(
  view: DataView,
  { at, length }: { readonly at: number; readonly length: number },
): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, Math.min(length, MAX_TEXT_BYTES));
  const text = utf8.decode(bytes).replaceAll(/\p{Cc}/gu, '');
  // A character that the cut went through.
  return (length > MAX_TEXT_BYTES ? text.replace(/\u{FFFD}$/u, '') : text).trim();
}
