import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { audienceOf } from '../../kernel/access/audience.ts';
import type { Caller } from '../../kernel/access/caller.ts';
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

interface Asking {
  readonly db: Db;
  readonly caller: Pick<Caller, 'permissions' | 'groups'>;
}

/** What tells of restricted alarms, and of how many, is not there for who may not read them. */
const maySee = ({ caller }: Asking): readonly boolean[] =>
  audienceOf(caller) === 'privileged' ? [false, true] : [false];

/** The last notifications of a target that somebody may see, newest first. */
export async function readDeliveries(
  asking: Asking,
  { kind, target }: { readonly kind: JobKind; readonly target: number },
): Promise<Delivery[]> {
  const rows = await asking.db
    .selectFrom('notification_delivery')
    .select(columns)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .where('restricted', 'in', maySee(asking))
    .orderBy('created_at', 'desc')
    .orderBy('key')
    .limit(SHOWN)
    .execute();
  return rows.map(deliveryOf);
}

/** The newest notification of each of these targets of a kind, by its id: as many looks into the index as there are targets. */
export async function lastDeliveries(
  asking: Asking,
  kind: JobKind,
  targets: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, Delivery>> {
  const ids = targets.map(({ id }) => id);
  const { rows } = await sql<Row & { target: number }>`
    SELECT last.* FROM unnest(${ids}::integer[]) AS wanted (id)
    CROSS JOIN LATERAL (
      SELECT target, key, state, customer_id, events, attempts, answer, created_at, updated_at
      FROM notification_delivery
      WHERE kind = ${kind} AND target = wanted.id AND restricted = ANY(${maySee(asking)}::boolean[])
      ORDER BY created_at DESC, key
      LIMIT 1
    ) AS last`.execute(asking.db);
  return new Map(rows.map(({ target, ...row }) => [target, deliveryOf(row)]));
}
