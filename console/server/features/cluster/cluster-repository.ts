import type { Db } from '#platform/postgres/postgres.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { ClusterDraft, ClusterEntry } from '#schemas/cluster/cluster.ts';
import type { InputFault } from '#schemas/problem/problem.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { withUniqueName } from '../../shared/name/with-unique-name.ts';
import { readClusters } from './read-clusters.ts';

/** Who acts, for which customer. */
export interface ClusterActor {
  readonly caller: Caller;
  readonly customer: number;
  readonly audit: Audit;
  /** Where the draft stands in the request. */
  readonly where: 'body' | 'body.cluster';
}

type Place = Pick<ClusterActor, 'caller' | 'customer'>;

/** Who sees some sites only sees the clusters of these alone: the measures of another would tell of sites that are not his. */
function isSeen(
  { everySite, sites }: Pick<ClusterEntry, 'everySite' | 'sites'>,
  { caller, customer }: Place,
): boolean {
  const seen = sitesSeenBy(caller, customer);
  return seen === undefined || (!everySite && sites.length > 0 && sites.every(({ id }) => seen.has(id)));
}

const told = ({ name, type, sites, applications, everySite }: ClusterEntry) => ({
  name,
  type,
  everySite,
  sites: sites.map((site) => site.name),
  applications: applications.map((application) => application.name),
});

async function findIn(tx: Tx, place: Place, id: number): Promise<ClusterEntry> {
  const [found] = await readClusters(tx, place.customer, id);
  if (found === undefined || !isSeen(found, place)) throw new ProblemError('NOT_FOUND');
  return found;
}

/** A site of another customer, or one that the caller does not see, does not exist. */
async function checkSites(tx: Tx, { sites, everySite }: ClusterDraft, actor: ClusterActor): Promise<void> {
  const { caller, customer, where } = actor;
  const seen = sitesSeenBy(caller, customer);
  const own = await tx
    .selectFrom('network_element')
    .select('id')
    .where('customer_id', '=', customer)
    .where('kind', '=', 'site')
    .execute();
  const known = new Set(own.map(({ id }) => id).filter((id) => seen?.has(id) !== false));
  const errors: InputFault[] = sites
    .filter((id) => !known.has(id))
    .map((id) => ({
      path: `${where}.sites`,
      message: `${String(id)} does not exist, or you may not see it`,
    }));
  if (everySite && seen !== undefined)
    errors.push({ path: `${where}.everySite`, message: 'you do not see every site' });
  if (errors.length > 0) throw new ProblemError('VALIDATION', { errors });
}

async function fill(tx: Tx, id: number, { sites, applications }: ClusterDraft): Promise<void> {
  await tx.deleteFrom('cluster_site').where('cluster_id', '=', id).execute();
  await tx.deleteFrom('cluster_application').where('cluster_id', '=', id).execute();
  const ofSites = [...new Set(sites)].map((site_id) => ({ cluster_id: id, site_id }));
  const ofApplications = [...new Set(applications)].map((application) => ({ cluster_id: id, application }));
  if (ofSites.length > 0) await tx.insertInto('cluster_site').values(ofSites).execute();
  if (ofApplications.length > 0) await tx.insertInto('cluster_application').values(ofApplications).execute();
}

/** Clusters of sites and of applications; every query is of one customer. */
export class ClusterRepository {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async list(place: Place): Promise<ClusterEntry[]> {
    return (await readClusters(this.#db, place.customer)).filter((cluster) => isSeen(cluster, place));
  }

  add(draft: ClusterDraft, actor: ClusterActor): Promise<ClusterEntry> {
    return this.#change(async (tx) => {
      await checkSites(tx, draft, actor);
      const { id } = await tx
        .insertInto('network_element')
        .values({
          customer_id: actor.customer,
          kind: draft.type === 'area' ? 'area' : 'cluster',
          parent_id: null,
          name: draft.name,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('cluster')
        .values({
          id,
          owner_id: actor.caller.id,
          every_site: draft.everySite,
          updated_at: this.#clock.now(),
        })
        .execute();
      await fill(tx, id, draft);
      const made = await findIn(tx, actor, id);
      await this.#record(tx, actor, { action: 'cluster.create', cluster: made, after: told(made) });
      return made;
    });
  }

  change(
    id: number,
    draft: ClusterDraft & { readonly version: number },
    actor: ClusterActor,
  ): Promise<ClusterEntry> {
    return this.#change(async (tx) => {
      const before = await this.#lock(tx, actor, { id, version: draft.version });
      if (before.type !== draft.type)
        throw new ProblemError('VALIDATION', {
          errors: [{ path: `${actor.where}.type`, message: 'the type of a cluster does not change' }],
        });
      await checkSites(tx, draft, actor);
      await tx.updateTable('network_element').set({ name: draft.name }).where('id', '=', id).execute();
      await tx
        .updateTable('cluster')
        .set({ every_site: draft.everySite, updated_at: this.#clock.now(), version: before.version + 1 })
        .where('id', '=', id)
        .execute();
      await fill(tx, id, draft);
      const after = await findIn(tx, actor, id);
      const difference = { before: told(before), after: told(after) };
      await this.#record(tx, actor, { action: 'cluster.update', cluster: after, ...difference });
      return after;
    });
  }

  remove(place: { readonly id: number; readonly version: number }, actor: ClusterActor): Promise<void> {
    return this.#change(async (tx) => {
      const before = await this.#lock(tx, actor, place);
      await tx
        .deleteFrom('network_element')
        .where('id', '=', place.id)
        .where('customer_id', '=', actor.customer)
        .execute();
      await this.#record(tx, actor, { action: 'cluster.delete', cluster: before, before: told(before) });
    });
  }

  async #lock(
    tx: Tx,
    actor: ClusterActor,
    { id, version }: { readonly id: number; readonly version: number },
  ): Promise<ClusterEntry> {
    await tx.selectFrom('cluster').select('id').where('id', '=', id).forUpdate().execute();
    const found = await findIn(tx, actor, id);
    if (found.version !== version) throw new ProblemError('CONFLICT');
    return found;
  }

  #change<Value>(run: (tx: Tx) => Promise<Value>): Promise<Value> {
    return withUniqueName(() => this.#db.transaction().execute(run));
  }

  #record(
    tx: Tx,
    { audit, customer }: ClusterActor,
    {
      cluster,
      ...entry
    }: Pick<Parameters<Audit>[1], 'action' | 'before' | 'after'> & {
      readonly cluster: ClusterEntry;
    },
  ): Promise<void> {
    const { id, name } = cluster;
    return audit(tx, { ...entry, subject: 'cluster', subjectId: id, subjectName: name, customer });
  }
}
