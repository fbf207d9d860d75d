import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { accessTo } from '#schemas/resource/access.ts';
import type { Viewer } from '#schemas/resource/access.ts';
import type { PlacedKind, ResourceKind, TemplateKind } from '#schemas/resource/kind.ts';
import type { ResourceSummary, Share } from '#schemas/resource/resource.ts';
import { shareChange, unshareChange } from '#schemas/resource/share-change.ts';
import type { ShareChange, ShareReach } from '#schemas/resource/share-change.ts';
import type { ShareTargets } from '#schemas/sharing/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { lockResource, updateResource } from '../../shared/resource/change-resource.ts';
import type { ResourceTransaction } from '../../shared/resource/change-resource.ts';
import { readStoredResources, shownTo } from '../../shared/resource/stored-resource.ts';
import type { StoredResource } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { possibleOwners } from './possible-owners.ts';
import type { OwnerSearch } from './possible-owners.ts';
import { readReach, readTargets } from './share-reach.ts';

/** Who changes which resource, made from which version. */
export interface SharingCall {
  readonly kind: ResourceKind;
  readonly id: number;
  /** The customer that it lives with; null: in the multi-client space. */
  readonly customer: number | null;
  readonly version: number;
  readonly caller: Caller;
  readonly audit: Audit;
}

const facts = ({ share, profiles, clients }: StoredResource) => ({
  everyone: share.everyone,
  profiles: profiles.map(({ name }) => name),
  clients: clients.map(({ name }) => name),
});
const status = ({ active, statusComment }: StoredResource) => ({ active, comment: statusComment });
const ownership = ({ row }: StoredResource) => ({ owner: row.owner_username });
const subject = ({ kind, id, name, customer }: StoredResource) => ({
  subject: kind,
  subjectId: id,
  subjectName: name,
  ...(customer === null ? {} : { customer }),
});

async function storeShare(tx: Tx, id: number, { profiles, clients }: Share): Promise<void> {
  await tx.deleteFrom('resource_share').where('resource_id', '=', id).execute();
  const rows = [
    ...profiles.map((profile_id) => ({ resource_id: id, profile_id, customer_id: null })),
    ...clients.map((customer_id) => ({ resource_id: id, profile_id: null, customer_id })),
  ];
  if (rows.length > 0) await tx.insertInto('resource_share').values(rows).execute();
}

const known = async (tx: Tx, { kind }: SharingCall, id: number): Promise<StoredResource> => {
  const [stored] = await readStoredResources(tx, kind, [id]);
  if (stored === undefined) throw new ProblemError('NOT_FOUND');
  return stored;
};

/** Whether a caller sees the content of what lives with a customer, besides what the rules of resources say. */
export type SeesContent = (tx: Tx, stored: StoredResource, caller: Caller) => Promise<boolean>;

interface SharingStores {
  readonly db: Db;
  readonly clock: Clock;
  /** Left out: whoever sees the resource sees its content. */
  readonly sees?: Readonly<Partial<Record<PlacedKind, SeesContent>>>;
}

/** Whom resources are shared with, their status and their owner, where they live with a customer or not. */
export class SharingRepository {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #sees: Readonly<Partial<Record<ResourceKind, SeesContent>>>;

  constructor({ db, clock, sees = {} }: SharingStores) {
    this.#db = db;
    this.#clock = clock;
    this.#sees = sees;
  }

  async list(
    kind: TemplateKind,
    caller: Caller,
  ): Promise<{ resources: ResourceSummary[]; targets: ShareTargets }> {
    const viewer = await viewerOf(this.#db, caller);
    const stored = await readStoredResources(this.#db, kind);
    return {
      resources: stored
        .filter((one) => one.customer === null && accessTo(one, viewer).share)
        .map((one) => shownTo(viewer, one)),
      targets: await readTargets(this.#db, viewer),
    };
  }

  share(call: SharingCall, wanted: Share): Promise<ResourceSummary> {
    return this.#setShare(call, (before, reach) => shareChange(before, wanted, reach));
  }

  unshare(call: SharingCall): Promise<ResourceSummary> {
    return this.#setShare(call, unshareChange);
  }

  setStatus(call: SharingCall, { active, comment }: { active: boolean; comment: string }) {
    return this.#changing(call, 'write', async (change, before) => {
      await updateResource(change, before.id, {
        active,
        status_comment: comment,
        status_at: change.now,
        status_by_id: change.viewer.id,
      });
      const after = await known(change.tx, call, before.id);
      const action = `${call.kind}.${active ? 'activate' : 'deactivate'}`;
      await call.audit(change.tx, {
        action,
        ...subject(before),
        before: status(before),
        after: status(after),
      });
      return after;
    });
  }

  owners(search: OwnerSearch) {
    return possibleOwners(this.#db, search);
  }

  setOwner(call: SharingCall, owner: number) {
    return this.#changing(call, 'write', async (change, before) => {
      const { kind, customer, caller } = call;
      const isPrivate = before.visibility === 'private';
      const { owners } = await possibleOwners(change.tx, { kind, customer, caller, isPrivate, id: owner });
      if (owners.length === 0) throw new ProblemError('OWNER_UNKNOWN');
      await updateResource(change, before.id, { owner_id: owner });
      const after = await known(change.tx, call, before.id);
      const told = { before: ownership(before), after: ownership(after) };
      await call.audit(change.tx, { action: `${kind}.owner`, ...subject(before), ...told });
      return after;
    });
  }

  #setShare(call: SharingCall, decide: (before: Share, reach: ShareReach) => ShareChange) {
    return this.#changing(call, 'share', async (change, before) => {
      const decided = decide(before.share, await readReach(change.tx, change.viewer));
      if (!decided.ok) throw new ProblemError(decided.code);
      await storeShare(change.tx, before.id, decided.share);
      await updateResource(change, before.id, { shared_with_all: decided.share.everyone });
      const after = await known(change.tx, call, before.id);
      const told = { before: facts(before), after: facts(after) };
      await call.audit(change.tx, { action: `${call.kind}.share`, ...subject(before), ...told });
      return after;
    });
  }

  #changing(
    { kind, id, customer, version, caller }: SharingCall,
    act: 'share' | 'write',
    run: (change: ResourceTransaction, before: StoredResource) => Promise<StoredResource>,
  ): Promise<ResourceSummary> {
    return this.#db.transaction().execute(async (tx) => {
      const viewer: Viewer = await viewerOf(tx, caller);
      const change = { tx, viewer, now: this.#clock.now() };
      const before = await lockResource(change, { kind, id }, act);
      // What lives with a customer is not shared: there is nothing of it in the multi-client space, nor with another customer.
      if (before.customer !== customer) throw new ProblemError('NOT_FOUND');
      if ((await this.#sees[kind]?.(tx, before, caller)) === false) throw new ProblemError('NOT_FOUND');
      if (before.version !== version) throw new ProblemError('CONFLICT');
      return shownTo(viewer, await run(change, before));
    });
  }
}
