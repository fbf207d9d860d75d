import type { RequestContext } from '../../snmp/request/get-objects.ts';
import { numberOrZero, readColumns, trimmedText } from './read-columns.ts';

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

/** entPhysicalClass: a stack precedes its chassis and has no serial number. */
const CHASSIS = 3;

export interface Chassis {
  readonly vendor: string;
  readonly model: string;
  readonly serial: string;
  readonly software: string;
}

export const noChassis: Chassis = { vendor: '', model: '', serial: '', software: '' };

/**
 * Returns the first chassis of the device, with empty texts if there is none. Undefined if the agent stopped
 * responding.
 */
export async function readChassis(asking: RequestContext): Promise<Chassis | undefined> {
  const cells = await readColumns(asking, columns, MAX_PARTS);
  if (cells === undefined) return undefined;
  const at = [...cells.kind].find(([, kind]) => numberOrZero(kind) === CHASSIS)?.[0];
  if (at === undefined) return noChassis;
  // Routers report their software at the module that runs it.
  const software =
    trimmedText(cells.software.get(at)) || [...cells.software.values()].map(trimmedText).find(Boolean);
  return {
    vendor: trimmedText(cells.vendor.get(at)),
    model: trimmedText(cells.model.get(at)),
    serial: trimmedText(cells.serial.get(at)),
    software: software ?? '',
  };
}
