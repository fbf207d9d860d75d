import type { FoundInterface } from '#schemas/discovery/found.ts';
import type { RequestContext } from '../../snmp/request/get-objects.ts';
import { speedOf } from '../../snmp/interface/interface-rows.ts';
import { column } from '../../snmp/interface/objects.ts';
import { numberOrZero, readColumns, trimmedText } from '../../snmp/request/read-columns.ts';

const MAX_INTERFACES = 10_000;
const IF_TYPE = '1.3.6.1.2.1.2.2.1.3';

const columns = {
  type: IF_TYPE,
  descr: column.ifDescr,
  speed: column.ifSpeed,
  name: column.ifName,
  alias: column.ifAlias,
  highSpeed: column.ifHighSpeed,
} as const;

/** Interfaces of a device (RFC 2863), unique by name: the lower index wins. */
export async function readInterfaces(asking: RequestContext): Promise<readonly FoundInterface[] | undefined> {
  const cells = await readColumns(asking, columns, MAX_INTERFACES);
  if (cells === undefined) return undefined;
  const found = new Map<string, FoundInterface>();
  for (const [index, type] of cells.type) {
    const name = trimmedText(cells.name.get(index)) || trimmedText(cells.descr.get(index));
    if (name === '' || found.has(name) || !/^\d{1,10}$/.test(index)) continue;
    found.set(name, {
      index: Number(index),
      name,
      alias: trimmedText(cells.alias.get(index)),
      type: numberOrZero(type),
      speedBps: speedOf(cells.highSpeed.get(index), cells.speed.get(index)) ?? 0,
    });
  }
  return [...found.values()];
}
