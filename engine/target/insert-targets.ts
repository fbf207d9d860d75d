import type { Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import { deviceApplicationOf, deviceApplicationText } from '#schemas/application/device-application.ts';
import { flowTargetName } from '#schemas/inventory/flow-target-name.ts';
import type { FlowTargetKind } from '#schemas/inventory/flow-target.ts';
import type { Database } from '#schemas/table/postgres.ts';

/** A flow target without an element. */
export interface TargetRequest {
  readonly customer: number;
  readonly site: number;
  readonly kind: FlowTargetKind;
  readonly detail: number;
}

export interface AddedTargets {
  readonly added: number;
  /** Rejected: their customer has reached the limit. */
  readonly full: number;
}

const numberText = ({ kind, detail }: TargetRequest): string =>
  kind === 'application' ? deviceApplicationText(deviceApplicationOf(detail)) : String(detail);

/**
 * Unique per site and kind, whatever the applications and sites are called. The displayed name is computed
 * (`load-targets.ts`).
 */
function storedName(desired: TargetRequest): string {
  const name = flowTargetName(desired, {});
  const number = numberText(desired);
  return name === applicationName(desired.detail) && name === number ? name : `${name} (${number})`;
}

async function insertTarget(tx: Transaction<Database>, desired: TargetRequest): Promise<boolean> {
  const { customer, site, kind, detail } = desired;
  const element = await tx
    .insertInto('network_element')
    .values({ customer_id: customer, kind, parent_id: site, name: storedName(desired) })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (element === undefined) return false;
  await tx.insertInto('flow_target').values({ id: element.id, site_id: site, kind, detail }).execute();
  return true;
}

async function remainingCapacity(tx: Transaction<Database>, customer: number, most: number): Promise<number> {
  const { count } = await tx
    .selectFrom('flow_target')
    .innerJoin('network_element as element', 'element.id', 'flow_target.id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('element.customer_id', '=', customer)
    .executeTakeFirstOrThrow();
  return Math.max(0, most - Number(count));
}

async function insertTargetsOfCustomer(
  tx: Transaction<Database>,
  desired: readonly TargetRequest[],
  { customer, most }: { readonly customer: number; readonly most: number },
): Promise<AddedTargets> {
  // Two engines that own a partition one after the other may both request them.
  const known = await tx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customer)
    .forNoKeyUpdate()
    .executeTakeFirst();
  let [added, full] = [0, 0];
  if (known === undefined) return { added, full };
  const room = await remainingCapacity(tx, customer, most);
  for (const one of desired) {
    if (added === room) full += 1;
    else if (await insertTarget(tx, one)) added += 1;
  }
  return { added, full };
}

/** Creates elements for flow targets, each once, up to the limit of their customer. */
export async function insertTargets(
  db: Db,
  desired: readonly TargetRequest[],
  perCustomer: number,
): Promise<AddedTargets> {
  const total = { added: 0, full: 0 };
  for (const [customer, own] of Map.groupBy(desired, (one) => one.customer)) {
    const { added, full } = await db
      .transaction()
      .execute((tx) => insertTargetsOfCustomer(tx, own, { customer, most: perCustomer }));
    total.added += added;
    total.full += full;
  }
  return total;
}
