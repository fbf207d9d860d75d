import type { Db } from '#platform/postgres/postgres.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { RunReason } from '#schemas/scheduling/run.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { readCallers, readCustomers } from '../../../kernel/access/read-callers.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { authorName } from '../../../shared/resource/stored-resource.ts';
import type { SchedulingRow, SchedulingRunRow } from '../stored-scheduling.ts';

/** With whose rights a run acts, or why it may not. */
export type OwnerRights =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly reason: RunReason };

const rejected = (code: RunReason['code'], params: RunReason['params'] = {}): OwnerRights => ({
  ok: false,
  reason: { code, params },
});

/** What a run needs: its owner may change the schedule, a user who has it sent to them may read it. */
const neededBy = (
  { trigger }: Pick<SchedulingRow, 'trigger'>,
  { cause }: Pick<SchedulingRunRow, 'cause'>,
): readonly Permission[] => [
  cause === 'manual' ? 'SCHEDULING.read' : 'SCHEDULING.write',
  ...(trigger.kind === 'alarm' ? (['ALERT.read'] as const) : []),
];

/** The rights of the owner of a schedule as they are now, or of the user who has it sent to them. */
export async function readOwnerRights(
  db: Db | Tx,
  schedule: SchedulingRow,
  run: Pick<SchedulingRunRow, 'cause' | 'requester_id'>,
): Promise<OwnerRights> {
  const id = run.requester_id ?? schedule.owner_id;
  if (id === null) return rejected('owner-deleted');
  const account = await db
    .selectFrom('account')
    .select(['first_name', 'last_name', 'username', 'lock_reason'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (account === undefined) return rejected('owner-deleted');
  const owner = authorName(account.first_name, account.last_name, account.username) ?? account.username;
  const callers = await readCallers(db, [id], () => readCustomers(db));
  const caller = callers.get(id);
  if (caller === undefined) return rejected('owner-locked', { owner });
  const right = neededBy(schedule, run).find((one) => !caller.permissions.has(one));
  if (right !== undefined) return rejected('owner-right', { owner, right });
  if (!caller.customers.has(schedule.customer_id)) return rejected('owner-customer', { owner });
  return { ok: true, caller };
}
