import { TWO_32 } from '#schemas/number.ts';
import type { InformationElement } from './registry.ts';
import type { TemplateField, FlowTemplate } from './template.ts';

/** A field at a constant offset from the record start `p`. */
export interface PlacedField {
  readonly field: TemplateField;
  readonly offset: number;
}

export const positionExpression = (offset: number): string => (offset === 0 ? 'p' : `p + ${String(offset)}`);

/** Source text that reads a big-endian unsigned number. Reduced-size encoding allows any length (RFC 7011 §6.2). */
export function unsignedExpression(offset: number, length: number): string {
  if (length === 1) return `v.getUint8(${positionExpression(offset)})`;
  if (length === 2) return `v.getUint16(${positionExpression(offset)})`;
  if (length === 4) return `v.getUint32(${positionExpression(offset)})`;
  if (length > 4)
    return `(${unsignedExpression(offset, length - 4)} * ${String(TWO_32)} + ${unsignedExpression(offset + length - 4, 4)})`;
  return `(${unsignedExpression(offset, length - 2)} * 65536 + ${unsignedExpression(offset + length - 2, 2)})`;
}

export const isNumber = ({ length }: TemplateField): boolean => length >= 1 && length <= 8;

export const findField = (
  fields: readonly PlacedField[],
  id: number,
  enterprise = 0,
): PlacedField | undefined => fields.find(({ field }) => field.id === id && field.enterprise === enterprise);

/** Returns the first of these elements that the template has. */
export function findFirstField(
  fields: readonly PlacedField[],
  keys: readonly InformationElement[],
): PlacedField | undefined {
  for (const { id, enterprise } of keys) {
    const found = findField(fields, id, enterprise);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the offset of each field and the record length of a template. */
export function layoutFields({ fields }: FlowTemplate): { placed: readonly PlacedField[]; total: number } {
  let offset = 0;
  const placed = fields.map((field) => {
    const here = { field, offset };
    offset += field.length;
    return here;
  });
  return { placed, total: offset };
}
