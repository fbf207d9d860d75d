import { sql } from 'kysely';
import type { AlarmGroup, AlarmGroupDraft } from '#schemas/cockpit/group-routes.ts';
import { MAX_ACCOUNTS_FOUND } from '#schemas/cockpit/group-routes.ts';
import { accountsSeenBy } from '../../kernel/access/accounts-seen-by.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { AuditEntry } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { containing, nameOf, refuse, refuseStale } from './change.ts';
import type { Change, Reader } from './change.ts';

const memberOf = (row: {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
}) => ({ id: row.id, username: row.username, name: nameOf(row) ?? row.username });

/** Every group by name, with those of its members by theirs whom the caller may know of. */
export async function readGroups(db: Reader, caller: Caller): Promise<AlarmGroup[]> {
  const groups = await db
    .selectFrom('alarm_group')
    .leftJoin('cockpit_alarm_group', 'group_id', 'id')
    .select(['id', 'name', 'version'])
    .select(({ fn }) => fn.count<number>('alarm_id').as('alarms'))
    .groupBy('id')
    .orderBy('name')
    .execute();
  const members = await db
    .selectFrom('alarm_group_account')
    .innerJoin('account', 'account.id', 'account_id')
    .select(['group_id', 'account.id', 'username', 'first_name', 'last_name'])
    .where(accountsSeenBy(caller))
    .orderBy('username')
    .execute();
  const byGroup = Map.groupBy(members, ({ group_id }) => group_id);
  return groups.map((group) => ({ ...group, members: (byGroup.get(group.id) ?? []).map(memberOf) }));
}

export async function readGroup(db: Reader, caller: Caller, id: number): Promise<AlarmGroup> {
  const group = (await readGroups(db, caller)).find((one) => one.id === id);
  if (group === undefined) throw new ProblemError('NOT_FOUND');
  return group;
}

/** Accounts that the caller may know of, whose name contains every word of the search. */
export async function findAccounts(db: Reader, caller: Caller, search: string) {
  let query = db
    .selectFrom('account')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where(accountsSeenBy(caller));
  for (const word of search.split(/\s+/).filter((part) => part !== ''))
    query = query.where(
      sql<boolean>`concat_ws(' ', username, first_name, last_name) ILIKE ${containing(word)}`,
    );
  const rows = await query
    .orderBy('username')
    .limit(MAX_ACCOUNTS_FOUND + 1)
    .execute();
  return {
    accounts: rows.slice(0, MAX_ACCOUNTS_FOUND).map(memberOf),
    more: rows.length > MAX_ACCOUNTS_FOUND,
  };
}

async function refuseTaken({ tx }: Change, name: string, own?: number): Promise<void> {
  const taken = await tx.selectFrom('alarm_group').select('id').where('name', '=', name).executeTakeFirst();
  if (taken !== undefined && taken.id !== own) refuse([{ field: 'name', code: 'NOT_UNIQUE' }]);
}

/** Of all, or of those whom the caller may know of. */
const membersOf = async ({ tx }: Change, group: number, caller?: Caller): Promise<ReadonlySet<number>> => {
  const rows = await tx
    .selectFrom('alarm_group_account')
    .innerJoin('account', 'account.id', 'account_id')
    .select('account_id')
    .where('group_id', '=', group)
    .where(caller === undefined ? sql<boolean>`TRUE` : accountsSeenBy(caller))
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
};

