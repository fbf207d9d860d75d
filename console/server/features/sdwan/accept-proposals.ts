import { sql } from 'kysely';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import type { sdwanProposal } from '#schemas/table/sdwan.ts';
import type { Row } from '#schemas/table/relation.ts';
import { sdwanKindNames } from '#schemas/sdwan/kind.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import type { Change } from '../../shared/repository/transact.ts';

export type SdwanProposalRow = Row<typeof sdwanProposal>;

const vendors = { vmanage: 'Cisco', nuage: 'Nokia', fortinet: 'Fortinet' } as const satisfies Record<
  SdwanKind,
  string
>;

/** Returns the id of an element by its name regardless of case, made if it is missing. */
async function placeElement(
  { tx }: Change,
  customer: number,
  { kind, parent, name }: { readonly kind: string; readonly parent: number | null; readonly name: string },
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const known = await tx
    .selectFrom('network_element')
    .select('id')
    .where('customer_id', '=', customer)
    .where('kind', '=', kind)
    .where(sql<boolean>`parent_id IS NOT DISTINCT FROM ${parent}`)
    .where(sql<boolean>`lower(name) = ${name.toLowerCase()}`)
    .executeTakeFirst();
  if (known !== undefined) return { id: known.id, isNew: false };
  const { id } = await tx
    .insertInto('network_element')
    .values({ customer_id: customer, kind, parent_id: parent, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, isNew: true };
}

async function addDevice(change: Change, row: SdwanProposalRow, kind: SdwanKind): Promise<void> {
  const { tx } = change;
  const { address, model, site, latitude, longitude } = row.content;
  const place = await placeElement(change, row.customer_id, { kind: 'site', parent: null, name: site });
  if (place.isNew)
    await tx
      .insertInto('site')
      .values({ id: place.id, latitude: latitude ?? 0, longitude: longitude ?? 0 })
      .execute();
  const device = await placeElement(change, row.customer_id, {
    kind: 'device',
    parent: place.id,
    name: row.name,
  });
  await tx
    .insertInto('device')
    .values({ id: device.id, address, vendor: vendors[kind], model })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Id of the device that a proposal names or addresses; undefined: it is not in the inventory. */
async function deviceOf({ tx }: Change, row: SdwanProposalRow): Promise<number | undefined> {
  const device = await tx
    .selectFrom('network_element')
    .innerJoin('device', 'device.id', 'network_element.id')
    .select('device.id')
    .where('customer_id', '=', row.customer_id)
    .where((is) =>
      is.or([is('address', '=', row.device), sql<boolean>`lower(name) = ${row.device.toLowerCase()}`]),
    )
    .orderBy('device.id')
    .executeTakeFirst();
  return device?.id;
}

/** What the manager says of an interface, as it is stored. */
const saidOf = ({ content: { fields, speedBps } }: SdwanProposalRow): Readonly<Record<string, string>> => ({
  ...fields,
  ...(typeof speedBps === 'number' && { speed: String(speedBps) }),
});

/** Returns whether the device of the interface is in the inventory. */
async function addInterface(change: Change, row: SdwanProposalRow): Promise<boolean> {
  const parent = await deviceOf(change, row);
  if (parent === undefined) return false;
  const { id } = await placeElement(change, row.customer_id, { kind: 'interface', parent, name: row.name });
  const fields = saidOf(row);
  await change.tx
    .insertInto('network_interface')
    .values({ id, if_alias: row.content.description, fields })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ fields }))
    .execute();
  return true;
}

/** What the manager says of an interface now. */
async function describeInterface({ tx }: Change, row: SdwanProposalRow): Promise<void> {
  const { customer_id: customer, element_id: id, content } = row;
  await tx
    .updateTable('network_interface')
    .set({ fields: saidOf(row), if_alias: content.description })
    .where('id', '=', id ?? 0)
    .where('id', 'in', (is) =>
      is.selectFrom('network_element').select('network_element.id').where('customer_id', '=', customer),
    )
    .execute();
}

/** Returns whether the device of the tunnel is in the inventory. */
async function addTunnel(change: Change, row: SdwanProposalRow, scope: SdwanKind): Promise<boolean> {
  const { tx } = change;
  const parent = await deviceOf(change, row);
  if (parent === undefined) return false;
  const element = (name: string) => placeElement(change, row.customer_id, { kind: 'tunnel', parent, name });
  const plain = await element(row.name);
  // A tunnel of an SNMP agent may have the name.
  const { id } = plain.isNew ? plain : await element(`${row.name} (${sdwanKindNames[scope]})`);
  await tx
    .insertInto('network_component')
    .values({ id, device_id: parent, kind: 'tunnel', scope, key: row.name, fields: row.content.fields })
    .onConflict((conflict) => conflict.columns(['device_id', 'kind', 'scope', 'key']).doNothing())
    .execute();
  return true;
}

async function deactivate(
  { tx, actor, now }: Change,
  { customer_id: customer, element_id: id }: SdwanProposalRow,
) {
  await tx
    .updateTable('network_element')
    .set({
      active: false,
      status_comment: 'not found by its SD-WAN manager',
      status_updated_by: actor.caller.username,
      status_updated_at: now,
    })
    .where('customer_id', '=', customer)
    .where('id', '=', id ?? 0)
    .execute();
}

/** What the manager says of a tunnel now. */
async function describe(
  { tx }: Change,
  { customer_id: customer, element_id: id, content }: SdwanProposalRow,
) {
  await tx
    .updateTable('network_component')
    .set({ fields: content.fields })
    .where('id', '=', id ?? 0)
    .where('id', 'in', (is) =>
      is.selectFrom('network_element').select('network_element.id').where('customer_id', '=', customer),
    )
    .execute();
}

async function apply(change: Change, row: SdwanProposalRow, kind: SdwanKind): Promise<boolean> {
  if (row.change === 'vanished') await deactivate(change, row);
  else if (row.change === 'changed')
    await (row.kind === 'interface' ? describeInterface : describe)(change, row);
  else if (row.kind === 'device') await addDevice(change, row, kind);
  else if (row.kind === 'interface') return addInterface(change, row);
  else return addTunnel(change, row, kind);
  return true;
}

/** Applies proposals, devices before their tunnels. Returns those that were applied. */
export async function applySdwanProposals(
  change: Change,
  { id, kind }: SdwanServerRow,
  proposals: 'all' | readonly number[],
): Promise<readonly SdwanProposalRow[]> {
  let query = change.tx.selectFrom('sdwan_proposal').selectAll().where('server_id', '=', id);
  if (proposals !== 'all') query = query.where('id', 'in', [...proposals]);
  // Two users who accept at once: the second finds nothing.
  const rows = await query.orderBy('kind').orderBy('id').forUpdate().execute();
  const applied: SdwanProposalRow[] = [];
  for (const row of rows) if (await apply(change, row, kind)) applied.push(row);
  await change.tx
    .deleteFrom('sdwan_proposal')
    .where('id', 'in', [0, ...applied.map((row) => row.id)])
    .execute();
  return applied;
}
