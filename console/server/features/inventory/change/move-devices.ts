import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldChangesOf } from '#schemas/audit/field-changes.ts';
import type { ElementDifference } from '#schemas/inventory/change/attribute-routes.ts';
import type { MoveTarget } from '#schemas/inventory/change/move-routes.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { seesSite } from '../../../kernel/access/site-reach.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { auditElements } from '../../../shared/element/audit-elements.ts';
import type { Change } from '../../../shared/repository/transact.ts';
import { addressTakenFault } from '../address-taken.ts';
import { auditedAs, type LocatedElement } from './element-path.ts';
import { moveAcross, moveWithin } from './move-rows.ts';

export interface RequestedMove {
  readonly customer: number;
  readonly elements: readonly LocatedElement[];
  readonly target: MoveTarget;
  readonly inventory: Inventory;
  readonly caller: Caller;
}

/**
 * The site that devices move to. Throws NOT_FOUND unless it is of that customer and the caller may write there: rights of a role hold for
 * every customer that its user sees.
 */
export function targetSite({ target, inventory, caller }: Omit<RequestedMove, 'elements' | 'customer'>) {
  const site = inventory.sites.get(target.site);
  const isThere = site?.customer === target.customer && caller.customers.has(target.customer);
  if (site === undefined || !isThere || !seesSite(caller, target)) throw new ProblemError('NOT_FOUND');
  return site;
}

/** Differs after each move. */
const versionOf = (site: number): string => String(site);

/**
 * Devices of a customer at sites that the caller sees, as they are stored: the live inventory follows within seconds, and a move is
 * undone sooner.
 */
export async function readDevices(
  db: Db,
  customer: number,
  { ids, caller }: { readonly ids: readonly number[]; readonly caller: Caller },
): Promise<readonly LocatedElement[]> {
  const rows = await db
    .selectFrom('network_element')
    .select(['id', 'customer_id as customer', 'name', 'parent_id'])
    .where('customer_id', '=', customer)
    .where('kind', '=', 'device')
    .where(sql<boolean>`id = ANY(${[...ids]}::integer[])`)
    .orderBy('id')
    .execute();
  return rows
    .map(({ parent_id, ...row }) => ({ ...row, site: parent_id ?? 0, device: row.id }))
    .filter((device) => seesSite(caller, device));
}

/** What a move changes of the devices themselves: none of those that are there already. */
export function moveDifference(move: RequestedMove): ElementDifference[] {
  const { customer, elements, target, inventory, caller } = move;
  const { name: after } = targetSite(move);
  const nameOf = (id: number): string => caller.customers.get(id)?.name ?? '';
  const customers = customer !== target.customer;
  return elements.map(({ id, name, site }) => ({
    id,
    name,
    version: versionOf(site),
    fields:
      site === target.site
        ? []
        : [
            ...(customers
              ? fieldChangesOf({ customer: nameOf(customer) }, { customer: nameOf(target.customer) })
              : []),
            { field: 'site', before: inventory.sites.get(site)?.name ?? null, after },
          ],
  }));
}

/** The sites that the devices are at, with the devices and the new site locked. Throws NOT_FOUND. */
async function lockPlaces(
  tx: Tx,
  { customer, elements, target }: RequestedMove,
): Promise<ReadonlyMap<number, number>> {
  const site = await tx
    .selectFrom('network_element')
    .select('id')
    .where('id', '=', target.site)
    .where('customer_id', '=', target.customer)
    .where('kind', '=', 'site')
    .forKeyShare()
    .executeTakeFirst();
  const rows = await tx
    .selectFrom('network_element')
    .select(['id', 'parent_id'])
    .where('customer_id', '=', customer)
    .where('kind', '=', 'device')
    .where(sql<boolean>`id = ANY(${elements.map(({ id }) => id)}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (site === undefined || rows.length < elements.length) throw new ProblemError('NOT_FOUND');
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id ?? 0]));
}

export interface MovedDevice {
  readonly id: number;
  readonly version: string;
  readonly from: number;
}

/** A customer has one device per address: one that comes from another customer is rejected as a new one would be. */
async function rejectTakenAddresses(tx: Tx, ids: readonly number[], move: RequestedMove): Promise<void> {
  const { target, caller } = move;
  const rows = await tx
    .selectFrom('device')
    .innerJoin('network_element as element', 'element.id', 'device.id')
    .select(['address', 'element.name'])
    .where(sql<boolean>`device.id = ANY(${[...ids]}::integer[])`)
    .where('address', '<>', '')
    .orderBy('device.id')
    .execute();
  const addresses = rows.map(({ address }) => address);
  const fault = await addressTakenFault(tx, { customer: target.customer, addresses, caller });
  if (fault !== undefined) throw new ProblemError(fault.code, { params: fault.params });
  for (const [address, [one, other]] of Map.groupBy(rows, (row) => row.address)) {
    if (one === undefined || other === undefined) continue;
    const place = {
      site: targetSite(move).name,
      customer: caller.customers.get(target.customer)?.clientId ?? '',
    };
    throw new ProblemError('NETWORK_ADDRESS_TAKEN', { params: { address, device: one.name, ...place } });
  }
}

/** Moves devices. Throws NOT_FOUND, CONFLICT for one that is elsewhere than its version says, NETWORK_ADDRESS_TAKEN. */
export async function moveChosen(
  { tx, actor }: Change,
  move: RequestedMove & { readonly versions: ReadonlyMap<number, string> },
): Promise<MovedDevice[]> {
  const { customer, elements, target, inventory, versions } = move;
  const { name: siteName } = targetSite(move);
  const places = await lockPlaces(tx, move);
  for (const [id, site] of places)
    if (versionOf(site) !== versions.get(id)) throw new ProblemError('CONFLICT');
  const moved = elements.filter(({ id }) => places.get(id) !== target.site);
  if (moved.length === 0) return [];
  const ids = moved.map(({ id }) => id);
  const isWithin = customer === target.customer;
  if (!isWithin) await rejectTakenAddresses(tx, ids, move);
  const newIds = isWithin ? undefined : await moveAcross(tx, { customer, ids, target });
  if (isWithin) await moveWithin(tx, { customer, ids, site: target.site });
  const event = { action: 'inventory.move', subject: 'inventory', note: { elements: ids.length } } as const;
  await auditElements(tx, actor.audit, {
    ...event,
    customer,
    elements: moved.map((element) => ({
      ...auditedAs(inventory, 'device', element),
      before: { site: inventory.sites.get(element.site)?.name ?? null },
      // The log of a customer names no other one.
      after: isWithin ? { site: siteName } : { site: null },
    })),
  });
  if (newIds !== undefined)
    await auditElements(tx, actor.audit, {
      ...event,
      customer: target.customer,
      elements: moved.map(({ id, name }) => ({
        kind: 'device',
        name: `${siteName} / ${name}`,
        element: { id: newIds.get(id) ?? 0, site: target.site, customer: target.customer },
        before: { site: null },
        after: { site: siteName },
      })),
    });
  const version = versionOf(target.site);
  return moved.map(({ id }) => ({ id: newIds?.get(id) ?? id, version, from: places.get(id) ?? 0 }));
}
