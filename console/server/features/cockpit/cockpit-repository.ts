import { accessTo, type Viewer } from '#schemas/resource/access.ts';
import {
  cockpitLimits,
  type Cockpit,
  type CockpitDraft,
  type CockpitSummary,
} from '#schemas/cockpit/cockpit.ts';
import { cockpitFaults } from '#schemas/cockpit/rules.ts';
import type { SharedCockpit } from '#schemas/cockpit/shared-routes.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import {
  deleteResource,
  insertTemplate,
  requireAccess,
  updateResource,
} from '../../shared/resource/change-resource.ts';
import { rejectDeleted } from '../../shared/resource/deleted-resource.ts';
import { readStoredResources, shownTo, type StoredResource } from '../../shared/resource/stored-resource.ts';
import { transactResource, type ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { lockCockpit, rejectFormFaults, type CockpitRepositoryNeeds } from './cockpit-transaction.ts';
import { copyAlarms } from './copy-alarms.ts';
import { keepingVersions, keepVersion } from './keep-version.ts';
import { readAlarms } from './read-alarms.ts';
import { readSharedCockpits } from './shared-cockpits.ts';
import { originFields, readStarterCockpit } from './starter-cockpit.ts';

const countAlarms = (db: Db) =>
  db
    .selectFrom('cockpit_alarm')
    .select(['cockpit_id'])
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('enabled', '=', true).as('enabled'),
    ])
    .groupBy('cockpit_id')
    .execute();

const readRecentlyOpened = (db: Db, account: number) =>
  db
    .selectFrom('cockpit_opened')
    .select(['cockpit_id', 'opened_at'])
    .where('account_id', '=', account)
    .execute();

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ name, row }: StoredResource) => ({ name, description: row.description });

const auditSubject = (id: number, { name }: { readonly name: string }) => ({
  subject: 'cockpit',
  subjectId: id,
  subjectName: name,
});

/** Inserts a cockpit without alarms. Returns its id. */
function insertCockpit(change: ResourceTransaction, draft: CockpitDraft): Promise<number> {
  rejectFormFaults(cockpitFaults(draft, 0));
  return insertTemplate(change, { kind: 'cockpit', ...draft });
}

const saving = {
  failure: 'COCKPIT_CONFIG_SAVE_FAILED',
  duplicate: 'NAME_TAKEN',
  duplicateField: 'name',
} as const;

/** Cockpits of the library: templates that hold alarm definitions. */
export class CockpitRepository {
  readonly #needs: CockpitRepositoryNeeds;

  constructor(needs: CockpitRepositoryNeeds) {
    this.#needs = needs;
  }

  /** The cockpits that the caller may see, by name, with the times at which the caller opened them. */
  async list(caller: Caller): Promise<CockpitSummary[]> {
    const { db } = this.#needs;
    const [stored, counts, openings, viewer, starter] = await Promise.all([
      readStoredResources(db, 'cockpit'),
      countAlarms(db),
      readRecentlyOpened(db, caller.id),
      viewerOf(db, caller),
      readStarterCockpit(db),
    ]);
    const alarms = new Map(counts.map(({ cockpit_id, total, enabled }) => [cockpit_id, { total, enabled }]));
    const opened = new Map(openings.map(({ cockpit_id, opened_at }) => [cockpit_id, opened_at.getTime()]));
    return stored
      .filter((cockpit) => accessTo(cockpit, viewer).read)
      .map((cockpit) => ({
        ...shownTo(viewer, cockpit),
        ...originFields(cockpit.id, starter),
        alarms: alarms.get(cockpit.id) ?? { total: 0, enabled: 0 },
        openedAt: opened.get(cockpit.id) ?? null,
      }));
  }

