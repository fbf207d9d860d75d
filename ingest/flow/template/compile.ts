import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import { FIRST_ENTERPRISE, WITH_ENTERPRISE } from '#schemas/application/device-application.ts';
import { NAMED_ENGINE, hasEnterprise, isApplicationId, selectorBytes } from './application-id.ts';
import { APPLICATION, addressElements, elementsOf, ntpTimes } from './elements.ts';
import type { Quantity } from './elements.ts';
import type { RecordContext } from './record-context.ts';
import {
  TWO_32,
  positionExpression,
  findFirstField,
  isNumber,
  findField,
  layoutFields,
  unsignedExpression,
} from './field-layout.ts';
import type { PlacedField } from './field-layout.ts';
import type { FlowTemplate } from './template.ts';

/** A run of `count` consecutive records. */
export interface RecordRun {
  readonly at: number;
  readonly count: number;
}

/**
 * Writes consecutive rows into `out` from `row` on. The exporter's constant cells are already in place. The records
 * must end within the view.
 */
export type RecordDecoder = (
  view: DataView,
  records: RecordRun,
  target: { readonly out: DataView; readonly row: number; readonly context: RecordContext },
) => void;

const { offset, rowBytes } = layoutOf(flows);
/** Seconds from the NTP epoch (1900) to 1970. */
const NTP_EPOCH_S = 2_208_988_800;

/** `value = first || second || …` over the fields that carry the quantity. */
function quantity(fields: readonly PlacedField[], name: Quantity): string | undefined {
  const reads = elementsOf(name).flatMap(({ id, enterprise }) => {
    const placed = findField(fields, id, enterprise);
    return placed !== undefined && isNumber(placed.field)
      ? [unsignedExpression(placed.offset, placed.field.length)]
      : [];
  });
  return reads.length === 0 ? undefined : `(${reads.join(' || ')})`;
}

