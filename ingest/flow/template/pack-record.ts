import { hasEnterprise } from './application-id.ts';
import { APPLICATION, elementsOf } from './elements.ts';
import { packetSection } from './packet-section.ts';
import { MAX_TEXT_BYTES } from './device-text.ts';
import { hostElements } from './host.ts';
import type { InformationElement } from './registry.ts';
import {
  MAX_FIELDS,
  MAX_RECORD_BYTES,
  VARIABLE_LENGTH,
  type TemplateField,
  type FlowTemplate,
} from './template.ts';

/** Longest plausible application id. */
const APPLICATION_BYTES = 16;
/** Text elements that are read. */
const texts: readonly InformationElement[] = [
  ...elementsOf('user'),
  ...elementsOf('applicationText'),
  ...hostElements,
];

const isApplicationId = ({ id, enterprise }: TemplateField): boolean =>
  enterprise === 0 && id === APPLICATION;

/**
 * Bytes of a field in a packed record: a constant number for variable-length fields that are read, none for the others.
 */
function packedBytes(field: TemplateField): number {
  if (field.length !== VARIABLE_LENGTH) return field.length;
  if (isApplicationId(field)) return APPLICATION_BYTES;
  return texts.some(({ id, enterprise }) => field.id === id && field.enterprise === enterprise)
    ? MAX_TEXT_BYTES
    : 0;
}

/** The fixed-length template of a packed record. */
export const packedTemplate = (template: FlowTemplate): FlowTemplate => ({
  ...template,
  fields: template.fields
    .map((field) => ({ ...field, length: packedBytes(field) }))
    .filter(({ length }) => length > 0),
});

const scratch = new Uint8Array(MAX_RECORD_BYTES + MAX_FIELDS * MAX_TEXT_BYTES);

/**
 * Packs a variable-length field: a text padded with zeroes; an application id with its selector at the end, because
 * exporters omit leading zeroes (RFC 6759 §4).
 */
function packVariable(field: TemplateField, bytes: Uint8Array, at: number): void {
  const length = packedBytes(field);
  scratch.fill(0, at, at + length);
  if (!isApplicationId(field)) {
    scratch.set(bytes.subarray(0, length), at);
    return;
  }
  const [engine = 0] = bytes;
  const before = hasEnterprise(engine, bytes.length) ? 5 : 1;
  if (bytes.length <= before || bytes.length > length) return;
  scratch.set(bytes.subarray(0, before), at);
  scratch.set(bytes.subarray(before), at + length - (bytes.length - before));
}
/** The packed record, valid until the next call of `packRecord`. */
export const packedView = new DataView(scratch.buffer);

/**
 * Content bytes of a field and, if it is variable, of its length prefix: one byte, or 255 and two more (RFC 7011 §7).
 * Undefined if it ends after `end`.
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
 * Packs the record at `at` so that a compiled decoder can read it, and sets `packetSection`. Returns the end of the record, -1 if it is after
 * `end`.
 */
export function packRecord(
  template: FlowTemplate,
  view: DataView,
  span: { at: number; end: number },
): number {
  let { at } = span;
  let packed = 0;
  packetSection.reset();
  for (const field of template.fields) {
    const { length } = field;
    const size = fieldSize(view, { at, end: span.end }, length);
    if (size === undefined) return -1;
    packetSection.observe(field, view, { at: at + size.header, length: size.content });
    const taken = packedBytes(field);
    if (taken > 0) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset + at + size.header, size.content);
      if (length === VARIABLE_LENGTH) packVariable(field, bytes, packed);
      else scratch.set(bytes, packed);
      packed += taken;
    }
    at += size.header + size.content;
  }
  return at;
}
