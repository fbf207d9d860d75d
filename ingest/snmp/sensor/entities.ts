import type { RequestContext } from '../request/get-objects.ts';
import { numberOrZero, readColumns, trimmedText } from '../request/read-columns.ts';

/** ENTITY-MIB entPhysicalTable (RFC 6933). */
const ENTITY = '1.3.6.1.2.1.47.1.1.1.1';
const columns = {
  kind: `${ENTITY}.5`,
  description: `${ENTITY}.2`,
  parent: `${ENTITY}.4`,
  name: `${ENTITY}.7`,
} as const;

/** A chassis with many line cards has some thousands. */
const MAX_ENTITIES = 5_000;
/** entPhysicalContainedIn never nests this deep; a loop would. */
const MAX_DEPTH = 20;

/** PhysicalClass. */
export const physicalClass = { powerSupply: 6, fan: 7, port: 10 } as const;

/** A part of the hardware. */
export interface Entity {
  readonly name: string;
  readonly kind: number;
  /** Whether it belongs to a pluggable optic, whose readings are those of a port and not of the device. */
  readonly isOptic: boolean;
}

const OPTIC = /transceiver|xcvr|\bq?sfp|\bdom\b|optic/i;

interface Row {
  readonly name: string;
  readonly kind: number;
  readonly parent: string;
}

function isOptic(rows: ReadonlyMap<string, Row>, index: string): boolean {
  let at = index;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const row = rows.get(at);
    if (row === undefined) return false;
    if (row.kind === physicalClass.port || OPTIC.test(row.name)) return true;
    at = row.parent;
  }
  return false;
}

/** Parts of the hardware by entPhysicalIndex. Undefined if the agent stopped responding. */
export async function readEntities(
  context: RequestContext,
): Promise<ReadonlyMap<string, Entity> | undefined> {
  const cells = await readColumns(context, columns, MAX_ENTITIES);
  if (cells === undefined) return undefined;
  const rows = new Map<string, Row>(
    [...cells.kind].map(([index, kind]) => [
      index,
      {
        name: trimmedText(cells.name.get(index)) || trimmedText(cells.description.get(index)),
        kind: numberOrZero(kind),
        parent: String(numberOrZero(cells.parent.get(index))),
      },
    ]),
  );
  return new Map(
    [...rows].map(([index, { name, kind }]) => [index, { name, kind, isOptic: isOptic(rows, index) }]),
  );
}
