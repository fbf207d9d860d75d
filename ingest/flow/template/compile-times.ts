import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { quantity, write } from './compile-values.ts';
import { ntpTimes } from './elements.ts';
import { TWO_32 } from '#schemas/number.ts';
import { findField, positionExpression, type PlacedField } from './field-layout.ts';

const { offset } = layoutOf(flows);
/** Seconds from the NTP epoch (1900) to 1970. */
const NTP_EPOCH_S = 2_208_988_800;

const ntpMs = (distance: number): string =>
  `((v.getUint32(${positionExpression(distance)}) - ${String(NTP_EPOCH_S)}) * 1000 + Math.floor(v.getUint32(${positionExpression(distance + 4)}) * 1000 / ${String(TWO_32)}))`;
/** Expression for the start or end time in exporter milliseconds. Undefined if the template has none. */
function timeOf(fields: readonly PlacedField[], end: 'first' | 'last'): string | undefined {
  const ms = quantity(fields, `${end}Ms`);
  if (ms !== undefined) return ms;
  const ntp = ntpTimes[end].map((id) => findField(fields, id)).find((placed) => placed?.field.length === 8);
  if (ntp !== undefined) return ntpMs(ntp.offset);
  const seconds = quantity(fields, `${end}Seconds`);
  if (seconds !== undefined) return `${seconds} * 1000`;
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

/** Expression for the duration in milliseconds, where it does not follow from the times. Undefined if the template has none. */
function durationOf(fields: readonly PlacedField[]): string | undefined {
  const ms = quantity(fields, 'durationMs');
  if (ms !== undefined) return ms;
  const us = quantity(fields, 'durationUs');
  return us === undefined ? undefined : `Math.floor(${us} / 1000)`;
}

/** Duration between two uptimes, which needs no boot time. */
function uptimeDuration(fields: readonly PlacedField[]): string | undefined {
  const last = quantity(fields, 'lastUptime');
  const first = quantity(fields, 'firstUptime');
  return last === undefined || first === undefined ? undefined : `(${last} - ${first} >>> 0)`;
}

/** Writes start and end. Implausible times are replaced by the export time; the flow keeps its duration. */
export function timeLines(fields: readonly PlacedField[]): string[] {
  const last = timeOf(fields, 'last');
  const first = timeOf(fields, 'first');
  const duration = durationOf(fields);
  const end = last ?? (first !== undefined && duration !== undefined ? `${first} + ${duration}` : 'exportMs');
  const begin = first ?? (duration === undefined ? 'last' : `last - ${duration}`);
  const durationCode = duration ?? uptimeDuration(fields) ?? 'last - first';
  return [
    `let last = ${end};`,
    `let first = ${begin};`,
    // Implausible: no boot time, long before or after the export.
    `if (!(last - exportMs < 300000 && exportMs - last < 86400000)) { first = exportMs - (${durationCode}); last = exportMs; c.timesReplaced += 1; }`,
    'if (!(first <= last) || last - first > 86400000) first = last;',
    write.u64(offset.first, 'first + shiftMs'),
    write.u64(offset.last, 'last + shiftMs'),
  ];
}
