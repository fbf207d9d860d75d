import { sql } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import { MAX_ACCOUNTS_FOUND, type AlarmGroup, type AlarmGroupDraft } from '#schemas/cockpit/group-routes.ts';
import { accessTo, reachesOthers, type Viewer } from '#schemas/resource/access.ts';
import { accountsSeenBy } from '../../kernel/access/accounts-seen-by.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { AuditEntry } from '../../kernel/audit/audit-trail.ts';
import { groupReachesOthers, requireOwnReach } from '../../kernel/access/reaches-others.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';
import { readStoredResources } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import {
  containsPattern,
  accountName,
  rejectFormFaults,
  type CockpitRepositoryNeeds,
  type Reader,
} from './cockpit-transaction.ts';

const memberOf = (row: {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
}) => ({ id: row.id, username: row.username, name: accountName(row) ?? row.username });

/** Cockpits by what the viewer may do with them. */
async function readCockpits(db: Reader, viewer: Viewer) {
  const readable = (await readStoredResources(db, 'cockpit')).filter((one) => accessTo(one, viewer).read);
  const own = readable.filter(({ share }) => !reachesOthers(share, viewer));
  return { readable: readable.map(({ id }) => id), own: own.map(({ id }) => id) };
}

/** Condition on `alarm_group`: the caller sees its author or a member, or reads a cockpit with an alarm restricted to it. */
function groupsSeenBy(caller: Caller, readable: readonly number[]) {
  if (caller.allCustomers) return sql<boolean>`TRUE`;
  return sql<boolean>`(EXISTS (SELECT FROM account WHERE ${accountsSeenBy(caller)} AND (
      account.id = alarm_group.owner_id OR account.id IN (
        SELECT account_id FROM alarm_group_account WHERE group_id = alarm_group.id)))
    OR EXISTS (SELECT FROM cockpit_alarm JOIN cockpit_alarm_group ON alarm_id = cockpit_alarm.id
      WHERE group_id = alarm_group.id AND cockpit_id = ANY(${[...readable]}::int[])))`;
}

/** The groups that the caller may see by name, with the members that the caller may see. */
async function readGroups(db: Reader, caller: Caller, id?: number): Promise<AlarmGroup[]> {
  const { readable, own } = await readCockpits(db, await viewerOf(db, caller));
  const groups = await db
    .selectFrom('alarm_group')
    .leftJoin('cockpit_alarm_group', 'group_id', 'id')
    .select(['id', 'name', 'version', groupReachesOthers(caller, own).as('reachesOthers')])
    .select(({ fn }) => fn.count<number>('alarm_id').as('alarms'))
    .where(groupsSeenBy(caller, readable))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .groupBy('id')
    .orderBy('name', asNames)
    .execute();
  const members = await db
    .selectFrom('alarm_group_account')
    .innerJoin('account', 'account.id', 'account_id')
    .select(['group_id', 'account.id', 'username', 'first_name', 'last_name'])
    .where(accountsSeenBy(caller))
    .orderBy('username', asNames)
    .execute();
  const byGroup = Map.groupBy(members, ({ group_id }) => group_id);
  return groups.map((group) => ({ ...group, members: (byGroup.get(group.id) ?? []).map(memberOf) }));
}

/** The accounts of a group, or those of them that a caller may see. */
async function readMembers({ tx }: Change, group: number, seenBy?: Caller): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('alarm_group_account')
    .innerJoin('account', 'account.id', 'account_id')
    .select('account_id')
    .where('group_id', '=', group)
    .where(seenBy === undefined ? sql<boolean>`TRUE` : accountsSeenBy(seenBy))
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

/** Replaces the members that the actor may see. Returns the accounts that were added or removed. */
async function replaceMembers(
  change: Change,
  group: number,
  desired: readonly number[],
): Promise<readonly number[]> {
  const { tx, actor } = change;
  const before = await readMembers(change, group, actor.caller);
  const added = desired.filter((account) => !before.has(account));
  const removed = [...before].filter((account) => !desired.includes(account));
  if (added.length > 0) {
    const known = await tx
      .selectFrom('account')
      .select('id')
      .where('id', 'in', added)
      .where(accountsSeenBy(actor.caller))
      .execute();
    if (known.length < added.length) rejectFormFaults([{ field: 'members', code: 'RESOURCE_MISSING' }]);
    const rows = added.map((account_id) => ({ group_id: group, account_id }));
    await tx.insertInto('alarm_group_account').values(rows).execute();
  }
  if (removed.length > 0)
    await tx
      .deleteFrom('alarm_group_account')
      .where('group_id', '=', group)
      .where('account_id', 'in', removed)
      .execute();
  return [...added, ...removed];
}

/** Fields recorded in the audit trail: the name, and the usernames of all members. */
async function auditSnapshot({ tx }: Change, id: number) {
  const group = await tx
    .selectFrom('alarm_group')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const members = await tx
    .selectFrom('alarm_group_account')
    .innerJoin('account', 'account.id', 'account_id')
    .select('username')
    .where('group_id', '=', id)
    .orderBy('username', asNames)
    .execute();
  return { name: group.name, members: members.map(({ username }) => username) };
}

