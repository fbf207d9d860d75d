import { alternativesOf, elementsOf, type Alternative, type Quantity } from './elements.ts';
import { TWO_32 } from '#schemas/number.ts';
import { findField, isNumber, unsignedExpression, type PlacedField } from './field-layout.ts';
import type { InformationElement } from './registry.ts';

const reads = (fields: readonly PlacedField[], elements: readonly InformationElement[]): readonly string[] =>
  elements.flatMap(({ id, enterprise }) => {
    const placed = findField(fields, id, enterprise);
    return placed !== undefined && isNumber(placed.field)
      ? [unsignedExpression(placed.offset, placed.field.length)]
      : [];
  });

/** Expression of the first field that carries the quantity. Undefined if the template has none. */
export const quantity = (fields: readonly PlacedField[], name: Quantity): string | undefined =>
  reads(fields, elementsOf(name))[0];

/** `first || second || …` over the fields of which at most one applies. Undefined if the template has none. */
export function alternative(fields: readonly PlacedField[], name: Alternative): string | undefined {
  const found = reads(fields, alternativesOf(name));
  return found.length === 0 ? undefined : `(${found.join(' || ')})`;
}

/**
 * Bytes or packets. Values after the device (OUT_BYTES) are the same traffic: they count where nothing was counted
 * before it, as in rows of FortiGate's reverse direction, and are never added. A total in addition to a delta is not read.
 */
export function volume(fields: readonly PlacedField[], name: 'bytes' | 'packets'): string | undefined {
  const before = quantity(fields, name);
  const after = quantity(fields, name === 'bytes' ? 'postBytes' : 'postPackets');
  return before !== undefined && after !== undefined ? `(${before} || ${after})` : (before ?? after);
}

/** Statements that write a cell of the row. */
export const write = {
  u8: (column: number, value: string) => `o.setUint8(r + ${String(column)}, ${value});`,
  u16: (column: number, value: string) => `o.setUint16(r + ${String(column)}, ${value}, true);`,
  u32: (column: number, value: string) => `o.setUint32(r + ${String(column)}, ${value}, true);`,
  /**
   * Writes an integer below 2^53 as 64 bits without a bigint. The store truncates modulo 2^32 (ECMA-262,
   * SetValueInBuffer); an explicit float modulo would cost more than everything else here.
   */
  u64: (column: number, value: string) =>
    `{ const x = ${value}; o.setUint32(r + ${String(column)}, x, true); o.setUint32(r + ${String(column + 4)}, x / ${String(TWO_32)}, true); }`,
};
