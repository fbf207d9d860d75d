import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ClusterChoices, ClusterDraft, ClusterEntry } from '#schemas/cluster/cluster.ts';
import { accessTo, canSeeShared, type Viewer } from '#schemas/resource/access.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import type { AuditEntry, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import {
  insertPlaced,
  lockResource,
  requireVisibility,
  updateResource,
} from '../../shared/resource/change-resource.ts';
import { placedFor, type StoredResource } from '../../shared/resource/stored-resource.ts';
import { transactResource, type ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import {
  checkSites,
  readSites,
  replaceMembers,
  requireSameType,
  type ClusterScope,
} from './cluster-members.ts';
import { readApplicationChoices, readStoredClusters, type StoredCluster } from './read-clusters.ts';

/** The acting user, and the customer whose clusters change. */
export interface ClusterActor extends Actor {
  readonly customer: number;
  /** Locates the draft in the request. */
  readonly where: 'body' | 'body.cluster';
}

type ClusterTransaction = ResourceTransaction<ClusterActor>;

/** A caller limited to some sites sees clusters of these sites only: measures of other clusters would include other sites. */
function seesSites(
  { everySite, sites }: Pick<ClusterEntry, 'everySite' | 'sites'>,
  { caller, customer }: ClusterScope,
): boolean {
  const seen = sitesSeenBy(caller, customer);
  return seen === undefined || (!everySite && sites.length > 0 && sites.every(({ id }) => seen.has(id)));
}

/** Fields recorded in the audit trail. */
const auditSnapshot = (cluster: ClusterEntry) => ({
  name: cluster.name,
  description: cluster.description,
  visibility: cluster.visibility,
  type: cluster.type,
  everySite: cluster.everySite,
  sites: cluster.sites.map((site) => site.name),
  applications: cluster.applications.map((application) => application.name),
});

const shownCluster = (viewer: Viewer, { stored, content }: StoredCluster): ClusterEntry => ({
  ...placedFor(viewer, stored),
  ...content,
});

/** The element of a private cluster has a number as its name, since lists of elements show it to other users. */
const elementName = ({ name, visibility }: ClusterDraft, resource: number): string =>
  visibility === 'private' ? `#${String(resource)}` : name;

/** The cluster of the actor's customer. A cluster shared with the customer is NOT_FOUND: it changes in the multi-client space. */
async function readCluster({ tx, viewer, actor }: ClusterTransaction, id: number): Promise<StoredCluster> {
  const [found] = await readStoredClusters(tx, actor.customer, id);
  if (
    found?.stored.customer !== actor.customer ||
    !accessTo(found.stored, viewer).read ||
    !seesSites(found.content, actor)
  )
    throw new ProblemError('NOT_FOUND');
  return found;
}

const readEntry = async (change: ClusterTransaction, id: number): Promise<ClusterEntry> =>
  shownCluster(change.viewer, await readCluster(change, id));

/** Locks a cluster until the end of the transaction. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
async function lockCluster(
  change: ClusterTransaction,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<{ stored: StoredResource; before: ClusterEntry }> {
  const { resource } = await readEntry(change, id);
  await lockResource(change, { kind: 'cluster', id: resource });
  // Read again: the members may have changed until the lock was granted.
  const locked = await readCluster(change, id);
  rejectStale(locked.stored.version, version);
  return { stored: locked.stored, before: shownCluster(change.viewer, locked) };
}

function recordCluster(
  { record, actor: { customer } }: ClusterTransaction,
  { id, name }: ClusterEntry,
  entry: Pick<AuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  return record({ ...entry, subject: 'cluster', subjectId: id, subjectName: name, customer });
}

async function insertCluster(change: ClusterTransaction, draft: ClusterDraft): Promise<number> {
  const { tx, actor } = change;
  const { customer } = actor;
  const { name, description, visibility } = draft;
  const resource_id = await insertPlaced(change, {
    kind: 'cluster',
    customer,
    name,
    description,
    visibility,
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
  await replaceMembers(tx, id, draft);
  return id;
}

interface ClusterRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

/** Clusters of sites and of applications. Every query is bound to one customer. */
export class ClusterRepository {
  readonly #needs: ClusterRepositoryNeeds;

  constructor(needs: ClusterRepositoryNeeds) {
    this.#needs = needs;
  }

  async list(scope: ClusterScope): Promise<ClusterEntry[]> {
    const { db } = this.#needs;
    const viewer = await viewerOf(db, scope.caller);
    const reader = { id: scope.customer, profile: await this.#readProfile(scope.customer) };
    const isReadable = ({ stored }: StoredCluster): boolean =>
      stored.customer === null ? canSeeShared(stored, reader, viewer) : accessTo(stored, viewer).read;
    return (await readStoredClusters(db, scope.customer))
      .filter((cluster) => isReadable(cluster) && seesSites(cluster.content, scope))
      .map((cluster) => shownCluster(viewer, cluster));
  }

  async #readProfile(customer: number): Promise<number> {
    const row = await this.#needs.db
      .selectFrom('customer')
      .select('profile_id')
      .where('id', '=', customer)
      .executeTakeFirstOrThrow();
    return row.profile_id;
  }

  /** The sites and applications that a cluster can be made of. */
  async readChoices({ caller, customer }: ClusterScope): Promise<ClusterChoices> {
    const { db } = this.#needs;
    return {
      sites: await readSites(db, { caller, customer }),
      applications: await readApplicationChoices(db, customer),
      everySite: sitesSeenBy(caller, customer) === undefined,
    };
  }

  /** Whether the caller sees the sites of a cluster of a customer. Of a cluster of the multi-client space they see their part. */
  async sees(tx: Tx, { id, customer }: StoredResource, caller: Caller): Promise<boolean> {
    if (customer === null) return true;
    const clusters = await readStoredClusters(tx, customer);
    const found = clusters.find(({ stored }) => stored.id === id);
    return found !== undefined && seesSites(found.content, { caller, customer });
  }

  create(draft: ClusterDraft, actor: ClusterActor): Promise<ClusterEntry> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      await checkSites(change.tx, draft, actor);
      const created = await readEntry(change, await insertCluster(change, draft));
      await recordCluster(change, created, { action: 'cluster.create', after: auditSnapshot(created) });
      return created;
    });
  }

  update(
    id: number,
    draft: ClusterDraft & { readonly version: number },
    actor: ClusterActor,
  ): Promise<ClusterEntry> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const { tx, viewer } = change;
      const { stored, before } = await lockCluster(change, { id, version: draft.version });
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
      await replaceMembers(tx, id, draft);
      const after = await readEntry(change, id);
      await recordCluster(change, after, {
        action: 'cluster.update',
        before: auditSnapshot(before),
        after: auditSnapshot(after),
      });
      return after;
    });
  }

  delete(id: number, version: number, actor: ClusterActor): Promise<void> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const { tx } = change;
      const { stored, before } = await lockCluster(change, { id, version });
      await tx
        .deleteFrom('network_element')
        .where('id', '=', id)
        .where('customer_id', '=', actor.customer)
        .execute();
      await tx.deleteFrom('resource').where('id', '=', stored.id).execute();
      await recordCluster(change, before, { action: 'cluster.delete', before: auditSnapshot(before) });
    });
  }
}
