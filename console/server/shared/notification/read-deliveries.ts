import type { Db } from '#platform/postgres/postgres.ts';
import { DeliveryState } from '#schemas/notification/delivery.ts';
import type { Delivery } from '#schemas/notification/delivery.ts';
import type { JobKind } from '#schemas/notification/job.ts';

const SHOWN = 100;

/** The last notifications of a target, newest first. */
export async function readDeliveries(
  db: Db,
  { kind, target }: { readonly kind: JobKind; readonly target: number },
): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('notification_delivery')
    .select(['key', 'state', 'customer_id', 'events', 'attempts', 'answer', 'created_at', 'updated_at'])
    .where('kind', '=', kind)
    .where('target', '=', target)
    .orderBy('created_at', 'desc')
    .orderBy('key')
    .limit(SHOWN)
    .execute();
  return rows.map(({ state, customer_id, created_at, updated_at, ...row }) => ({
    ...row,
    state: DeliveryState.parse(state),
    customer: customer_id,
    createdAt: created_at.getTime(),
    updatedAt: updated_at.getTime(),
  }));
}
