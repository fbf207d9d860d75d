import type { Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import { deviceApplicationOf, deviceApplicationText } from '#schemas/application/device-application.ts';
import { flowTargetName } from '#schemas/inventory/flow-target-name.ts';
import type { FlowTargetKind } from '#schemas/inventory/flow-target.ts';
import type { Database } from '#schemas/table/postgres.ts';

/** Something that flows are summed by and that has no element yet. */
export interface WantedTarget {
  readonly customer: number;
  readonly site: number;
  readonly kind: FlowTargetKind;
  readonly detail: number;
}

export interface Added {
  readonly added: number;
  /** Left out: their customer has as many as it may. */
  readonly full: number;
}

const numberText = ({ kind, detail }: WantedTarget): string =>
  kind === 'application' ? deviceApplicationText(deviceApplicationOf(detail)) : String(detail);

/** Unique among those of its site and kind whatever things are called; shown is the name of the day (`load-targets.ts`). */
function storedName(wanted: WantedTarget): string {
  const name = flowTargetName(wanted, {});
  const number = numberText(wanted);
  return name === applicationName(wanted.detail) && name === number ? name : `${name} (${number})`;
}

async function addOne(tx: Transaction<Database>, wanted: WantedTarget): Promise<boolean> {
  const { customer, site, kind, detail } = wanted;
  const element = await tx
    .insertInto('network_element')
    .values({ customer_id: customer, kind, parent_id: site, name: storedName(wanted) })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (element === undefined) return false;
  await tx.insertInto('flow_target').values({ id: element.id, site_id: site, kind, detail }).execute();
  return true;
}

async function roomOf(tx: Transaction<Database>, customer: number, most: number): Promise<number> {
  const { count } = await tx
    .selectFrom('flow_target')
    .innerJoin('network_element as element', 'element.id', 'flow_target.id')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('element.customer_id', '=', customer)
    .executeTakeFirstOrThrow();
  return Math.max(0, most - Number(count));
}

async function addOfCustomer(
  tx: Transaction<Database>,
  wanted: readonly WantedTarget[],
  { customer, most }: { readonly customer: number; readonly most: number },
): Promise<Added> {
  // Two engines that take turns at a partition may both have met them.
  const known = await tx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customer)
    .forNoKeyUpdate()
    .executeTakeFirst();
  let [added, full] = [0, 0];
  if (known === undefined) return { added, full };
  const room = await roomOf(tx, customer, most);
  for (const one of wanted) {
    if (added === room) full += 1;
    else if (await addOne(tx, one)) added += 1;
  }
  return { added, full };
}

/** Makes elements of what flows were of, each once whoever asks, as long as their customer has room. */
export async function addTargets(
  db: Db,
  wanted: readonly WantedTarget[],
  perCustomer: number,
): Promise<Added> {
  const total = { added: 0, full: 0 };
  for (const [customer, own] of Map.groupBy(wanted, (one) => one.customer)) {
    const { added, full } = await db
      .transaction()
      .execute((tx) => addOfCustomer(tx, own, { customer, most: perCustomer }));
    total.added += added;
    total.full += full;
  }
  return total;
}
