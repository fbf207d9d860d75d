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

/**
 * Bytes of a field: of its content, and of the length before it, one byte, or 255 and two more, when it is variable (RFC 7011
 * §7). Undefined when it ends behind `end`.
 */
export function fieldSize(
  view: DataView,
  { at, end }: { readonly at: number; readonly end: number },
  length: number,
): { readonly header: number; readonly content: number } | undefined {
  const header = length !== VARIABLE_LENGTH ? 0 : at < end && view.getUint8(at) === 255 ? 3 : 1;
  if (at + header > end) return undefined;
  const content = header === 0 ? length : header === 1 ? view.getUint8(at) : view.getUint16(at + 1);
  return at + header + content > end ? undefined : { header, content };
}

/**
 * Copies the fields of constant length of the record at `at` together, so that a compiled decoder can read them, and answers
 * where the record ends; -1 when it ends behind `end`.
 */
export function packRecord(template: Template, view: DataView, span: { at: number; end: number }): number {
  let { at } = span;
  let packed = 0;
  for (const { length } of template.fields) {
    const size = fieldSize(view, { at, end: span.end }, length);
    if (size === undefined) return -1;
    if (length !== VARIABLE_LENGTH) {
      scratch.set(new Uint8Array(view.buffer, view.byteOffset + at, length), packed);
      packed += length;
    }
    at += size.header + size.content;
  }
  return at;
}
