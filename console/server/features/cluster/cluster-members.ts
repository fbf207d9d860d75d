import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ClusterDraft } from '#schemas/cluster/cluster.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** The customer of a cluster, and the caller whose sites of it count. */
export interface ClusterScope {
  readonly caller: Caller;
  readonly customer: number;
}

/** The type of a cluster decides on its KPIs and alarms, so it never changes. `where` locates the draft in the request. */
export function requireSameType(
  before: Pick<ClusterDraft, 'type'>,
  draft: Pick<ClusterDraft, 'type'>,
  { where }: { readonly where: string },
): void {
  if (before.type === draft.type) return;
  throw new ProblemError('VALIDATION', { errors: [{ path: `${where}.type`, code: 'CLUSTER_TYPE_FIXED' }] });
}

/** The sites of a customer that the caller sees, by name. */
export async function readSites(
  db: Db | Tx,
  { caller, customer }: ClusterScope,
): Promise<{ id: number; name: string }[]> {
  const seen = sitesSeenBy(caller, customer);
  const sites = await db
    .selectFrom('network_element')
    .select(['id', 'name'])
    .where('customer_id', '=', customer)
    .where('kind', '=', 'site')
    .orderBy('name', asNames)
    .execute();
  return sites.filter(({ id }) => seen?.has(id) !== false);
}

/** Rejects sites of other customers, and sites that the caller does not see. */
export async function checkSites(
  tx: Tx,
  { sites, everySite }: ClusterDraft,
  { where, ...scope }: ClusterScope & { readonly where: string },
): Promise<void> {
  const known = new Set((await readSites(tx, scope)).map(({ id }) => id));
  const errors: Fault[] = sites
    .filter((id) => !known.has(id))
    .map((id) => ({ path: `${where}.sites`, code: 'OBJECT_UNKNOWN', params: { id: String(id) } }));
  if (everySite && sitesSeenBy(scope.caller, scope.customer) !== undefined)
    errors.push({ path: `${where}.everySite`, code: 'EVERY_SITE_REQUIRED' });
  if (errors.length > 0) throw new ProblemError('VALIDATION', { errors });
}

/** Replaces the members of a cluster. */
export async function replaceMembers(
  tx: Tx,
  id: number,
  { sites, applications }: ClusterDraft,
): Promise<void> {
  await tx.deleteFrom('cluster_site').where('cluster_id', '=', id).execute();
  await tx.deleteFrom('cluster_application').where('cluster_id', '=', id).execute();
  const siteRows = [...new Set(sites)].map((site_id) => ({ cluster_id: id, site_id }));
  const applicationRows = [...new Set(applications)].map((application) => ({ cluster_id: id, application }));
  if (siteRows.length > 0) await tx.insertInto('cluster_site').values(siteRows).execute();
  if (applicationRows.length > 0)
    await tx.insertInto('cluster_application').values(applicationRows).execute();
}
