import { MAX_RECORD_BYTES, VARIABLE_LENGTH } from './template.ts';
import type { Template } from './template.ts';

/** The template without its fields of variable length: the shape of a packed record. */
export const packedTemplate = (template: Template): Template => ({
  ...template,
  fields: template.fields.filter(({ length }) => length !== VARIABLE_LENGTH),
});

const scratch = new Uint8Array(MAX_RECORD_BYTES);
/** The packed record; valid until the next call of `packRecord`. */
export const packedView = new DataView(scratch.buffer);

/** Length of a field of variable length and of the length itself: one byte, or 255 and two more (RFC 7011 §7). */
function variableSize(view: DataView, at: number, end: number): number {
  if (at >= end) return -1;
  const short = view.getUint8(at);
  if (short < 255) return 1 + short;
  return at + 3 > end ? -1 : 3 + view.getUint16(at + 1);
}

/**
 * Copies the fields of constant length of the record at `at` together, so that a compiled decoder can read them, and answers
 * where the record ends; -1 when it ends behind `end`.
 */
export function packRecord(template: Template, view: DataView, span: { at: number; end: number }): number {
  let { at } = span;
  let packed = 0;
  for (const { length } of template.fields) {
    const variable = length === VARIABLE_LENGTH;
    const size = variable ? variableSize(view, at, span.end) : length;
    if (size < 0 || at + size > span.end) return -1;
    if (!variable) {
      scratch.set(new Uint8Array(view.buffer, view.byteOffset + at, size), packed);
      packed += size;
    }
    at += size;
  }
  return at;
}
