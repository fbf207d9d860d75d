import type { Transaction } from 'kysely';
import { accessCells } from '#platform/inventory/snmp-access.ts';
import type { FoundDevice, FoundInterface, FoundPart } from '#schemas/discovery/found.ts';
import { componentOfPart, isElementPart } from '#schemas/discovery/found.ts';
import type { ElementPart } from '#schemas/discovery/found.ts';
import type { ComponentKind } from '#schemas/inventory/component.ts';
import { LOST } from '#schemas/discovery/proposal.ts';
import type { DiscoveryRequest } from '#schemas/discovery/request.ts';
import type { discoveryProposal } from '#schemas/table/discovery.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Row } from '#schemas/table/relation.ts';

type Tx = Transaction<Database>;
export type ProposalRow = Row<typeof discoveryProposal>;

export interface Applying {
  readonly tx: Tx;
  readonly customer: number;
  readonly discovery: number;
  /** Its credentials are sealed; as such they go over to the devices. */
  readonly request: DiscoveryRequest;
  readonly by: string;
  readonly at: Date;
}

type Told = Omit<FoundDevice, 'interfaces' | 'parts'>;

interface Place {
  readonly kind: 'device' | 'interface' | ComponentKind;
  readonly parent: number;
  readonly name: string;
}

/** The element of this name at this place: one that came in meanwhile by another way is taken. */
async function elementAt({ tx, customer }: Applying, { kind, parent, name }: Place): Promise<number> {
  const known = await tx
    .selectFrom('network_element')
    .select('id')
    .where('customer_id', '=', customer)
    .where('kind', '=', kind)
    .where('parent_id', '=', parent)
    .where('name', '=', name)
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  const { id } = await tx
    .insertInto('network_element')
    .values({ customer_id: customer, kind, parent_id: parent, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Texts that the device does not tell leave what is there. */
const told = (cells: Readonly<Record<'vendor' | 'model', string>>) =>
  Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''));

async function saveIdentity({ tx, at }: Applying, id: number, found: Told): Promise<void> {
  const cells = {
    sys_name: found.sysName,
    object_id: found.objectId,
    description: found.description,
    serial: found.serial,
    software: found.software,
    discovered_at: at,
  };
  await tx
    .insertInto('device_identity')
    .values({ device_id: id, ...cells })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(cells))
    .execute();
}

/** A device with the credential that it answered to. */
async function saveDevice(applying: Applying, id: number, found: Told): Promise<void> {
  const { tx, request } = applying;
  const { address, vendor, model } = found;
  const access = accessCells(request.credentials[found.credential]);
  await tx
    .insertInto('device')
    .values({ id, address, vendor, model, ...access })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ address, ...told({ vendor, model }), ...access }),
    )
    .execute();
  await saveIdentity(applying, id, found);
}

async function saveInterface({ tx }: Applying, id: number, { alias, index }: FoundInterface): Promise<void> {
  const cells = { if_alias: alias, if_index: index };
  await tx
    .insertInto('network_interface')
    .values({ id, ...cells })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(cells))
    .execute();
}

async function savePart({ tx }: Applying, device: number, { kind, key, fields }: FoundPart): Promise<void> {
  await tx
    .insertInto('device_part')
    .values({ device_id: device, kind, key, fields })
    .onConflict((conflict) => conflict.columns(['device_id', 'kind', 'key']).doUpdateSet({ fields }))
    .execute();
}

/** What has gone keeps its history: its collection is switched off. */
async function switchOff({ tx, customer, discovery, by, at }: Applying, id: number): Promise<void> {
  await tx
    .updateTable('network_element')
    .set({
      active: false,
      status_comment: `${LOST} ${String(discovery)}`,
      status_updated_by: by,
      status_updated_at: at,
    })
    .where('customer_id', '=', customer)
    .where('id', '=', id)
    .execute();
}

/** What was switched off because it had gone is back. */
async function switchOn({ tx, customer }: Applying, id: number): Promise<void> {
  await tx
    .updateTable('network_element')
    .set({ active: true, status_comment: null })
    .where('customer_id', '=', customer)
    .where('id', '=', id)
    .where('status_comment', 'like', `${LOST}%`)
    .execute();
}

async function removePart({ tx }: Applying, device: number, { kind, key }: FoundPart): Promise<void> {
  await tx
    .deleteFrom('device_part')
    .where('device_id', '=', device)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute();
}