const write = {
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

const cells = [
  ['source_port', 'sourcePort', write.u16],
  ['destination_port', 'destinationPort', write.u16],
  ['protocol', 'protocol', write.u8],
  ['tcp_flags', 'tcpFlags', write.u16],
  ['source_as', 'sourceAs', write.u32],
  ['destination_as', 'destinationAs', write.u32],
  ['direction', 'direction', write.u8],
  ['end_reason', 'endReason', write.u8],
  ['vpn', 'vpn', write.u32],
] as const;

function plainCells(fields: readonly PlacedField[]): string[] {
  const lines = cells.flatMap(([column, name, put]) => {
    const value = quantity(fields, name);
    return value === undefined ? [] : [put(offset[column], value)];
  });
  const tos = quantity(fields, 'tos');
  // The DSCP set by the device counts only if the received one is not reported.
  const dscp = quantity(fields, 'dscp') ?? (tos === undefined ? quantity(fields, 'postDscp') : `${tos} >> 2`);
  if (dscp !== undefined) lines.push(write.u8(offset.dscp, dscp));
  // By convention ICMP type and code are stored as the destination port.
  const icmp = quantity(fields, 'icmp');
  if (icmp !== undefined)
    lines.push(`{ const i = ${icmp}; if (i !== 0) ${write.u16(offset.destination_port, 'i')} }`);
  return lines;
}

/** A record may carry both families: the IPv6 address counts unless the IPv4 address is set. */
function addressLines(fields: readonly PlacedField[], column: keyof typeof addressElements): string[] {
  const { v4, v6 } = addressElements[column];
  const cell = offset[column];
  const site = column === 'next_hop' ? undefined : offset[`${column}_site`];
  const put = (lookUp: string): string => (site === undefined ? '' : write.u32(site, lookUp));
  const six = findFirstField(fields, v6);
  const hasSix = six?.field.length === 16;
  const words = hasSix
    ? [0, 4, 8, 12].map(
        (step) =>
          `o.setUint32(r + ${String(cell + step)}, v.getUint32(${positionExpression(six.offset + step)}));`,
      )
    : [];
  const lines = hasSix ? [...words, put(`sites.ofV6(v, ${positionExpression(six.offset)})`)] : [];
  const four = findFirstField(fields, v4);
  if (four?.field.length !== 4) return lines;
  const text = `o.setUint32(r + ${String(cell + 8)}, 0xffff); o.setUint32(r + ${String(cell + 12)}, a); ${put('sites.ofV4(a)')}`;
  const clear = hasSix
    ? `o.setUint32(r + ${String(cell)}, 0); o.setUint32(r + ${String(cell + 4)}, 0); `
    : '';
  const guard = hasSix ? 'if (a !== 0) ' : '';
  return [...lines, `{ const a = ${unsignedExpression(four.offset, 4)}; ${guard}{ ${clear}${text} } }`];
}

const addressCells = (fields: readonly PlacedField[]): string[] =>
  (['source', 'destination', 'next_hop'] as const).flatMap((column) => addressLines(fields, column));

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

/** Sampling rate of the interface that sampled: the input interface, or the output interface for an egress flow. */
function interfaceRate(fields: readonly PlacedField[]): string[] {
  const into = quantity(fields, 'inIndex');
  const from = quantity(fields, 'outIndex');
  if (into === undefined && from === undefined) return [];
  const rate = (index: string | undefined): string =>
    index === undefined ? 'undefined' : `interfaceRates.get(${index})`;
  const direction = quantity(fields, 'direction') ?? '0';
  const found = `${direction} === 1 ? ${rate(from)} ?? ${rate(into)} : ${rate(into)} ?? ${rate(from)}`;
  return [`if (interfaceRates !== undefined) n = (${found}) ?? n;`];
}

function samplingLines(fields: readonly PlacedField[]): string[] {
  const lines = ['let n = sampling;', ...interfaceRate(fields)];
  const sampler = quantity(fields, 'sampler');
  if (sampler !== undefined) lines.push(`n = samplers.get(${sampler}) ?? n;`);
  const interval = quantity(fields, 'samplingInterval');
  if (interval !== undefined) lines.push(`n = ${interval} || n;`);
  const taken = quantity(fields, 'samplingTaken');
  const skipped = quantity(fields, 'samplingSkipped');
  if (taken !== undefined && skipped !== undefined)
    lines.push(`{ const t = ${taken}; if (t > 0) n = Math.round((t + ${skipped}) / t); }`);
  lines.push(write.u32(offset.sampling, 'n'));
  for (const column of ['bytes', 'packets'] as const) {
    const value = quantity(fields, column);
    if (value !== undefined) lines.push(write.u64(offset[column], `${value} * n`));
  }
  return lines;
}

const ntpMs = (distance: number): string =>
  `((v.getUint32(${positionExpression(distance)}) - ${String(NTP_EPOCH_S)}) * 1000 + Math.floor(v.getUint32(${positionExpression(distance + 4)}) * 1000 / ${String(TWO_32)}))`;

/** Expression for the start or end time in exporter milliseconds. Undefined if the template has none. */
function timeOf(fields: readonly PlacedField[], end: 'first' | 'last'): string | undefined {
  const ms = quantity(fields, `${end}Ms`);
  if (ms !== undefined) return ms;
  const ntp = ntpTimes[end].map((id) => findField(fields, id)).find((placed) => placed?.field.length === 8);
  if (ntp !== undefined) return ntpMs(ntp.offset);
  const whole = quantity(fields, `${end}Seconds`);
  if (whole !== undefined) return `${whole} * 1000`;
  const before = quantity(fields, `${end}DeltaUs`);
  if (before !== undefined) return `(exportMs - Math.floor(${before} / 1000))`;
  const uptime = quantity(fields, `${end}Uptime`);
  if (uptime === undefined) return undefined;
  const boot = quantity(fields, 'systemInitMs');
  // For an uptime of more than 49.7 days: adds the number of wraps that brings the time nearest to the export.
  if (boot !== undefined)
    return `((x) => x + Math.round((exportMs - x) / ${String(TWO_32)}) * ${String(TWO_32)})(${boot} + ${uptime})`;
  // The 32-bit uptime wraps after 49.7 days: a time after the export was taken before the wrap.
  return `((x) => bootMs + (x > uptimeMs + 2147483648 ? x - ${String(TWO_32)} : x))(${uptime})`;
}

function timeLines(fields: readonly PlacedField[]): string[] {
  const last = timeOf(fields, 'last');
  const first = timeOf(fields, 'first');
  const durationMs = quantity(fields, 'durationMs');
  const durationUs = quantity(fields, 'durationUs');
  const duration = durationMs ?? (durationUs === undefined ? undefined : `Math.floor(${durationUs} / 1000)`);
  const end = last ?? (first !== undefined && duration !== undefined ? `${first} + ${duration}` : 'exportMs');
  const begin = first ?? (duration === undefined ? 'last' : `last - ${duration}`);
  return [
    `let last = ${end};`,
    // Implausible times (no boot time, long before or after the export) are replaced by the export time.
    'if (!(last - exportMs < 300000 && exportMs - last < 86400000)) { last = exportMs; c.timesReplaced += 1; }',
    `let first = ${begin};`,
    'if (!(first <= last) || last - first > 86400000) first = last;',
    write.u64(offset.first, 'first + shiftMs'),
    write.u64(offset.last, 'last + shiftMs'),
  ];
}

/** Fields shared by all records of a call, read once: V8 cannot rule out that a store into a row changes them. */
const SHARED =
  'exportMs, bootMs, uptimeMs, shiftMs, sampling, samplers, interfaceRates, interfaces, sites, named';

/**
 * Compiles a template into one function that reads fields at constant offsets and writes rows in place, in a loop over
 * the records of a set, without lookups per record. The source text consists only of constants and numbers of the
 * template.
 */
export function compileRecord(template: FlowTemplate): RecordDecoder {
  const { placed, total } = layoutFields(template);
  const lines = [
    ...plainCells(placed),
    ...addressCells(placed),
    ...interfaceCells(placed),
    ...applicationCell(placed),
    ...samplingLines(placed),
    ...timeLines(placed),
  ];
  const body = [
    `const o = t.out, c = t.context, { ${SHARED} } = c;`,
    `let p = s.at, r = t.row; ${LAST_INTERFACES}`,
    'for (let left = s.count; left > 0; left -= 1) {',
    ...lines,
    `p += ${String(total)}; r += ${String(rowBytes)};`,
    '}',
  ].join('\n');
  // oxlint-disable-next-line typescript/no-implied-eval -- made of constants and of checked numbers of the template
  return new Function('v', 's', 't', body) as RecordDecoder;
}
