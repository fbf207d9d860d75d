import type { ElementKey } from './registry.ts';
import type { Field, Template } from './template.ts';

export const TWO_32 = 4_294_967_296;

/** Where a field stands: at a constant distance from `p`. */
export interface Placed {
  readonly field: Field;
  readonly at: number;
}

export const at = (distance: number): string => (distance === 0 ? 'p' : `p + ${String(distance)}`);

/** Source text that reads an unsigned number, big-endian; reduced-size encoding gives any length (RFC 7011 §6.2). */
export function unsigned(distance: number, length: number): string {
  if (length === 1) return `v.getUint8(${at(distance)})`;
  if (length === 2) return `v.getUint16(${at(distance)})`;
  if (length === 4) return `v.getUint32(${at(distance)})`;
  if (length > 4)
    return `(${unsigned(distance, length - 4)} * ${String(TWO_32)} + ${unsigned(distance + length - 4, 4)})`;
  return `(${unsigned(distance, length - 2)} * 65536 + ${unsigned(distance + length - 2, 2)})`;
}

export const isNumber = ({ length }: Field): boolean => length >= 1 && length <= 8;

export const named = (fields: readonly Placed[], id: number, enterprise = 0): Placed | undefined =>
  fields.find(({ field }) => field.id === id && field.enterprise === enterprise);

/** The first of these elements that the template has. */
export function firstNamed(fields: readonly Placed[], keys: readonly ElementKey[]): Placed | undefined {
  for (const { id, enterprise } of keys) {
    const found = named(fields, id, enterprise);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where each field of a template stands, and the length of its record. */
export function place({ fields }: Template): { placed: readonly Placed[]; total: number } {
  let distance = 0;
  const placed = fields.map((field) => {
    const here = { field, at: distance };
    distance += field.length;
    return here;
  });
  return { placed, total: distance };
}