  /** The cockpits that the provider shares with a customer. */
  listShared(customer: number, caller: Caller): Promise<SharedCockpit[]> {
    return readSharedCockpits(this.#needs.db, customer, caller);
  }

  /** Throws NOT_FOUND, RESOURCE_DELETED. */
  async read(id: number, caller: Caller): Promise<Cockpit> {
    const { db } = this.#needs;
    const { cockpit, viewer } = await this.requireVisible(id, caller);
    const origin = originFields(id, await readStarterCockpit(db));
    return { ...shownTo(viewer, cockpit), ...origin, alarms: await readAlarms(db, id, viewer.customers) };
  }

  /** Throws NOT_FOUND for a cockpit that the caller may not see, RESOURCE_DELETED for one that they could see. */
  async requireVisible(
    id: number,
    caller: Caller,
  ): Promise<{ readonly cockpit: StoredResource; readonly viewer: Viewer }> {
    const { db } = this.#needs;
    const [stored] = await readStoredResources(db, 'cockpit', [id]);
    const viewer = await viewerOf(db, caller);
    const present = stored ?? (await rejectDeleted(db, viewer, { kind: 'cockpit', id }));
    return { cockpit: requireAccess(present, viewer, 'read'), viewer };
  }

  /** Returns the id of the new cockpit. */
  create(draft: CockpitDraft, actor: Actor): Promise<number> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const id = await insertCockpit(change, draft);
      await keepVersion(change, id);
      await change.record({ action: 'cockpit.create', ...auditSubject(id, draft), after: draft });
      return id;
    });
  }

  update(
    id: number,
    { version, ...draft }: CockpitDraft & { readonly version: number },
    actor: Actor,
  ): Promise<void> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const stored = await lockCockpit(change, id);
      rejectStale(stored.version, version);
      const { alarms } = await change.tx
        .selectFrom('cockpit_alarm')
        .select(({ fn }) => fn.countAll<number>().as('alarms'))
        .where('cockpit_id', '=', id)
        .executeTakeFirstOrThrow();
      rejectFormFaults(cockpitFaults(draft, alarms));
      await keepingVersions(change, { cockpit: id }, () => updateResource(change, id, draft));
      const before = auditSnapshot(stored);
      const { name, description } = draft;
      await change.record({
        action: 'cockpit.update',
        ...auditSubject(id, before),
        before,
        after: { name, description },
      });
    });
  }

  /**
   * Returns the id of the copy, which is not shared. Its alarms are disabled: enabled, each of them would run twice from the next
   * window on.
   */
  duplicate(id: number, name: string, actor: Actor): Promise<number> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const { row } = await lockCockpit(change, id, 'read');
      const copy = await insertCockpit(change, { name, description: row.description });
      await copyAlarms(change, id, copy);
      await keepVersion(change, copy);
      await change.record({
        action: 'cockpit.create',
        ...auditSubject(copy, { name }),
        after: { name },
        note: { copyOf: id },
      });
      return copy;
    });
  }

  delete(id: number, version: number, actor: Actor): Promise<void> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const stored = await lockCockpit(change, id);
      rejectStale(stored.version, version);
      await deleteResource(change, stored);
      const before = auditSnapshot(stored);
      await change.record({ action: 'cockpit.delete', ...auditSubject(id, before), before });
    });
  }

  /** Lists the cockpit first among those that the actor opened recently, and drops the oldest above the limit. */
  markOpened(cockpit: number, actor: Actor): Promise<void> {
    return transactResource(this.#needs, actor, {}, async ({ tx, viewer, now }) => {
      const account_id = actor.caller.id;
      await lockCockpit({ tx, viewer }, cockpit, 'read');
      await tx
        .insertInto('cockpit_opened')
        .values({ account_id, cockpit_id: cockpit, opened_at: now })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'cockpit_id']).doUpdateSet({ opened_at: now }),
        )
        .execute();
      await tx
        .deleteFrom('cockpit_opened')
        .where('account_id', '=', account_id)
        .where('cockpit_id', 'not in', (eb) =>
          eb
            .selectFrom('cockpit_opened')
            .select('cockpit_id')
            .where('account_id', '=', account_id)
            .orderBy('opened_at', 'desc')
            .orderBy('cockpit_id')
            .limit(cockpitLimits.recentMax),
        )
        .execute();
    });
  }
}
