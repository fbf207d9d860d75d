import { layoutOf } from '#schemas/table/layout.ts';
import { detailedFlows, flows } from '#schemas/table/flows.ts';
import { FIRST_ENTERPRISE, WITH_ENTERPRISE } from '#schemas/application/device-application.ts';
import { NAMED_ENGINE, hasEnterprise, isApplicationId, selectorBytes } from './application-id.ts';
import { addressCells } from './compile-addresses.ts';
import { commonDetailCells, detailCells, isDetailed } from './compile-details.ts';
import { samplingLines } from './compile-sampling.ts';
import { timeLines } from './compile-times.ts';
import { alternative, quantity, write } from './compile-values.ts';
import { APPLICATION, elementsOf } from './elements.ts';
import type { RecordContext } from './record-context.ts';
import {
  positionExpression,
  findFirstField,
  findField,
  layoutFields,
  unsignedExpression,
  type PlacedField,
} from './field-layout.ts';
import type { FlowTemplate } from './template.ts';

/** A run of `count` consecutive records. */
export interface RecordRun {
  readonly at: number;
  readonly count: number;
}

/**
 * Writes consecutive rows into `out` from `row` on, rows of `detailedFlows` if the template is detailed. The exporter's constant cells are already in place. The records
 * must end within the view.
 */
export type RecordDecoder = (
  view: DataView,
  records: RecordRun,
  target: { readonly out: DataView; readonly row: number; readonly context: RecordContext },
) => void;

const { offset, rowBytes } = layoutOf(flows);
const detailedRowBytes = layoutOf(detailedFlows).rowBytes;

const cells = [
  ['protocol', 'protocol', write.u8],
  ['tcp_flags', 'tcpFlags', write.u16],
  ['source_as', 'sourceAs', write.u32],
  ['destination_as', 'destinationAs', write.u32],
  ['end_reason', 'endReason', write.u8],
] as const;

const alternativeCells = [
  ['source_port', 'sourcePort', write.u16],
  ['destination_port', 'destinationPort', write.u16],
  ['vpn', 'vpn', write.u32],
] as const;

/** By convention ICMP type and code are stored as the destination port. */
function icmpLines(fields: readonly PlacedField[]): string[] {
  const both = alternative(fields, 'icmp');
  const lines =
    both === undefined
      ? []
      : [`{ const i = ${both}; if (i !== 0) ${write.u16(offset.destination_port, 'i')} }`];
  const type = alternative(fields, 'icmpType');
  const protocol = quantity(fields, 'protocol');
  if (type === undefined || protocol === undefined) return lines;
  const value = `${type} * 256 + ${alternative(fields, 'icmpCode') ?? '0'}`;
  return [
    ...lines,
    `{ const i = ${protocol}; if (i === 1 || i === 58) ${write.u16(offset.destination_port, value)} }`,
  ];
}

function plainCells(fields: readonly PlacedField[]): string[] {
  const lines = cells.flatMap(([column, name, put]) => {
    const value = quantity(fields, name);
    return value === undefined ? [] : [put(offset[column], value)];
  });
  for (const [column, name, put] of alternativeCells) {
    const value = alternative(fields, name);
    if (value !== undefined) lines.push(put(offset[column], value));
  }
  const direction = quantity(fields, 'direction');
  // IOS XR sends 255 where it does not know: that becomes 0 without a branch.
  if (direction !== undefined) lines.push(write.u8(offset.direction, `(${direction} + 1 & 255) >> 1`));
  const tos = quantity(fields, 'tos');
  // The DSCP set by the device counts only if the received one is not reported.
  const dscp = quantity(fields, 'dscp') ?? (tos === undefined ? quantity(fields, 'postDscp') : `${tos} >> 2`);
  if (dscp !== undefined) lines.push(write.u8(offset.dscp, dscp));
  lines.push(...icmpLines(fields));
  return lines;
}

const sides = ['in', 'out'] as const;

/** Consecutive records mostly name the same interfaces, so a lookup is made only when the index changes. */
const LAST_INTERFACES = sides.map((side) => `let ${side}Of = -1, ${side}Is;`).join(' ');

