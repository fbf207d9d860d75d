import type { Db } from '#platform/postgres/postgres.ts';
import type { AskableKpi } from '#schemas/data/compatibility.ts';
import { shownKinds } from '#schemas/dashboard/kind/shown-kind.ts';
import { readAnyDocument } from '#schemas/report/any-document.ts';
import { inventoryIdsOf } from '#schemas/report/file-document.ts';

export interface NamedInNeeds {
  readonly db: Db;
  /** Facts of KPIs: what the lists of a dashlet name. */
  readonly readAskable: (db: Db) => Promise<(key: string) => AskableKpi | undefined>;
}

/** Resources of the dashboards, home pages and reports of the customer and of the multi-client space that name one of the elements. */
export async function documentsNaming(
  { db, readAskable }: NamedInNeeds,
  customer: number,
  ids: ReadonlySet<number>,
): Promise<readonly number[]> {
  const documents = await db
    .selectFrom('dashboard_document')
    .innerJoin('resource', 'resource.id', 'resource_id')
    .select(['resource_id', 'document', 'kind'])
    .where((eb) => eb.or([eb('customer_id', '=', customer), eb('customer_id', 'is', null)]))
    .execute();
  const kpiOf = await readAskable(db);
  return documents.flatMap(({ resource_id, document, kind }) => {
    const of = shownKinds.find((each) => each === kind);
    const read = of && readAnyDocument(of, document);
    const isNamed = read?.ok === true && inventoryIdsOf(read.data, kpiOf).some((id) => ids.has(id));
    return isNamed ? [resource_id] : [];
  });
}
