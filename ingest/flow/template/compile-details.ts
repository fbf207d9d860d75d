import { USER_BYTES, detailedFlows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { addressLines } from './compile-addresses.ts';
import { alternative, quantity, write } from './compile-values.ts';
import { addressElements, elementsOf, type Quantity } from './elements.ts';
import { findFirstField, positionExpression, unsignedExpression, type PlacedField } from './field-layout.ts';
import type { FlowTemplate } from './template.ts';

const { offset } = layoutOf(detailedFlows);
const MAC_BYTES = 6;

const detailQuantities = [
  'natEvent',
  'firewallEvent',
  'postNatSourcePort',
  'postNatDestinationPort',
  'user',
  'clientMac',
] as const satisfies readonly Quantity[];
const detailAddresses = ['post_nat_source', 'post_nat_destination', 'client'] as const;

const keyOf = ({ id, enterprise }: { readonly id: number; readonly enterprise: number }): string =>
  `${String(enterprise)}/${String(id)}`;
const detailKeys: ReadonlySet<string> = new Set([
  ...detailQuantities.flatMap((name) => elementsOf(name).map(keyOf)),
  ...detailAddresses.flatMap((name) => [...addressElements[name].v4, ...addressElements[name].v6].map(keyOf)),
]);

/** Whether the rows of a template need the columns of `detailedFlows`. */
export const isDetailed = ({ fields }: FlowTemplate): boolean =>
  fields.some((field) => detailKeys.has(keyOf(field)));

/** Label of 20 bits from the first entry of a stack: 3 bytes without the TTL, 4 with it (RFC 3032 §2.1). */
function mplsLabel(fields: readonly PlacedField[]): string[] {
  const placed = findFirstField(fields, elementsOf('mplsLabel'));
  if (placed === undefined || placed.field.length < 3) return [];
  return [write.u32(offset.mpls_label, `${unsignedExpression(placed.offset, 3)} >>> 4`)];
}

/** One byte; some exporters send it in four (RFC 7270 §4.12). */
function forwardingStatus(fields: readonly PlacedField[]): string[] {
  const placed = findFirstField(fields, elementsOf('forwardingStatus'));
  if (placed === undefined || placed.field.length === 0) return [];
  const { length } = placed.field;
  return [write.u8(offset.forwarding_status, unsignedExpression(placed.offset + length - 1, 1))];
}

/** Cells that every row has. */
export function commonDetailCells(fields: readonly PlacedField[]): string[] {
  const egressVpn = quantity(fields, 'egressVpn');
  const vlan = alternative(fields, 'vlan');
  const postVlan = alternative(fields, 'postVlan');
  return [
    ...(egressVpn === undefined ? [] : [write.u32(offset.egress_vpn, egressVpn)]),
    ...(vlan === undefined ? [] : [write.u16(offset.vlan, vlan)]),
    ...(postVlan === undefined ? [] : [write.u16(offset.post_vlan, postVlan)]),
    ...mplsLabel(fields),
    ...forwardingStatus(fields),
  ];
}

const copied = {
  user: { column: 'user', maxBytes: USER_BYTES },
  clientMac: { column: 'client_mac', maxBytes: MAC_BYTES },
} as const;

/** Statement that copies a field into its cell, as far as it fits. */
function copyLine(fields: readonly PlacedField[], name: keyof typeof copied): string[] {
  const placed = findFirstField(fields, elementsOf(name));
  if (placed === undefined) return [];
  const { column, maxBytes } = copied[name];
  const bytes = Math.min(placed.field.length, maxBytes);
  return [
    `for (let b = 0; b < ${String(bytes)}; b += 1) o.setUint8(r + ${String(offset[column])} + b, v.getUint8(${positionExpression(placed.offset)} + b));`,
  ];
}

const numberCells = [
  ['nat_event', 'natEvent', write.u8],
  ['firewall_event', 'firewallEvent', write.u8],
  ['post_nat_source_port', 'postNatSourcePort', write.u16],
  ['post_nat_destination_port', 'postNatDestinationPort', write.u16],
] as const;

/** Cells of rows with details. */
export const detailCells = (fields: readonly PlacedField[]): string[] => [
  ...numberCells.flatMap(([column, name, put]) => {
    const value = quantity(fields, name);
    return value === undefined ? [] : [put(offset[column], value)];
  }),
  ...detailAddresses.flatMap((column) => addressLines(fields, { column, zeroIsNone: true })),
  ...copyLine(fields, 'user'),
  ...copyLine(fields, 'clientMac'),
];
