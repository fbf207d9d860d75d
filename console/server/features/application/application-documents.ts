import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { customApplicationNumber } from '#schemas/application/application-name.ts';
import { namesApplication } from '#schemas/dashboard/use/application-use.ts';
import { shownKinds } from '#schemas/dashboard/kind/shown-kind.ts';
import { readAnyDocument, viewsIn } from '#schemas/report/any-document.ts';
import { accessTo } from '#schemas/resource/access.ts';
import type { DocumentUses } from '#schemas/resource/document-use.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { documentUsesOf } from '../../shared/resource/document-uses.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { readStoredApplications } from './read-applications.ts';

/** Documents that may name an application: those with a filter on applications, or with its number in a list. */
const candidates = (db: Db, number: number, customer: number | null) =>
  db
    .selectFrom('dashboard_document')
    .innerJoin('resource', 'resource.id', 'dashboard_document.resource_id')
    .select(['dashboard_document.resource_id', 'document', 'kind'])
    // Names and numbers of a customer's application mean others in documents of other customers.
    .$if(customer !== null, (query) =>
      query.where((is) => is.or([is('customer_id', 'is', null), is('customer_id', '=', customer)])),
    )
    .where(
      sql<boolean>`(kind = 'report' OR jsonb_path_exists(document, '$.filters[*].element ? (@ == "application")')
        OR jsonb_path_exists(document, '$.dashlets[*].settings.filters[*].element ? (@ == "application")')
        OR jsonb_path_exists(document, '$.dashlets[*].settings.breakdown.ids[*] ? (@ == $value)',
          jsonb_build_object('value', ${JSON.stringify(number)}::jsonb)))`,
    );

/**
 * The documents that filter by an application of a customer, null for the provider, or list it, as far as the caller may open them, and how
 * many others there are. Throws NOT_FOUND.
 */
export async function readApplicationUses(
  db: Db,
  { id, customer }: { readonly id: number; readonly customer: number | null },
  caller: Caller,
): Promise<DocumentUses> {
  const viewer = await viewerOf(db, caller);
  const application = (await readStoredApplications(db)).find(
    ({ stored, content }) =>
      content.id === id && stored.customer === customer && accessTo(stored, viewer).read,
  );
  if (application === undefined) throw new ProblemError('NOT_FOUND');
  const named = { number: customApplicationNumber(id), name: application.stored.name };
  const rows = await candidates(db, named.number, customer).execute();
  const ids = rows.flatMap(({ resource_id, document, kind }) => {
    const of = shownKinds.find((each) => each === kind);
    const read = of && readAnyDocument(of, document);
    if (read?.ok !== true) return [];
    const { data } = read;
    return viewsIn(data).some((view) => namesApplication(view, named)) ? [resource_id] : [];
  });
  return documentUsesOf(db, ids, caller);
}
