import type { Db } from '#platform/postgres/postgres.ts';
import { DeliveryState } from '#schemas/notification/delivery.ts';
import type { Delivery } from '#schemas/notification/delivery.ts';
import type { JobKind } from '#schemas/notification/job.ts';
import type { notificationDelivery } from '#schemas/table/notification.ts';
import type { Row as RowOf } from '#schemas/table/relation.ts';

const SHOWN = 100;
const columns = [
  'key',
  'state',
  'customer_id',
  'events',
  'attempts',
  'answer',
  'created_at',
  'updated_at',
] as const;

type Row = Pick<RowOf<typeof notificationDelivery>, (typeof columns)[number]>;

const deliveryOf = ({ state, customer_id, created_at, updated_at, ...row }: Row): Delivery => ({
  ...row,
  state: DeliveryState.parse(state),
  customer: customer_id,
  createdAt: created_at.getTime(),
  updatedAt: updated_at.getTime(),
});

/** The last notifications of a target, newest first. */
export async function readDeliveries(
  db: Db,
  { kind, target }: { readonly kind: JobKind; readonly target: number },
): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('notification_delivery')
    .select(columns)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .orderBy('created_at', 'desc')
    .orderBy('key')
    .limit(SHOWN)
    .execute();
  return rows.map(deliveryOf);
}

/** The newest notification of each target of a kind, by the id of the target. */
export async function lastDeliveries(db: Db, kind: JobKind): Promise<ReadonlyMap<number, Delivery>> {
  const rows = await db
    .selectFrom('notification_delivery')
    .select(['target', ...columns])
    .distinctOn('target')
    .where('kind', '=', kind)
    .orderBy('target')
    .orderBy('created_at', 'desc')
    .orderBy('key')
    .execute();
  return new Map(rows.map(({ target, ...row }) => [target, deliveryOf(row)]));
}