/** Whether the element is still there, and the customer's. */
async function isThere({ tx, customer }: Applying, id: number | null): Promise<boolean> {
  const row = await tx
    .selectFrom('network_element')
    .select('id')
    .where('customer_id', '=', customer)
    .where('id', '=', id ?? 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** The device that a proposal below that of a new device belongs to. */
async function deviceOf({ tx, customer }: Applying, { parent_id }: ProposalRow): Promise<number | null> {
  const row = await tx
    .selectFrom('discovery_proposal')
    .select('element_id')
    .where('customer_id', '=', customer)
    .where('id', '=', parent_id ?? 0)
    .executeTakeFirst();
  return row?.element_id ?? null;
}

async function applyDevice(applying: Applying, row: ProposalRow, found: Told): Promise<number | null> {
  const known = row.change === 'added' ? undefined : (row.element_id ?? undefined);
  if (known !== undefined && !(await isThere(applying, known))) return null;
  const { request } = applying;
  const id = known ?? (await elementAt(applying, { kind: 'device', parent: request.site, name: row.name }));
  await saveDevice(applying, id, found);
  await switchOn(applying, id);
  return id;
}

async function applyInterface(
  applying: Applying,
  row: ProposalRow,
  found: FoundInterface,
): Promise<number | null> {
  if (row.change === 'changed') {
    if (!(await isThere(applying, row.element_id))) return null;
    await saveInterface(applying, row.element_id ?? 0, found);
    return row.element_id;
  }
  const device = row.parent_id === null ? row.element_id : await deviceOf(applying, row);
  if (device === null || !(await isThere(applying, device))) return null;
  const id = await elementAt(applying, { kind: 'interface', parent: device, name: found.name });
  await saveInterface(applying, id, found);
  await switchOn(applying, id);
  return id;
}

/** By this people know it. */
const nameOfPart = ({ kind, key }: FoundPart): string => (kind === 'probe' ? `IP SLA ${key}` : key);

/** The element that the source knows by this key, whatever name somebody gave it. */
async function componentAt(
  applying: Applying,
  device: number,
  part: FoundPart & { readonly kind: ElementPart },
): Promise<number> {
  const { tx, customer } = applying;
  const { kind, scope } = componentOfPart[part.kind];
  const known = await tx
    .selectFrom('network_component as component')
    .innerJoin('network_element as element', 'element.id', 'component.id')
    .select('element.id')
    .where('element.customer_id', '=', customer)
    .where('device_id', '=', device)
    .where('component.kind', '=', kind)
    .where('scope', '=', scope)
    .where('key', '=', part.key)
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  const id = await elementAt(applying, { kind, parent: device, name: nameOfPart(part) });
  const cells = { device_id: device, kind, scope, key: part.key };
  await tx
    .insertInto('network_component')
    .values({ id, ...cells })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(cells))
    .execute();
  return id;
}

async function applyComponent(
  applying: Applying,
  row: ProposalRow,
  part: FoundPart & { readonly kind: ElementPart },
): Promise<number | null> {
  const { tx } = applying;
  if (row.change === 'vanished') {
    await switchOff(applying, row.element_id ?? 0);
    return row.element_id;
  }
  const device = row.parent_id === null ? row.element_id : await deviceOf(applying, row);
  const isKnown = row.change === 'changed';
  if (!(await isThere(applying, device))) return null;
  const id = isKnown ? (device ?? 0) : await componentAt(applying, device ?? 0, part);
  await tx.updateTable('network_component').set({ fields: part.fields }).where('id', '=', id).execute();
  await switchOn(applying, id);
  return id;
}

async function applyPart(applying: Applying, row: ProposalRow, part: FoundPart): Promise<number | null> {
  const { kind } = part;
  if (isElementPart(kind)) return applyComponent(applying, row, { ...part, kind });
  const device = row.parent_id === null ? row.element_id : await deviceOf(applying, row);
  if (device === null || !(await isThere(applying, device))) return null;
  await (row.change === 'vanished' ? removePart : savePart)(applying, device, part);
  return device;
}

/** Brings one proposal into the inventory; answers its element, null when that is no more. */
export async function applyProposal(applying: Applying, row: ProposalRow): Promise<number | null> {
  const { content } = row;
  if (content.kind === 'part') return applyPart(applying, row, content.part);
  if (content.found === null) {
    await switchOff(applying, row.element_id ?? 0);
    return row.element_id;
  }
  return content.kind === 'device'
    ? applyDevice(applying, row, content.found)
    : applyInterface(applying, row, content.found);
}
