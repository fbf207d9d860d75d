import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { accessTo } from '#schemas/resource/access.ts';
import type { PlacedKind, ResourceKind, TemplateKind } from '#schemas/resource/kind.ts';
import type { ResourceSummary, Share } from '#schemas/resource/resource.ts';
import { shareChange, unshared, type ShareChange, type ShareReach } from '#schemas/resource/share-change.ts';
import type { ShareTargets } from '#schemas/sharing/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import { lockResource, updateResource } from '../../shared/resource/change-resource.ts';
import { readStoredResources, shownTo, type StoredResource } from '../../shared/resource/stored-resource.ts';
import { transactResource, type ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { findPossibleOwners, type OwnerQuery } from './possible-owners.ts';
import { readShareReach, readShareTargets } from './share-reach.ts';

/** A resource at the version that the user saw. */
export interface ResourceKey {
  readonly kind: ResourceKind;
  readonly id: number;
  /** The customer that the resource belongs to. Null: the multi-client space. */
  readonly customer: number | null;
  readonly version: number;
}

const sharedNames = ({ share, profiles, clients }: StoredResource) => ({
  everyone: share.everyone,
  profiles: profiles.map(({ name }) => name),
  clients: clients.map(({ name }) => name),
});
const statusFields = ({ active, statusComment }: StoredResource) => ({ active, comment: statusComment });
const ownerFields = ({ row }: StoredResource) => ({ owner: row.owner_username });
const auditSubject = ({ kind, id, name, customer }: StoredResource) => ({
  subject: kind,
  subjectId: id,
  subjectName: name,
  ...(customer === null ? {} : { customer }),
});

async function replaceShare(tx: Tx, id: number, { profiles, clients }: Share): Promise<void> {
  await tx.deleteFrom('resource_share').where('resource_id', '=', id).execute();
  const rows = [
    ...profiles.map((profile_id) => ({ resource_id: id, profile_id, customer_id: null })),
    ...clients.map((customer_id) => ({ resource_id: id, profile_id: null, customer_id })),
  ];
  if (rows.length > 0) await tx.insertInto('resource_share').values(rows).execute();
}

async function readResource(tx: Tx, { kind, id }: ResourceKey): Promise<StoredResource> {
  const [stored] = await readStoredResources(tx, kind, [id]);
  if (stored === undefined) throw new ProblemError('NOT_FOUND');
  return stored;
}

/** Whether a caller sees the content of a resource of a customer, in addition to the rules on resources. */
export type SeesContent = (tx: Tx, stored: StoredResource, caller: Caller) => Promise<boolean>;

interface SharingRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  /** Without a check for a kind, a caller who sees the resource sees its content. */
  readonly sees?: Readonly<Partial<Record<PlacedKind, SeesContent>>>;
}

interface ResourceUpdate {
  /** The access that the update requires. */
  readonly access: 'share' | 'write';
  readonly run: (change: ResourceTransaction, before: StoredResource) => Promise<StoredResource>;
}

/** Shares, status and owners of resources, in the multi-client space and at customers. */
export class SharingRepository {
  readonly #needs: SharingRepositoryNeeds;

  constructor(needs: SharingRepositoryNeeds) {
    this.#needs = needs;
  }

  /** The templates that the caller sees, and the targets that they may share with. */
  async list(
    kind: TemplateKind,
    caller: Caller,
  ): Promise<{ resources: ResourceSummary[]; targets: ShareTargets }> {
    const { db } = this.#needs;
    const viewer = await viewerOf(db, caller);
    const stored = await readStoredResources(db, kind);
    return {
      resources: stored
        .filter((one) => one.customer === null && accessTo(one, viewer).read)
        .map((one) => shownTo(viewer, one)),
      targets: await readShareTargets(db, viewer),
    };
  }

  share(key: ResourceKey, desired: Share, actor: Actor): Promise<ResourceSummary> {
    return this.#updateShare(key, (reach) => shareChange(desired, reach), actor);
  }

  unshare(key: ResourceKey, actor: Actor): Promise<ResourceSummary> {
    return this.#updateShare(key, () => ({ ok: true, share: unshared }), actor);
  }

  updateStatus(
    key: ResourceKey,
    { active, comment }: { readonly active: boolean; readonly comment: string },
    actor: Actor,
  ): Promise<ResourceSummary> {
    return this.#update(key, actor, {
      access: 'write',
      run: async (change, before) => {
        await updateResource(change, before.id, {
          active,
          status_comment: comment,
          status_at: change.now,
          status_by_id: change.viewer.id,
        });
        const after = await readResource(change.tx, key);
        await change.record({
          action: `${key.kind}.${active ? 'activate' : 'deactivate'}`,
          ...auditSubject(before),
          before: statusFields(before),
          after: statusFields(after),
        });
        return after;
      },
    });
  }

  findOwners(query: OwnerQuery) {
    return findPossibleOwners(this.#needs.db, query);
  }

  /** Throws OWNER_UNKNOWN for an account that cannot own the resource. */
  updateOwner(key: ResourceKey, owner: number, actor: Actor): Promise<ResourceSummary> {
    return this.#update(key, actor, {
      access: 'write',
      run: async (change, before) => {
        const { kind, customer } = key;
        const { caller } = actor;
        const isPrivate = before.visibility === 'private';
        const query = { kind, customer, caller, isPrivate, id: owner };
        const { owners } = await findPossibleOwners(change.tx, query);
        if (owners.length === 0) throw new ProblemError('OWNER_UNKNOWN');
        await updateResource(change, before.id, { owner_id: owner });
        const after = await readResource(change.tx, key);
        await change.record({
          action: `${kind}.owner`,
          ...auditSubject(before),
          before: ownerFields(before),
          after: ownerFields(after),
        });
        return after;
      },
    });
  }

  #updateShare(
    key: ResourceKey,
    decide: (reach: ShareReach) => ShareChange,
    actor: Actor,
  ): Promise<ResourceSummary> {
    return this.#update(key, actor, {
      access: 'share',
      run: async (change, before) => {
        const decided = decide(await readShareReach(change.tx, change.viewer));
        if (!decided.ok) throw new ProblemError(decided.code);
        await replaceShare(change.tx, before.id, decided.share);
        await updateResource(change, before.id, { shared_with_all: decided.share.everyone });
        const after = await readResource(change.tx, key);
        await change.record({
          action: `${key.kind}.share`,
          ...auditSubject(before),
          before: sharedNames(before),
          after: sharedNames(after),
        });
        return after;
      },
    });
  }

  /** Locks and updates a resource. Throws NOT_FOUND, REACHES_OTHER_CUSTOMERS, FORBIDDEN, CONFLICT. */
  #update(
    { kind, id, customer, version }: ResourceKey,
    actor: Actor,
    { access, run }: ResourceUpdate,
  ): Promise<ResourceSummary> {
    return transactResource(this.#needs, actor, {}, async (change) => {
      const before = await lockResource(change, { kind, id }, access);
      // A resource of a customer is neither in the multi-client space nor at another customer.
      if (before.customer !== customer) throw new ProblemError('NOT_FOUND');
      const sees: SeesContent | undefined = this.#checkOf(kind);
      if ((await sees?.(change.tx, before, actor.caller)) === false) throw new ProblemError('NOT_FOUND');
      rejectStale(before.version, version);
      return shownTo(change.viewer, await run(change, before));
    });
  }

  #checkOf(kind: ResourceKind): SeesContent | undefined {
    const checks: Readonly<Partial<Record<ResourceKind, SeesContent>>> = this.#needs.sees ?? {};
    return checks[kind];
  }
}
