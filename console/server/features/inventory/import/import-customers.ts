import type { Transaction } from 'kysely';
import type { NetworkCustomer } from '#schemas/inventory/network-file.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { differingFields, type DifferenceRecorder } from './import-difference.ts';

/** Returns the ids of the profiles by the key of their name; creates missing ones. */
async function profileIds(
  tx: Transaction<Database>,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const missing = [...new Map(names.map((name) => [nameKey(name), name])).values()].map((name) => ({ name }));
  await tx
    .insertInto('customer_profile')
    .values(missing)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await tx.selectFrom('customer_profile').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [nameKey(name), id]));
}

const cellsOf = (customer: NetworkCustomer, profiles: ReadonlyMap<string, number>) => ({
  name: customer.name,
  profile_id: profiles.get(nameKey(customer.profile)) ?? 0,
  recipient_id: customer.recipientId,
  contracted_in_bps: customer.contractedInBps ?? null,
  contracted_out_bps: customer.contractedOutBps ?? null,
  // A zone that a user chose stays where the file has none.
  ...(customer.timeZone !== undefined && { time_zone: customer.timeZone }),
});

/** Imports the customers; returns the ids of all customers by client id, including those that the file does not name. */
export async function importCustomers(
  tx: Transaction<Database>,
  customers: readonly NetworkCustomer[],
  recorder: DifferenceRecorder,
): Promise<ReadonlyMap<string, number>> {
  const profiles = await profileIds(
    tx,
    customers.map(({ profile }) => profile),
  );
  const present = await tx.selectFrom('customer').selectAll().execute();
  const byClientId = new Map(present.map((row) => [row.client_id, row]));
  for (const customer of customers) {
    const cells = cellsOf(customer, profiles);
    const existing = byClientId.get(customer.clientId);
    if (existing === undefined) {
      await tx
        .insertInto('customer')
        .values({ client_id: customer.clientId, ...cells })
        .execute();
      recorder.added('customer', customer.clientId, cells);
      continue;
    }
    const fields = differingFields(existing, cells);
    if (fields.length === 0) recorder.unchanged('customer');
    else {
      await tx.updateTable('customer').set(cells).where('id', '=', existing.id).execute();
      recorder.changed('customer', customer.clientId, { fields, before: existing, after: cells });
    }
  }
  const rows = await tx.selectFrom('customer').select(['id', 'client_id']).execute();
  return new Map(rows.map(({ id, client_id }) => [client_id, id]));
}
