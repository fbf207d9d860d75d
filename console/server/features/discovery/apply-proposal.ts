import { accessCells } from '#platform/inventory/snmp-access.ts';
import {
  componentOfPart,
  isElementPart,
  type FoundInterface,
  type FoundPart,
  type ElementPart,
} from '#schemas/discovery/found.ts';
import type { ComponentKind } from '#schemas/inventory/component.ts';
import { LOST } from '#schemas/discovery/proposal.ts';
import type { discoveryProposal } from '#schemas/table/discovery.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import type { Acceptance, DeviceFacts } from './acceptance.ts';
import { moveDevice } from './moved-device.ts';
import { placeDevice } from './place-device.ts';

export type ProposalRow = Row<typeof discoveryProposal>;

interface ElementPath {
  readonly kind: 'interface' | ComponentKind;
  readonly parent: number;
  readonly name: string;
}

/** The id of the element with this path. An element that was created since the discovery is reused. */
async function findOrInsertElement(
  { tx, customer }: Acceptance,
  { kind, parent, name }: ElementPath,
): Promise<number> {
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

/** Texts that the device did not report keep their stored values. */
const reportedTexts = (cells: Readonly<Record<'vendor' | 'model', string>>) =>
  Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''));

async function saveIdentity({ tx, at }: Acceptance, id: number, found: DeviceFacts): Promise<void> {
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

/** Null for an entered credential, and for one that was deleted since. */
async function existingCredential(tx: Tx, id: number | null | undefined): Promise<number | null> {
  if (id === null || id === undefined) return null;
  const row = await tx.selectFrom('snmp_credential').select('id').where('id', '=', id).executeTakeFirst();
  return row?.id ?? null;
}

/** Saves a device with the credential that it accepted. */
async function saveDevice(acceptance: Acceptance, id: number, found: DeviceFacts): Promise<void> {
  const { tx, request } = acceptance;
  const { address, vendor, model } = found;
  const access = {
    ...accessCells(request.credentials[found.credential]),
    snmp_credential_id: await existingCredential(tx, request.credentialIds?.[found.credential]),
  };
  await tx
    .insertInto('device')
    .values({ id, address, vendor, model, ...access })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ address, ...reportedTexts({ vendor, model }), ...access }),
    )
    .execute();
  await saveIdentity(acceptance, id, found);
}

async function saveInterface(
  { tx }: Acceptance,
  id: number,
  { alias, index }: FoundInterface,
): Promise<void> {
  const cells = { if_alias: alias, if_index: index };
  await tx
    .insertInto('network_interface')
    .values({ id, ...cells })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(cells))
    .execute();
}

async function savePart({ tx }: Acceptance, device: number, { kind, key, fields }: FoundPart): Promise<void> {
  await tx
    .insertInto('device_part')
    .values({ device_id: device, kind, key, fields })
    .onConflict((conflict) => conflict.columns(['device_id', 'kind', 'key']).doUpdateSet({ fields }))
    .execute();
}

