import type { Db } from '#platform/postgres/postgres.ts';
import type { FoundPart } from '#schemas/discovery/found.ts';
import { LOST } from '#schemas/discovery/proposal.ts';

export interface KnownInterface {
  readonly id: number;
  readonly name: string;
  readonly alias: string;
  readonly index: number | null;
  readonly active: boolean;
}

/** A device of the inventory, with what earlier discoveries learned of it. */
export interface KnownDevice {
  readonly id: number;
  readonly site: number;
  readonly name: string;
  readonly active: boolean;
  /** Switched off because an earlier discovery did not find it. */
  readonly lost: boolean;
  readonly address: string;
  readonly vendor: string;
  readonly model: string;
  /** Empty when no discovery has seen the device. */
  readonly sysName: string;
  readonly serial: string;
  readonly software: string;
  readonly interfaces: readonly KnownInterface[];
  readonly parts: readonly FoundPart[];
}

const grouped = <Item extends { readonly device: number | null }>(items: readonly Item[]) =>
  Map.groupBy(items, ({ device }) => device ?? 0);

/**
 * The devices of one customer. What somebody switched off is known too: it is not proposed as new. An interface that had
 * gone is not: when it is back it is new.
 */
export async function knownDevices(db: Db, customer: number): Promise<readonly KnownDevice[]> {
  const devices = await db
    .selectFrom('network_element as element')
    .innerJoin('device', 'device.id', 'element.id')
    .leftJoin('device_identity as identity', 'identity.device_id', 'element.id')
    .select(['element.id', 'parent_id', 'name', 'active', 'status_comment', 'address', 'vendor', 'model'])
    .select(['sys_name', 'serial', 'software'])
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
  const [portsOf, partsOf] = [grouped(ports), grouped(parts)];
  return devices.map(({ id, parent_id, name, active, address, vendor, model, ...identity }) => ({
    id,
    site: parent_id ?? 0,
    name,
    active,
    lost: !active && (identity.status_comment?.startsWith(LOST) ?? false),
    address,
    vendor,
    model,
    sysName: identity.sys_name ?? '',
    serial: identity.serial ?? '',
    software: identity.software ?? '',
    interfaces: (portsOf.get(id) ?? []).map(({ device: _device, ...port }) => port),
    parts: (partsOf.get(id) ?? []).map(({ device: _device, ...part }) => part),
  }));
}
