import { sql, type Transaction } from 'kysely';
import type { Database } from '#schemas/table/postgres.ts';

type Tx = Transaction<Database>;

/** Serialises changes of exporters and sub-networks, since each checks for collisions first. */
export const lockExporters = (tx: Tx) => sql`LOCK TABLE exporter IN SHARE ROW EXCLUSIVE MODE`.execute(tx);

/**
 * Returns an exporter address of the customer that a device of another customer in this collection sub-network also has, where
 * both would be the same exporter; undefined when there is none.
 */
export async function exporterCollision(
  tx: Tx,
  { customer, recipientId }: { readonly customer: number; readonly recipientId: number },
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('exporter as own')
    .innerJoin('network_element as device', 'device.id', 'own.device_id')
    .innerJoin('exporter as other', 'other.address', 'own.address')
    .innerJoin('network_element as otherDevice', 'otherDevice.id', 'other.device_id')
    .innerJoin('customer as owner', 'owner.id', 'otherDevice.customer_id')
    .select('own.address')
    .where('device.customer_id', '=', customer)
    .where('owner.id', '<>', customer)
    .where('owner.recipient_id', '=', recipientId)
    .orderBy('own.address')
    .executeTakeFirst();
  return found?.address;
}
