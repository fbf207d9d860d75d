import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { audienceOf } from '../../kernel/access/audience.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { DeliveryState, type Delivery } from '#schemas/notification/delivery.ts';
import type { JobKind } from '#schemas/notification/job.ts';
import type { notificationDelivery } from '#schemas/table/notification.ts';
import type { Row as RowOf } from '#schemas/table/relation.ts';

const MAX_LISTED = 100;
const columns = [
  'key',
  'state',
  'customer_id',
  'events',
  'attempts',
  'response',
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

interface DeliveryReader {
  readonly db: Db;
  readonly caller: Pick<Caller, 'permissions' | 'groups'>;
}

/** Notifications with restricted alarms are visible to users with access to these only. */
export const visibleValues = ({ caller }: Pick<DeliveryReader, 'caller'>): readonly boolean[] =>
  audienceOf(caller) === 'privileged' ? [false, true] : [false];

/** The last notifications of a target that the caller may see, newest first. */
export async function readDeliveries(
  reader: DeliveryReader,
  { kind, target }: { readonly kind: JobKind; readonly target: number },
): Promise<Delivery[]> {
  const rows = await reader.db
    .selectFrom('notification_delivery')
    .select(columns)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .where('restricted', 'in', visibleValues(reader))
    .orderBy('created_at', 'desc')
    .orderBy('key')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(deliveryOf);
}

/** The newest notification of each target, by target. One index lookup per target. */
export async function readLastDeliveries(
  reader: DeliveryReader,
  kind: JobKind,
  targets: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, Delivery>> {
  const ids = targets.map(({ id }) => id);
  const { rows } = await sql<Row & { target: number }>`
    SELECT last.* FROM unnest(${ids}::integer[]) AS wanted (id)
    CROSS JOIN LATERAL (
      SELECT target, key, state, customer_id, events, attempts, response, created_at, updated_at
      FROM notification_delivery
      WHERE kind = ${kind} AND target = wanted.id AND restricted = ANY(${visibleValues(reader)}::boolean[])
      ORDER BY created_at DESC, key
      LIMIT 1
    ) AS last`.execute(reader.db);
  return new Map(rows.map(({ target, ...row }) => [target, deliveryOf(row)]));
}
