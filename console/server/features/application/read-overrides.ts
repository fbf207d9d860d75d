import type { ApplicationEntry } from '#schemas/application/application.ts';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Viewer } from '#schemas/resource/access.ts';
import { resourceContent, type Named } from '#schemas/resource/resource.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

type Reader = Db | Tx;

const selectOverrides = (db: Reader, customer: number) =>
  db
    .selectFrom('application_override as override')
    .leftJoin('account', 'account.id', 'override.author_id')
    .selectAll('override')
    .select(['username', 'first_name', 'last_name'])
    .where('override.customer_id', '=', customer)
    .execute();
export type StoredOverride = Awaited<ReturnType<typeof selectOverrides>>[number];

/** The definitions of a customer, by the application of the provider that they stand for. */
export async function readOverrides(
  db: Reader,
  customer: number,
): Promise<ReadonlyMap<number, StoredOverride>> {
  const rows = await selectOverrides(db, customer);
  return new Map(rows.map((row) => [row.application_id, row]));
}

/** The customers that the viewer sees among those that override an application, by application, in the order of their names. */
export async function readOverriders(db: Reader, viewer: Viewer): Promise<ReadonlyMap<number, Named[]>> {
  const rows = await db
    .selectFrom('application_override as override')
    .innerJoin('customer', 'customer.id', 'override.customer_id')
    .select(['application_id', 'customer.id', 'customer.name'])
    .orderBy('customer.name', asNames)
    .execute();
  const seen = rows.filter(({ id }) => viewer.customers.has(id));
  const byApplication = Map.groupBy(seen, ({ application_id }) => application_id);
  return new Map(
    [...byApplication].map(([application, own]) => [application, own.map(({ id, name }) => ({ id, name }))]),
  );
}

const authorOf = ({ first_name, last_name, username }: StoredOverride): string | null =>
  `${first_name ?? ''} ${last_name ?? ''}`.trim() || username;

/** The application of the provider as a customer has it. One that does not parse stays that of the provider, as in collectors. */
export function overriddenEntry(
  entry: ApplicationEntry,
  override: StoredOverride | undefined,
): ApplicationEntry {
  const attributes = resourceContent.application.safeParse(override?.attributes);
  if (override === undefined || !attributes.success) return entry;
  const { description, category, active, version, updated_at } = override;
  return {
    ...entry,
    description,
    category,
    attributes: attributes.data,
    status: { ...entry.status, active },
    state: 'overridden',
    override: {
      version,
      author: authorOf(override),
      updatedAt: updated_at.getTime(),
      provided: {
        description: entry.description,
        category: entry.category,
        attributes: entry.attributes,
        active: entry.status.active,
      },
    },
  };
}
