import type { Kysely } from 'kysely';
import type { ResourceKind } from '#schemas/resource/kind.ts';
import type { Database } from '#schemas/table/postgres.ts';

/** Customers that a share reaches, ascending; undefined: every customer, including future ones. */
export type Reached = readonly number[] | undefined;

/** Reads the customers that each resource of a kind is shared with; profiles are resolved to their current customers. */
export async function readReached(
  db: Kysely<Database>,
  kind: ResourceKind,
): Promise<ReadonlyMap<number, Reached>> {
  const rows = await db
    .selectFrom('resource')
    .leftJoin('resource_share as share', 'share.resource_id', 'resource.id')
    .leftJoin('customer', (join) =>
      join.on((eb) =>
        eb.or([
          eb('customer.id', '=', eb.ref('share.customer_id')),
          eb('customer.profile_id', '=', eb.ref('share.profile_id')),
        ]),
      ),
    )
    .select(['resource.id', 'resource.customer_id as owned_by', 'shared_with_all', 'customer.id as customer'])
    .where('kind', '=', kind)
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
      id,
      own[0]?.shared_with_all === true
        ? undefined
        : [...new Set(own.flatMap(({ customer, owned_by }) => owned_by ?? customer ?? []))].sort(
            (a, b) => a - b,
          ),
    ]),
  );
}
