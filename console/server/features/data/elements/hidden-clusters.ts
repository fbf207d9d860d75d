import type { Db } from '#platform/postgres/postgres.ts';
import { isNamedIn } from '#schemas/resource/access.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { readStoredResources } from '#server/shared/resource/stored-resource.ts';

/** Ids of the areas and clusters of a customer that are private to other users. */
export async function hiddenClusters(
  db: Db,
  customer: number,
  caller: Pick<Caller, 'id' | 'permissions'>,
): Promise<ReadonlySet<number>> {
  const [clusters, stored, owner] = await Promise.all([
    db
      .selectFrom('cluster')
      .innerJoin('network_element as element', 'element.id', 'cluster.id')
      .select(['cluster.id', 'cluster.resource_id'])
      .where('element.customer_id', '=', customer)
      .execute(),
    readStoredResources(db, 'cluster'),
    db.selectFrom('customer').select('profile_id').where('id', '=', customer).executeTakeFirst(),
  ]);
  const of = { id: customer, profile: owner?.profile_id ?? 0 };
  const named = new Set(stored.filter((one) => isNamedIn(one, of, caller)).map(({ id }) => id));
  return new Set(clusters.filter(({ resource_id: resource }) => !named.has(resource)).map(({ id }) => id));
}