function interfaceCells(fields: readonly PlacedField[]): string[] {
  return sides.flatMap((side) => {
    const index = quantity(fields, `${side}Index`);
    if (index === undefined) return [];
    const lookUp = `if (i !== ${side}Of) { ${side}Of = i; ${side}Is = interfaces.get(i); }`;
    const put = `if (${side}Is !== undefined) ${write.u32(offset[`${side}_interface`], `${side}Is`)}`;
    return [`{ const i = ${index}; ${write.u32(offset[`${side}_index`], 'i')} ${lookUp} ${put} }`];
  });
}

/** Application of a device that only reports names. */
function namedApplication(fields: readonly PlacedField[]): string[] {
  const placed = findFirstField(fields, elementsOf('applicationText'));
  if (placed === undefined) return [];
  const number = `named.selectorOf(v, ${positionExpression(placed.offset)}, ${String(placed.field.length)})`;
  const put = `${write.u32(offset.application + 4, String(NAMED_ENGINE))} ${write.u32(offset.application, 'x')}`;
  return [`{ const x = ${number}; if (x !== 0) { ${put} } }`];
}

/** Engine (for engine 20 with its enterprise) into the upper half, selector into the lower (RFC 6759 §4). */
function applicationCell(fields: readonly PlacedField[]): string[] {
  const placed = findField(fields, APPLICATION);
  if (placed === undefined || !isApplicationId(placed.field.length)) return namedApplication(fields);
  const { length } = placed.field;
  const selector = (engine: number): string => {
    const bytes = selectorBytes(engine, length);
    return unsignedExpression(placed.offset + length - bytes, bytes);
  };
  const cellsOf = (upper: string, lower: string): string =>
    `${write.u32(offset.application + 4, upper)} ${write.u32(offset.application, lower)}`;
  const plain = cellsOf('e', selector(0));
  const engine = `const e = v.getUint8(${positionExpression(placed.offset)});`;
  if (!hasEnterprise(WITH_ENTERPRISE, length)) return [`{ ${engine} ${plain} }`];
  const upper = `n > 0 && n < ${String(FIRST_ENTERPRISE)} ? ${String(FIRST_ENTERPRISE)} + n : e`;
  const ofEnterprise = `const n = ${unsignedExpression(placed.offset + 1, 4)}; ${cellsOf(upper, selector(WITH_ENTERPRISE))}`;
  return [`{ ${engine} if (e === ${String(WITH_ENTERPRISE)}) { ${ofEnterprise} } else { ${plain} } }`];
}

/** Fields shared by all records of a call, read once: V8 cannot rule out that a store into a row changes them. */
const SHARED =
  'exportMs, bootMs, uptimeMs, shiftMs, sampling, factor, rate, samplers, interfaceRates, interfaces, sites, named';

/**
 * Compiles a template into one function that reads fields at constant offsets and writes rows in place, in a loop over
 * the records of a set, without lookups per record. The source text consists only of constants and numbers of the
 * template.
 */
export function compileRecord(template: FlowTemplate): RecordDecoder {
  const { placed, total } = layoutFields(template);
  const detailed = isDetailed(template);
  const lines = [
    ...plainCells(placed),
    ...commonDetailCells(placed),
    ...(detailed ? detailCells(placed) : []),
    ...addressCells(placed),
    ...interfaceCells(placed),
    ...applicationCell(placed),
    ...samplingLines(placed),
    ...timeLines(placed),
  ];
  const body = [
    `const o = t.out, c = t.context, { ${SHARED} } = c;`,
    `let p = s.at, r = t.row, sum = 0, large = 0; ${LAST_INTERFACES}`,
    'for (let left = s.count; left > 0; left -= 1) {',
    ...lines,
    `p += ${String(total)}; r += ${String(detailed ? detailedRowBytes : rowBytes)};`,
    '}',
    'c.bytes = sum; c.large = large;',
  ].join('\n');
  // oxlint-disable-next-line typescript/no-implied-eval -- made of constants and of checked numbers of the template
  return new Function('v', 's', 't', body) as RecordDecoder;
}