/** Deactivates a vanished element. Its history is retained. */
async function deactivate({ tx, customer, discovery, by, at }: Acceptance, id: number): Promise<void> {
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

/** Activates an element that was deactivated because it had vanished. */
async function reactivate({ tx, customer }: Acceptance, id: number): Promise<void> {
  await tx
    .updateTable('network_element')
    .set({ active: true, status_comment: null })
    .where('customer_id', '=', customer)
    .where('id', '=', id)
    .where('status_comment', 'like', `${LOST}%`)
    .execute();
}

async function removePart({ tx }: Acceptance, device: number, { kind, key }: FoundPart): Promise<void> {
  await tx
    .deleteFrom('device_part')
    .where('device_id', '=', device)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute();
}

/** Whether the element still exists and belongs to the customer. */
async function doesElementExist({ tx, customer }: Acceptance, id: number | null): Promise<boolean> {
  const row = await tx
    .selectFrom('network_element')
    .select('id')
    .where('customer_id', '=', customer)
    .where('id', '=', id ?? 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** The device of a proposal that is below the proposal of a new device. */
async function readParentDevice(
  { tx, customer }: Acceptance,
  { parent_id }: ProposalRow,
): Promise<number | null> {
  const row = await tx
    .selectFrom('discovery_proposal')
    .select('element_id')
    .where('customer_id', '=', customer)
    .where('id', '=', parent_id ?? 0)
    .executeTakeFirst();
  return row?.element_id ?? null;
}

async function applyDevice(
  acceptance: Acceptance,
  row: ProposalRow,
  { found, site }: { readonly found: DeviceFacts; readonly site: number | undefined },
): Promise<number | null> {
  const known = row.change === 'added' ? undefined : (row.element_id ?? undefined);
  if (known !== undefined && !(await doesElementExist(acceptance, known))) return null;
  const id = known ?? (await placeDevice(acceptance, row.name, found));
  await saveDevice(acceptance, id, found);
  if (site !== undefined) await moveDevice(acceptance, id, site);
  await reactivate(acceptance, id);
  return id;
}

async function applyInterface(
  acceptance: Acceptance,
  row: ProposalRow,
  found: FoundInterface,
): Promise<number | null> {
  if (row.change === 'changed') {
    if (!(await doesElementExist(acceptance, row.element_id))) return null;
    await saveInterface(acceptance, row.element_id ?? 0, found);
    return row.element_id;
  }
  const device = row.parent_id === null ? row.element_id : await readParentDevice(acceptance, row);
  if (device === null || !(await doesElementExist(acceptance, device))) return null;
  const id = await findOrInsertElement(acceptance, { kind: 'interface', parent: device, name: found.name });
  await saveInterface(acceptance, id, found);
  await reactivate(acceptance, id);
  return id;
}

const prefixes: Partial<Record<FoundPart['kind'], string>> = { probe: 'IP SLA ', peer: 'BGP ' };
const partName = ({ kind, key }: FoundPart): string => `${prefixes[kind] ?? ''}${key}`;

/** The id of the element with this key at the source, under any name. */
async function findOrInsertComponent(
  acceptance: Acceptance,
  device: number,
  part: FoundPart & { readonly kind: ElementPart },
): Promise<number> {
  const { tx, customer } = acceptance;
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
  const id = await findOrInsertElement(acceptance, { kind, parent: device, name: partName(part) });
  const cells = { device_id: device, kind, scope, key: part.key };
  await tx
    .insertInto('network_component')
    .values({ id, ...cells })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(cells))
    .execute();
  return id;
}

async function applyComponent(
  acceptance: Acceptance,
  row: ProposalRow,
  part: FoundPart & { readonly kind: ElementPart },
): Promise<number | null> {
  const { tx } = acceptance;
  if (row.change === 'vanished') {
    await deactivate(acceptance, row.element_id ?? 0);
    return row.element_id;
  }
  const device = row.parent_id === null ? row.element_id : await readParentDevice(acceptance, row);
  const isKnown = row.change === 'changed';
  if (!(await doesElementExist(acceptance, device))) return null;
  const id = isKnown ? (device ?? 0) : await findOrInsertComponent(acceptance, device ?? 0, part);
  await tx.updateTable('network_component').set({ fields: part.fields }).where('id', '=', id).execute();
  await reactivate(acceptance, id);
  return id;
}

async function applyPart(acceptance: Acceptance, row: ProposalRow, part: FoundPart): Promise<number | null> {
  const { kind } = part;
  if (isElementPart(kind)) return applyComponent(acceptance, row, { ...part, kind });
  const device = row.parent_id === null ? row.element_id : await readParentDevice(acceptance, row);
  if (device === null || !(await doesElementExist(acceptance, device))) return null;
  await (row.change === 'vanished' ? removePart : savePart)(acceptance, device, part);
  return device;
}

/** Applies one proposal to the inventory. Returns its element, or null when that no longer exists. */
export async function applyProposal(acceptance: Acceptance, row: ProposalRow): Promise<number | null> {
  const { content } = row;
  if (content.kind === 'part') return applyPart(acceptance, row, content.part);
  if (content.found === null) {
    await deactivate(acceptance, row.element_id ?? 0);
    return row.element_id;
  }
  return content.kind === 'device'
    ? applyDevice(acceptance, row, { found: content.found, site: content.site })
    : applyInterface(acceptance, row, content.found);
}
