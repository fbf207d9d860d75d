import type { Asking } from '../snmp/get-objects.ts';
import { numberOf, readColumns, textOf } from './read-columns.ts';

/** entPhysicalTable (RFC 6933): large chassis have thousands of parts. */
const ENTITY = '1.3.6.1.2.1.47.1.1.1.1';
const MOST_PARTS = 3_000;
const columns = {
  kind: `${ENTITY}.5`,
  software: `${ENTITY}.10`,
  serial: `${ENTITY}.11`,
  vendor: `${ENTITY}.12`,
  model: `${ENTITY}.13`,
} as const;

/** entPhysicalClass: the stack comes before its chassis, and has no serial number of its own. */
const CHASSIS = 3;

export interface Chassis {
  readonly vendor: string;
  readonly model: string;
  readonly serial: string;
  readonly software: string;
}

export const noChassis: Chassis = { vendor: '', model: '', serial: '', software: '' };

/** The first chassis of the device; texts are empty where it has none. Undefined: the agent stopped answering. */
export async function readChassis(asking: Asking): Promise<Chassis | undefined> {
  const cells = await readColumns(asking, columns, MOST_PARTS);
  if (cells === undefined) return undefined;
  const at = [...cells.kind].find(([, kind]) => numberOf(kind) === CHASSIS)?.[0];
  if (at === undefined) return noChassis;
  // Routers write their software at the module that runs it.
  const software = textOf(cells.software.get(at)) || [...cells.software.values()].map(textOf).find(Boolean);
  return {
    vendor: textOf(cells.vendor.get(at)),
    model: textOf(cells.model.get(at)),
    serial: textOf(cells.serial.get(at)),
    software: software ?? '',
  };
}
