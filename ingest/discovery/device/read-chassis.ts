import { realSerial } from '#schemas/discovery/same-device.ts';
import type { SnmpValue } from '../../snmp/agent/value.ts';
import type { RequestContext } from '../../snmp/request/get-objects.ts';
import { numberOrZero, readColumns, trimmedText } from '../../snmp/request/read-columns.ts';

/** entPhysicalTable (RFC 6933): large chassis have thousands of parts. */
const ENTITY = '1.3.6.1.2.1.47.1.1.1.1';
const MAX_PARTS = 3_000;
const columns = {
  kind: `${ENTITY}.5`,
  software: `${ENTITY}.10`,
  serial: `${ENTITY}.11`,
  vendor: `${ENTITY}.12`,
  model: `${ENTITY}.13`,
} as const;

/** entPhysicalClass: a stack (11) precedes its chassis. */
const CHASSIS = 3;

export interface Chassis {
  readonly vendor: string;
  readonly model: string;
  readonly serial: string;
  /** Of every chassis: the members of a stack. */
  readonly serials: readonly string[];
  readonly software: string;
}

export const noChassis: Chassis = { vendor: '', model: '', serial: '', serials: [], software: '' };

/** A serial number as reported, empty if it is a placeholder. */
function serialText(value: SnmpValue | undefined): string {
  const text = trimmedText(value);
  return realSerial(text) === '' ? '' : text;
}

/** Some agents leave out entPhysicalClass: the chassis is their first part with a serial number. */
async function readParts(context: RequestContext) {
  const cells = await readColumns(context, columns, MAX_PARTS);
  if (cells === undefined || cells.kind.size > 0) return cells;
  const { kind: _kind, serial, ...others } = columns;
  const found = await readColumns(context, { serial, ...others }, MAX_PARTS);
  if (found === undefined) return undefined;
  const [first] = [...found.serial].filter(([, value]) => serialText(value) !== '');
  const chassis: SnmpValue = { type: 'integer', value: CHASSIS };
  return { ...found, kind: new Map(first === undefined ? [] : [[first[0], chassis]]) };
}

/**
 * Returns the first chassis of the device, with empty texts if there is none. Undefined if the agent stopped
 * responding.
 */
export async function readChassis(context: RequestContext): Promise<Chassis | undefined> {
  const cells = await readParts(context);
  if (cells === undefined) return undefined;
  const chassis = [...cells.kind]
    .filter(([, kind]) => numberOrZero(kind) === CHASSIS)
    .map(([index]) => index);
  const [at] = chassis;
  if (at === undefined) return noChassis;
  const serials = chassis.map((index) => serialText(cells.serial.get(index))).filter(Boolean);
  // Routers report their software at the module that runs it.
  const software =
    trimmedText(cells.software.get(at)) || [...cells.software.values()].map(trimmedText).find(Boolean);
  return {
    vendor: trimmedText(cells.vendor.get(at)),
    model: trimmedText(cells.model.get(at)),
    serial: serials[0] ?? '',
    serials,
    software: software ?? '',
  };
}
