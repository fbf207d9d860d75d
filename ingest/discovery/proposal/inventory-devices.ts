import { accessColumns, sealedAccessOf } from '#platform/inventory/snmp-access.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { componentOfPart, type ElementPart, type FoundPart } from '#schemas/discovery/found.ts';
import type { ComponentKind } from '#schemas/inventory/component.ts';
import type { SealedAccess } from '#schemas/inventory/snmp-access.ts';
import { LOST } from '#schemas/discovery/proposal.ts';
import type { deviceIdentity } from '#schemas/table/discovery.ts';
import type { Row } from '#schemas/table/relation.ts';

export interface InventoryInterface {
  readonly id: number;
  readonly name: string;
  readonly alias: string;
  readonly index: number | null;
  readonly active: boolean;
}

/** A part of a device: an element or an attribute. */
export interface InventoryPart extends FoundPart {
  readonly element: number | null;
  readonly active: boolean;
}

/** An inventory device with what earlier discoveries learned about it. */
export interface InventoryDevice {
  readonly id: number;
  readonly site: number;
  readonly name: string;
  readonly active: boolean;
  /** Deactivated because an earlier discovery did not find it. */
  readonly lost: boolean;
  readonly address: string;
  readonly vendor: string;
  readonly model: string;
  /** Empty if no discovery has seen the device. */
  readonly sysName: string;
  readonly serial: string;
  readonly software: string;
  /** Whether a discovery has seen the device. */
  readonly discovered: boolean;
  /** Sealed; undefined if the device is not polled. */
  readonly access: SealedAccess | undefined;
  /** Consecutive runs that probed it in vain, and the first of them. */
  readonly miss: { readonly runs: number; readonly since: Date } | undefined;
  readonly interfaces: readonly InventoryInterface[];
  readonly parts: readonly InventoryPart[];
}

const grouped = <Item extends { readonly device: number | null }>(items: readonly Item[]) =>
  Map.groupBy(items, ({ device }) => device ?? 0);

const partOfComponent = new Map<ComponentKind, ElementPart>(
  (Object.keys(componentOfPart) as ElementPart[]).map((part) => [componentOfPart[part].kind, part]),
);

/** Classes, probes and tunnels reported by agents. A vanished one is excluded: when it returns it is new. */
async function knownComponents(db: Db, customer: number) {
  const rows = await db
    .selectFrom('network_component as component')
    .innerJoin('network_element as element', 'element.id', 'component.id')
    .select(['element.id as element', 'device_id as device', 'component.kind', 'key', 'fields', 'active'])
    .where('element.customer_id', '=', customer)
    .where('scope', 'in', ['snmp', 'ipsla'])
    .where((is) => is.or([is('status_comment', 'is', null), is('status_comment', 'not like', `${LOST}%`)]))
    .orderBy('element.id')
    .execute();
  return rows.flatMap(({ kind, ...row }) => {
    const part = partOfComponent.get(kind);
    return part === undefined ? [] : [{ ...row, kind: part }];
  });
}

type Learned = Pick<Row<typeof deviceIdentity>, 'sys_name' | 'serial' | 'software'>;

/** What the last accepted discovery learned about a device. */
const learned = ({ sys_name, serial, software }: { readonly [Name in keyof Learned]: string | null }) => ({
  sysName: sys_name ?? '',
  serial: serial ?? '',
  software: software ?? '',
  discovered: sys_name !== null,
});

/**
 * Devices of one customer. Deactivated ones are included, so that they are not proposed as new. A vanished interface is
 * excluded: when it returns it is new.
 */
export async function listInventoryDevices(db: Db, customer: number): Promise<readonly InventoryDevice[]> {
  const devices = await db
    .selectFrom('network_element as element')
    .innerJoin('device', 'device.id', 'element.id')
    .leftJoin('device_identity as identity', 'identity.device_id', 'element.id')
    .select(['element.id', 'parent_id', 'name', 'active', 'status_comment', 'address', 'vendor', 'model'])
    .leftJoin('device_miss as miss', 'miss.device_id', 'element.id')
    .select(['sys_name', 'serial', 'software', 'miss.runs', 'miss.since'])
    .select(accessColumns)
    .where('element.customer_id', '=', customer)
    .orderBy('element.id')
    .execute();
  const ports = await db
    .selectFrom('network_element as element')
    .innerJoin('network_interface as port', 'port.id', 'element.id')
    .select(['element.id', 'parent_id as device', 'name', 'if_alias as alias', 'if_index as index', 'active'])
    .where('element.customer_id', '=', customer)
    .where((is) => is.or([is('status_comment', 'is', null), is('status_comment', 'not like', `${LOST}%`)]))
    .orderBy('element.id')
    .execute();
  const parts = await db
    .selectFrom('device_part as part')
    .innerJoin('network_element as element', 'element.id', 'part.device_id')
    .select(['part.device_id as device', 'part.kind', 'part.key', 'part.fields'])
    .where('element.customer_id', '=', customer)
    .execute();
  const addresses = parts.map((part) => ({ ...part, element: null, active: true }));
  const partsOf = grouped<InventoryPart & { readonly device: number }>([
    ...addresses,
    ...(await knownComponents(db, customer)),
  ]);
  const portsOf = grouped(ports);
  return devices.map(({ id, parent_id, name, active, address, vendor, model, runs, since, ...identity }) => ({
    id,
    site: parent_id ?? 0,
    name,
    active,
    lost: !active && (identity.status_comment?.startsWith(LOST) ?? false),
    address,
    vendor,
    model,
    ...learned(identity),
    access: sealedAccessOf(identity),
    miss: runs === null || since === null ? undefined : { runs, since },
    interfaces: (portsOf.get(id) ?? []).map(({ device: _device, ...port }) => port),
    parts: (partsOf.get(id) ?? []).map(({ device: _device, ...part }) => part),
  }));
}
