import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import { shownKinds } from '#schemas/dashboard/kind/shown-kind.ts';
import { accessTo } from '#schemas/resource/access.ts';
import type { DocumentUse, DocumentUses } from '#schemas/resource/document-use.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { readStoredResources, type StoredResource } from './stored-resource.ts';
import { viewerOf } from './viewer.ts';

/** Where documents name something, as SQL/JSON paths: dashboards and home pages, then reports. */
const paths = {
  kpi: ['$.dashlets[*].settings.series[*].kpi', '$.pages[*].items[*].content.settings.series[*].kpi'],
  manager: ['$.dashlets[*].settings.manager', '$.pages[*].items[*].content.settings.manager'],
} as const;

/** Those of the provider first, then by customer, by name. */
const inPlaceOrder = (one: DocumentUse, other: DocumentUse): number =>
  Number(one.customer !== null) - Number(other.customer !== null) ||
  compareNames(one.customer?.name ?? '', other.customer?.name ?? '') ||
  compareNames(one.name, other.name);

function useOf({ id, name, customer, row }: StoredResource, caller: Caller): Omit<DocumentUse, 'kind'> {
  return {
    id,
    name,
    ...(row.french_name === null ? {} : { nameFr: row.french_name }),
    customer: customer === null ? null : { id: customer, name: caller.customers.get(customer)?.name ?? '' },
  };
}

/** The documents that name a value, as far as the caller may open them, and how many others there are. */
export async function readDocumentUses(
  db: Db,
  { of, value }: { readonly of: keyof typeof paths; readonly value: string | number },
  caller: Caller,
): Promise<DocumentUses> {
  const found = await db
    .selectFrom('dashboard_document')
    .select('resource_id')
    .where(
      sql<boolean>`(${sql.join(
        paths[of].map(
          (path) =>
            sql`jsonb_path_exists(document, ${sql.lit(`${path} ? (@ == $value)`)}, jsonb_build_object('value', ${JSON.stringify(value)}::jsonb))`,
        ),
        sql` OR `,
      )})`,
    )
    .execute();
  return documentUsesOf(
    db,
    found.map(({ resource_id }) => resource_id),
    caller,
  );
}

/** The documents of these resources, as far as the caller may open them, and how many others there are. */
export async function documentUsesOf(db: Db, ids: readonly number[], caller: Caller): Promise<DocumentUses> {
  const viewer = await viewerOf(db, caller);
  const documents: DocumentUse[] = [];
  for (const kind of shownKinds)
    for (const stored of await readStoredResources(db, kind, ids))
      if (accessTo(stored, viewer).read) documents.push({ kind, ...useOf(stored, caller) });
  return { documents: documents.toSorted(inPlaceOrder), others: ids.length - documents.length };
}