/** Accounts that came or went. Those whom the caller does not know of stay what they are. */
async function setMembers(
  change: Change,
  group: number,
  { wanted, caller }: { readonly wanted: readonly number[]; readonly caller: Caller },
): Promise<readonly number[]> {
  const { tx } = change;
  const before = await membersOf(change, group, caller);
  const come = wanted.filter((account) => !before.has(account));
  const gone = [...before].filter((account) => !wanted.includes(account));
  if (come.length > 0) {
    const known = await tx
      .selectFrom('account')
      .select('id')
      .where('id', 'in', come)
      .where(accountsSeenBy(caller))
      .execute();
    if (known.length < come.length) refuse([{ field: 'members', code: 'RESOURCE_MISSING' }]);
    const rows = come.map((account_id) => ({ group_id: group, account_id }));
    await tx.insertInto('alarm_group_account').values(rows).execute();
  }
  if (gone.length > 0)
    await tx
      .deleteFrom('alarm_group_account')
      .where('group_id', '=', group)
      .where('account_id', 'in', gone)
      .execute();
  return [...come, ...gone];
}

/** A group and the accounts that may see other alarms than before. */
export interface GroupChange {
  readonly id: number;
  readonly accounts: readonly number[];
}

export async function addGroup(
  change: Change,
  caller: Caller,
  { name, members }: AlarmGroupDraft,
): Promise<GroupChange> {
  await refuseTaken(change, name);
  const { id } = await change.tx
    .insertInto('alarm_group')
    .values({ name })
    .returning('id')
    .executeTakeFirstOrThrow();
  const accounts = await setMembers(change, id, { wanted: [...new Set(members)], caller });
  await tell(change, { act: 'create', id, name }, { after: await toldGroup(change, id) });
  return { id, accounts };
}

/** What the audit tells of a group: its name, and its members by theirs. */
async function toldGroup({ tx }: Change, id: number) {
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
    .orderBy('username')
    .execute();
  return { name: group.name, members: members.map(({ username }) => username) };
}

const tell = (
  { tx, audit }: Change,
  {
    act,
    id,
    name,
  }: { readonly act: 'create' | 'update' | 'delete'; readonly id: number; readonly name: string },
  difference: Pick<AuditEntry, 'before' | 'after'>,
): Promise<void> =>
  audit(tx, {
    ...{ action: `alarm-group.${act}`, subject: 'alarm-group', subjectId: id, subjectName: name },
    ...difference,
  });

async function lockGroup({ tx }: Change, id: number, version: number): Promise<void> {
  const row = await tx
    .selectFrom('alarm_group')
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  refuseStale(row.version, version);
}

export async function changeGroup(
  change: Change,
  { id, caller }: { readonly id: number; readonly caller: Caller },
  { name, members, version }: AlarmGroupDraft & { readonly version: number },
): Promise<GroupChange> {
  await lockGroup(change, id, version);
  await refuseTaken(change, name, id);
  const before = await toldGroup(change, id);
  await change.tx
    .updateTable('alarm_group')
    .set({ name, version: version + 1 })
    .where('id', '=', id)
    .execute();
  const accounts = await setMembers(change, id, { wanted: [...new Set(members)], caller });
  await tell(change, { act: 'update', id, name }, { before, after: await toldGroup(change, id) });
  return { id, accounts };
}

/** Refused while alarms are restricted to it alone: nobody of those whom they concern would see them any more. */
export async function removeGroup(change: Change, id: number, version: number): Promise<GroupChange> {
  const { tx } = change;
  await lockGroup(change, id, version);
  const alone = await tx
    .selectFrom('cockpit_alarm_group')
    .select('alarm_id')
    .where('alarm_id', 'in', (is) =>
      is.selectFrom('cockpit_alarm_group').select('alarm_id').where('group_id', '=', id),
    )
    .groupBy('alarm_id')
    .having(({ fn }) => fn.countAll(), '=', 1)
    .execute();
  if (alone.length > 0) throw new ProblemError('COCKPIT_GROUP_IN_USE', { params: { count: alone.length } });
  const accounts = await membersOf(change, id);
  const before = await toldGroup(change, id);
  await tx.deleteFrom('cockpit_alarm_group').where('group_id', '=', id).execute();
  await tx.deleteFrom('alarm_group').where('id', '=', id).execute();
  await tell(change, { act: 'delete', id, name: before.name }, { before });
  return { id, accounts: [...accounts] };
}