const entryOf = (
  act: 'create' | 'update' | 'delete',
  { id, name }: { readonly id: number; readonly name: string },
  difference: Pick<AuditEntry, 'before' | 'after'>,
): AuditEntry => ({
  action: `alarm-group.${act}`,
  subject: 'alarm-group',
  subjectId: id,
  subjectName: name,
  ...difference,
});

/** Locks a group until the end of the transaction. Throws NOT_FOUND, REACHES_OTHER_CUSTOMERS, CONFLICT. */
async function lockGroup({ tx, actor }: Change, id: number, version: number): Promise<void> {
  await tx.selectFrom('alarm_group').select('id').where('id', '=', id).forUpdate().execute();
  const [group] = await readGroups(tx, actor.caller, id);
  if (group === undefined) throw new ProblemError('NOT_FOUND');
  requireOwnReach(group.reachesOthers);
  rejectStale(group.version, version);
}

/** Throws COCKPIT_GROUP_IN_USE while alarms are restricted to this group alone: no member could see them any more. */
async function rejectInUse({ tx }: Change, id: number): Promise<void> {
  const alone = await tx
    .selectFrom('cockpit_alarm_group')
    .select('alarm_id')
    .where('alarm_id', 'in', (eb) =>
      eb.selectFrom('cockpit_alarm_group').select('alarm_id').where('group_id', '=', id),
    )
    .groupBy('alarm_id')
    .having(({ fn }) => fn.countAll(), '=', 1)
    .execute();
  if (alone.length > 0) throw new ProblemError('COCKPIT_GROUP_IN_USE', { params: { count: alone.length } });
}

/** A saved group, and the accounts that may see other alarms than before. */
export interface GroupChange {
  readonly id: number;
  readonly accounts: readonly number[];
}

const saving = {
  failure: 'COCKPIT_CONFIG_SAVE_FAILED',
  duplicate: 'NAME_TAKEN',
  duplicateField: 'name',
} as const;

/** Groups of accounts that see the alarms restricted to the group. */
export class GroupRepository {
  readonly #needs: CockpitRepositoryNeeds;

  constructor(needs: CockpitRepositoryNeeds) {
    this.#needs = needs;
  }

  list(caller: Caller): Promise<AlarmGroup[]> {
    return readGroups(this.#needs.db, caller);
  }

  /** Throws NOT_FOUND. */
  async read(id: number, caller: Caller): Promise<AlarmGroup> {
    const [group] = await readGroups(this.#needs.db, caller, id);
    if (group === undefined) throw new ProblemError('NOT_FOUND');
    return group;
  }

  /** Accounts that the caller may see and whose name contains every word of the search. */
  async findAccounts(search: string, caller: Caller) {
    let query = this.#needs.db
      .selectFrom('account')
      .select(['id', 'username', 'first_name', 'last_name'])
      .where(accountsSeenBy(caller));
    for (const word of search.split(/\s+/).filter((part) => part !== ''))
      query = query.where(
        sql<boolean>`concat_ws(' ', username, first_name, last_name) ILIKE ${containsPattern(word)}`,
      );
    const rows = await query
      .orderBy('username', asNames)
      .limit(MAX_ACCOUNTS_FOUND + 1)
      .execute();
    return {
      accounts: rows.slice(0, MAX_ACCOUNTS_FOUND).map(memberOf),
      more: rows.length > MAX_ACCOUNTS_FOUND,
    };
  }

  create({ name, members }: AlarmGroupDraft, actor: Actor): Promise<GroupChange> {
    return transact(this.#needs, actor, saving, async (change) => {
      const { id } = await change.tx
        .insertInto('alarm_group')
        .values({ name, owner_id: actor.caller.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      const accounts = await replaceMembers(change, id, [...new Set(members)]);
      await change.record(entryOf('create', { id, name }, { after: await auditSnapshot(change, id) }));
      return { id, accounts };
    });
  }

  update(
    id: number,
    { name, members, version }: AlarmGroupDraft & { readonly version: number },
    actor: Actor,
  ): Promise<GroupChange> {
    return transact(this.#needs, actor, saving, async (change) => {
      await lockGroup(change, id, version);
      const before = await auditSnapshot(change, id);
      await change.tx
        .updateTable('alarm_group')
        .set({ name, version: version + 1 })
        .where('id', '=', id)
        .execute();
      const accounts = await replaceMembers(change, id, [...new Set(members)]);
      const after = await auditSnapshot(change, id);
      await change.record(entryOf('update', { id, name }, { before, after }));
      return { id, accounts };
    });
  }

  /** Throws COCKPIT_GROUP_IN_USE. */
  delete(id: number, version: number, actor: Actor): Promise<GroupChange> {
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx } = change;
      await lockGroup(change, id, version);
      await rejectInUse(change, id);
      const accounts = await readMembers(change, id);
      const before = await auditSnapshot(change, id);
      await tx.deleteFrom('cockpit_alarm_group').where('group_id', '=', id).execute();
      await tx.deleteFrom('alarm_group').where('id', '=', id).execute();
      await change.record(entryOf('delete', { id, name: before.name }, { before }));
      return { id, accounts: [...accounts] };
    });
  }
}
