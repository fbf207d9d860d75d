import { sql } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { accessTo } from '#schemas/resource/access.ts';
import { resourceKindNames } from '#schemas/resource/kind.ts';
import { MAX_OBJECTS_FOUND, type ExplainableObject } from '#schemas/user/access-explanation.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import { readStoredResources } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';

async function findSites(db: Db, caller: Caller, words: readonly string[]): Promise<ExplainableObject[]> {
  let query = db
    .selectFrom('network_element as element')
    .select(['id', 'name', 'customer_id'])
    .where('kind', '=', 'site')
    .where(sql<boolean>`customer_id = ANY(${[...caller.customers.keys()]}::integer[])`)
    .orderBy('name', asNames);
  for (const word of words) query = query.where(sql<boolean>`strpos(lower(element.name), ${word}) > 0`);
  const rows = await query.limit(MAX_OBJECTS_FOUND * 4).execute();
  return rows
    .filter(({ id, customer_id }) => sitesSeenBy(caller, customer_id)?.has(id) !== false)
    .slice(0, MAX_OBJECTS_FOUND)
    .map(({ id, name, customer_id }) => ({
      is: 'element' as const,
      id,
      name,
      kind: null,
      customer: caller.customers.get(customer_id)?.name ?? null,
    }));
}

async function findResources(db: Db, caller: Caller, words: readonly string[]): Promise<ExplainableObject[]> {
  const viewer = await viewerOf(db, caller);
  const stored = await Promise.all(resourceKindNames.map((kind) => readStoredResources(db, kind)));
  return stored
    .flat()
    .filter((one) => words.every((word) => one.name.toLowerCase().includes(word)))
    .filter((one) => accessTo(one, viewer).read)
    .slice(0, MAX_OBJECTS_FOUND)
    .map(({ id, name, kind, customer }) => ({
      is: 'resource' as const,
      id,
      name,
      kind,
      customer: customer === null ? null : (caller.customers.get(customer)?.name ?? null),
    }));
}

/** Finds visible sites or resources by words of their names. */
export async function findExplainable(
  db: Db,
  caller: Caller,
  { is, search }: { readonly is: ExplainableObject['is']; readonly search: string },
): Promise<ExplainableObject[]> {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return is === 'element' ? findSites(db, caller, words) : findResources(db, caller, words);
}
