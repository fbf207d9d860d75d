import type { FoundInterface } from '#schemas/discovery/found.ts';
import type { RequestContext } from '../../snmp/request/get-objects.ts';
import { speedOf } from '../../snmp/interface/interface-rows.ts';
import { column } from '../../snmp/interface/objects.ts';
import { portNames, type PortCells } from '../../snmp/interface/port-names.ts';
import { numberOrZero, readColumns, trimmedText, type Cells } from '../../snmp/request/read-columns.ts';

const MAX_INTERFACES = 10_000;
const none: Cells = new Map();

const columns = {
  types: column.ifType,
  descriptions: column.ifDescr,
  speed: column.ifSpeed,
  names: column.ifName,
  aliases: column.ifAlias,
  highSpeed: column.ifHighSpeed,
} as const;
const { types: typeColumn, names: nameColumn, ...otherColumns } = columns;
/** The first column decides whether there are ports: ifType, which some agents leave out, else ifName, else ifDescr. */
const orders = [
  columns,
  { names: nameColumn, types: typeColumn, ...otherColumns },
  { ...otherColumns, names: nameColumn, types: typeColumn },
] as const;

/** Columns of all ports, empty if the device has none. Undefined if the agent stopped responding. */
async function readPorts(context: RequestContext) {
  for (const order of orders) {
    const cells = await readColumns(context, order, MAX_INTERFACES);
    if (cells === undefined || Object.values(cells).some(({ size }) => size > 0)) return cells;
  }
  return { types: none, descriptions: none, speed: none, names: none, aliases: none, highSpeed: none };
}

/** Cells with an ifIndex. */
const byIndex = (cells: Cells): PortCells =>
  new Map([...cells].flatMap(([index, value]) => (/^\d{1,10}$/.test(index) ? [[Number(index), value]] : [])));

/** Ports of ifTable; those with a name where the agent shows no part of it but ifXTable. */
const indexesOf = (types: PortCells, named: ReadonlyMap<number, unknown>): readonly number[] =>
  types.size > 0 ? [...types.keys()] : [...named.keys()].toSorted((one, other) => one - other);

/** Interfaces of a device (RFC 2863), unique by name. */
export async function readInterfaces(
  context: RequestContext,
): Promise<readonly FoundInterface[] | undefined> {
  const cells = await readPorts(context);
  if (cells === undefined) return undefined;
  const [types, aliases] = [byIndex(cells.types), byIndex(cells.aliases)];
  const ports = portNames({
    types,
    aliases,
    names: byIndex(cells.names),
    descriptions: byIndex(cells.descriptions),
  });
  const byText = Map.groupBy(ports.values(), ({ text }) => text);
  return indexesOf(types, ports).flatMap((index): readonly FoundInterface[] => {
    const port = ports.get(index);
    if (port === undefined) return [];
    const { name, text } = port;
    const isShared = (byText.get(text)?.length ?? 0) > 1;
    const at = String(index);
    return [
      {
        index,
        name,
        ...(isShared && { sharedName: text }),
        alias: trimmedText(aliases.get(index)),
        type: numberOrZero(types.get(index)),
        speedBps: speedOf(cells.highSpeed.get(at), cells.speed.get(at))?.bps ?? 0,
      },
    ];
  });
}
