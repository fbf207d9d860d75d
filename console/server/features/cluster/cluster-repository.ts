import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ClusterChoices, ClusterDraft, ClusterEntry } from '#schemas/cluster/cluster.ts';
import { accessTo, seesShared } from '#schemas/resource/access.ts';
import type { Viewer } from '#schemas/resource/access.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import {
  addPlaced,
  lockResource,
  requireVisibility,
  updateResource,
} from '../../shared/resource/change-resource.ts';
import { changeInTransaction } from '../../shared/resource/change-in-transaction.ts';
import type { ResourceChange } from '../../shared/resource/change-resource.ts';
import { placedFor } from '../../shared/resource/stored-resource.ts';
import type { StoredResource } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { checkSites, fill, knownSites, requireSameType } from './cluster-members.ts';
import { readApplications, readClusters } from './read-clusters.ts';
import type { StoredCluster } from './read-clusters.ts';

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
function seesSites(
  { everySite, sites }: Pick<ClusterEntry, 'everySite' | 'sites'>,
  { caller, customer }: Place,
): boolean {
  const seen = sitesSeenBy(caller, customer);
  return seen === undefined || (!everySite && sites.length > 0 && sites.every(({ id }) => seen.has(id)));
}

const told = ({ name, description, visibility, type, sites, applications, everySite }: ClusterEntry) => ({
  name,
  description,
  visibility,
  type,
  everySite,
  sites: sites.map((site) => site.name),
  applications: applications.map((application) => application.name),
});

const shown = (viewer: Viewer, { stored, content }: StoredCluster): ClusterEntry => ({
  ...placedFor(viewer, stored),
  ...content,
});

/** Elements of private clusters are called by a number: nobody learns their name from what lists elements. */
const elementName = ({ name, visibility }: ClusterDraft, resource: number): string =>
  visibility === 'private' ? `#${String(resource)}` : name;

interface ClusterChange extends ResourceChange {
  readonly actor: ClusterActor;
}

/** The cluster of this customer. What is shared with it is changed in the multi-client space: as one that is elsewhere. */
async function find({ tx, viewer, actor }: Omit<ClusterChange, 'now'>, id: number): Promise<StoredCluster> {
  const [found] = await readClusters(tx, actor.customer, id);
  if (
    found?.stored.customer !== actor.customer ||
    !accessTo(found.stored, viewer).read ||
    !seesSites(found.content, actor)
  )
    throw new ProblemError('NOT_FOUND');
  return found;
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
    const viewer = await viewerOf(this.#db, place.caller);
    const reader = { id: place.customer, profile: await this.#profileOf(place.customer) };
    const isRead = ({ stored }: StoredCluster): boolean =>
      stored.customer === null ? seesShared(stored, reader, viewer) : accessTo(stored, viewer).read;
    return (await readClusters(this.#db, place.customer))
      .filter((cluster) => isRead(cluster) && seesSites(cluster.content, place))
      .map((cluster) => shown(viewer, cluster));
  }

  async #profileOf(customer: number): Promise<number> {
    const row = await this.#db
      .selectFrom('customer')
      .select('profile_id')
      .where('id', '=', customer)
      .executeTakeFirstOrThrow();
    return row.profile_id;
  }

  async choices({ caller, customer }: Place): Promise<ClusterChoices> {
    return {
      sites: await knownSites(this.#db, { caller, customer }),
      applications: await readApplications(this.#db, customer),
      everySite: sitesSeenBy(caller, customer) === undefined,
    };
  }

  /** Whether the caller sees the sites that a cluster of a customer is about; of one for several he sees his part. */
  async sees(tx: Tx, { id, customer }: StoredResource, caller: Caller): Promise<boolean> {
    if (customer === null) return true;
    const clusters = await readClusters(tx, customer);
    const found = clusters.find(({ stored }) => stored.id === id);
    return found !== undefined && seesSites(found.content, { caller, customer });
  }

  add(draft: ClusterDraft, actor: ClusterActor): Promise<ClusterEntry> {
    return this.#change(actor, async (change) => {
      const { tx, viewer } = change;
      await checkSites(tx, draft, actor);
      const { customer } = actor;
      const { name, description, visibility } = draft;
      const resource_id = await addPlaced(change, {
        ...{ kind: 'cluster', customer },
        ...{ name, description, visibility },
      });
      const { id } = await tx
        .insertInto('network_element')
        .values({
          customer_id: customer,
          kind: draft.type === 'area' ? 'area' : 'cluster',
          parent_id: null,
          name: elementName(draft, resource_id),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.insertInto('cluster').values({ id, resource_id, every_site: draft.everySite }).execute();
      await fill(tx, id, draft);
      const made = shown(viewer, await find(change, id));
      await this.#record(change, { action: 'cluster.create', cluster: made, after: told(made) });
      return made;
    });
  }

  change(
    id: number,
    draft: ClusterDraft & { readonly version: number },
    actor: ClusterActor,
  ): Promise<ClusterEntry> {
    return this.#change(actor, async (change) => {
      const { tx, viewer } = change;
      const { stored, before } = await this.#lock(change, { id, version: draft.version });
      requireSameType(before, draft, actor);
      await checkSites(tx, draft, actor);
      const { name, description, visibility } = draft;
      requireVisibility(stored, viewer, visibility);
      await updateResource(change, stored.id, { name, description, visibility });
      await tx
        .updateTable('network_element')
        .set({ name: elementName(draft, stored.id) })
        .where('id', '=', id)
        .execute();
      await tx.updateTable('cluster').set({ every_site: draft.everySite }).where('id', '=', id).execute();
      await fill(tx, id, draft);
      const after = shown(viewer, await find(change, id));
      const difference = { before: told(before), after: told(after) };
      await this.#record(change, { action: 'cluster.update', cluster: after, ...difference });
      return after;
    });
  }

  remove(place: { readonly id: number; readonly version: number }, actor: ClusterActor): Promise<void> {
    return this.#change(actor, async (change) => {
      const { stored, before } = await this.#lock(change, place);
      const { tx } = change;
      await tx
        .deleteFrom('network_element')
        .where('id', '=', place.id)
        .where('customer_id', '=', actor.customer)
        .execute();
      await tx.deleteFrom('resource').where('id', '=', stored.id).execute();
      await this.#record(change, { action: 'cluster.delete', cluster: before, before: told(before) });
    });
  }

  async #lock(
    change: ClusterChange,
    { id, version }: { readonly id: number; readonly version: number },
  ): Promise<{ stored: StoredResource; before: ClusterEntry }> {
    const { resource } = shown(change.viewer, await find(change, id));
    await lockResource(change, { kind: 'cluster', id: resource });
    // Its members as they are once nobody else changes them.
    const found = await find(change, id);
    if (found.stored.version !== version) throw new ProblemError('CONFLICT');
    return { stored: found.stored, before: shown(change.viewer, found) };
  }

  #change<Value>(actor: ClusterActor, run: (change: ClusterChange) => Promise<Value>): Promise<Value> {
    return changeInTransaction({ db: this.#db, clock: this.#clock }, actor, run);
  }

  #record(
    { tx, actor: { audit, customer } }: ClusterChange,
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
