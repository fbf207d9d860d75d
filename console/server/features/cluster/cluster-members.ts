import type { Db } from '#platform/postgres/postgres.ts';
import type { ClusterDraft } from '#schemas/cluster/cluster.ts';
import type { InputFault } from '#schemas/problem/problem.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

interface Place {
  readonly caller: Caller;
  readonly customer: number;
}

/** Its KPIs and alarms are those of its type. `where`: where the draft stands in the request. */
export function requireSameType(
  before: Pick<ClusterDraft, 'type'>,
  draft: Pick<ClusterDraft, 'type'>,
  { where }: { readonly where: string },
): void {
  if (before.type === draft.type) return;
  const message = 'the type of a cluster does not change';
  throw new ProblemError('VALIDATION', { errors: [{ path: `${where}.type`, message }] });
}

/** Sites of a customer that the caller sees, by name. */
export async function knownSites(
  db: Db | Tx,
  { caller, customer }: Place,
): Promise<{ id: number; name: string }[]> {
  const seen = sitesSeenBy(caller, customer);
  const own = await db
    .selectFrom('network_element')
    .select(['id', 'name'])
    .where('customer_id', '=', customer)
    .where('kind', '=', 'site')
    .orderBy('name')
    .execute();
  return own.filter(({ id }) => seen?.has(id) !== false);
}

/** A site of another customer, or one that the caller does not see, does not exist. */
export async function checkSites(
  tx: Tx,
  { sites, everySite }: ClusterDraft,
  { where, ...place }: Place & { readonly where: string },
): Promise<void> {
  const known = new Set((await knownSites(tx, place)).map(({ id }) => id));
  const errors: InputFault[] = sites
    .filter((id) => !known.has(id))
    .map((id) => ({
      path: `${where}.sites`,
      message: `${String(id)} does not exist, or you may not see it`,
    }));
  if (everySite && sitesSeenBy(place.caller, place.customer) !== undefined)
    errors.push({ path: `${where}.everySite`, message: 'you do not see every site' });
  if (errors.length > 0) throw new ProblemError('VALIDATION', { errors });
}

/** Puts these members in place of those before. */
export async function fill(tx: Tx, id: number, { sites, applications }: ClusterDraft): Promise<void> {
  await tx.deleteFrom('cluster_site').where('cluster_id', '=', id).execute();
  await tx.deleteFrom('cluster_application').where('cluster_id', '=', id).execute();
  const ofSites = [...new Set(sites)].map((site_id) => ({ cluster_id: id, site_id }));
  const ofApplications = [...new Set(applications)].map((application) => ({ cluster_id: id, application }));
  if (ofSites.length > 0) await tx.insertInto('cluster_site').values(ofSites).execute();
  if (ofApplications.length > 0) await tx.insertInto('cluster_application').values(ofApplications).execute();
}
