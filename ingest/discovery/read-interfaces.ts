import type { FoundInterface } from '#schemas/discovery/found.ts';
import type { Asking } from '../snmp/get-objects.ts';
import { speedOf } from '../snmp/interface-rows.ts';
import { column } from '../snmp/objects.ts';
import { numberOf, readColumns, textOf } from './read-columns.ts';

const MOST_INTERFACES = 10_000;
const IF_TYPE = '1.3.6.1.2.1.2.2.1.3';

const columns = {
  type: IF_TYPE,
  descr: column.ifDescr,
  speed: column.ifSpeed,
  name: column.ifName,
  alias: column.ifAlias,
  highSpeed: column.ifHighSpeed,
} as const;

/** The interfaces of a device (RFC 2863), each name once: of two of one name the lower index. */
export async function readInterfaces(asking: Asking): Promise<readonly FoundInterface[] | undefined> {
  const cells = await readColumns(asking, columns, MOST_INTERFACES);
  if (cells === undefined) return undefined;
  const found = new Map<string, FoundInterface>();
  for (const [index, type] of cells.type) {
    const name = textOf(cells.name.get(index)) || textOf(cells.descr.get(index));
    if (name === '' || found.has(name) || !/^\d{1,10}$/.test(index)) continue;
    found.set(name, {
      index: Number(index),
      name,
      alias: textOf(cells.alias.get(index)),
      type: numberOf(type),
      speedBps: speedOf(cells.highSpeed.get(index), cells.speed.get(index)) ?? 0,
    });
  }
  return [...found.values()];
}
