import { detailedFlows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { write } from './compile-values.ts';
import { addressElements } from './elements.ts';
import { findFirstField, positionExpression, unsignedExpression, type PlacedField } from './field-layout.ts';

const { offset } = layoutOf(detailedFlows);

/** Columns of addresses. */
type AddressColumn =
  | 'source'
  | 'destination'
  | 'next_hop'
  | 'post_nat_source'
  | 'post_nat_destination'
  | 'client';

interface AddressRule {
  readonly column: AddressColumn;
  /** Elements that carry the address. Those of the column by default. */
  readonly elements?: (typeof addressElements)[keyof typeof addressElements];
  /** An IPv4 address of 0.0.0.0 stands for none. */
  readonly zeroIsNone?: boolean;
}

/** Statements that write an address, and its site where the row has one. */
function siteLine(column: AddressColumn, lookUp: string): string {
  if (column !== 'source' && column !== 'destination') return '';
  return write.u32(offset[`${column}_site`], lookUp);
}

/** Statements that copy the 16 bytes of an IPv6 address. */
const v6Lines = (column: AddressColumn, from: number): string[] => [
  ...[0, 4, 8, 12].map(
    (step) =>
      `o.setUint32(r + ${String(offset[column] + step)}, v.getUint32(${positionExpression(from + step)}));`,
  ),
  siteLine(column, `sites.ofV6(v, ${positionExpression(from)})`),
];

/** A record may carry both families: the IPv6 address counts unless the IPv4 address is set. */
export function addressLines(
  fields: readonly PlacedField[],
  { column, elements = addressElements[column], zeroIsNone = false }: AddressRule,
): string[] {
  const cell = offset[column];
  const placed = findFirstField(fields, elements.v6);
  const six = placed?.field.length === 16 ? placed : undefined;
  const lines = six === undefined ? [] : v6Lines(column, six.offset);
  const four = findFirstField(fields, elements.v4);
  if (four?.field.length !== 4) return lines;
  const text = `o.setUint32(r + ${String(cell + 8)}, 0xffff); o.setUint32(r + ${String(cell + 12)}, a); ${siteLine(column, 'sites.ofV4(a)')}`;
  const address = unsignedExpression(four.offset, 4);
  if (six === undefined) return [`{ const a = ${address}; ${zeroIsNone ? 'if (a !== 0) ' : ''}{ ${text} } }`];
  const clear = `o.setUint32(r + ${String(cell)}, 0); o.setUint32(r + ${String(cell + 4)}, 0);`;
  return [...lines, `{ const a = ${address}; if (a !== 0) { ${clear} ${text} } }`];
}

/** The BGP next hop is read where the template has no other. */
function nextHopElements(fields: readonly PlacedField[]) {
  const { next_hop: own, bgp_next_hop: ofBgp } = addressElements;
  return findFirstField(fields, [...own.v4, ...own.v6]) === undefined ? ofBgp : own;
}

/** Source, destination and next hop. */
export const addressCells = (fields: readonly PlacedField[]): string[] => [
  ...addressLines(fields, { column: 'source' }),
  ...addressLines(fields, { column: 'destination' }),
  ...addressLines(fields, { column: 'next_hop', elements: nextHopElements(fields) }),
];
