import type { InformationElement } from './registry.ts';
import type { TemplateField, FlowTemplate } from './template.ts';

export const TWO_32 = 4_294_967_296;

/** Where a field stands: at a constant distance from `p`. */
export interface PlacedField {
  readonly field: TemplateField;
  readonly distance: number;
}

export const positionExpression = (distance: number): string => (distance === 0 ? 'p' : `p + ${String(distance)}`);

/** Source text that reads an unsigned number, big-endian; reduced-size encoding gives any length (RFC 7011 §6.2). */
export function unsignedExpression(distance: number, length: number): string {
  if (length === 1) return `v.getUint8(${positionExpression(distance)})`;
  if (length === 2) return `v.getUint16(${positionExpression(distance)})`;
  if (length === 4) return `v.getUint32(${positionExpression(distance)})`;
  if (length > 4)
    return `(${unsignedExpression(distance, length - 4)} * ${String(TWO_32)} + ${unsignedExpression(distance + length - 4, 4)})`;
  return `(${unsignedExpression(distance, length - 2)} * 65536 + ${unsignedExpression(distance + length - 2, 2)})`;
}

export const isNumber = ({ length }: TemplateField): boolean => length >= 1 && length <= 8;

export const findField = (fields: readonly PlacedField[], id: number, enterprise = 0): PlacedField | undefined =>
  fields.find(({ field }) => field.id === id && field.enterprise === enterprise);

/** The first of these elements that the template has. */
export function findFirstField(fields: readonly PlacedField[], keys: readonly InformationElement[]): PlacedField | undefined {
  for (const { id, enterprise } of keys) {
    const found = findField(fields, id, enterprise);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where each field of a template stands, and the length of its record. */
export function layoutFields({ fields }: FlowTemplate): { placed: readonly PlacedField[]; total: number } {
  let distance = 0;
  const placed = fields.map((field) => {
    const here = { field, distance };
    distance += field.length;
    return here;
  });
  return { placed, total: distance };
}
