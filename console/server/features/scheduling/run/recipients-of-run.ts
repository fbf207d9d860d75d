import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#platform/postgres/postgres.ts';
import { DeliveryState } from '#schemas/notification/delivery.ts';
import { mailbox } from '#schemas/scheduling/recipients.ts';
import type { RecipientResult, RunReason, SchedulingState } from '#schemas/scheduling/run.ts';
import { sitesSeenBy } from '../../../kernel/access/caller.ts';
import { readCallers, readCustomers } from '../../../kernel/access/read-callers.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import type { SchedulingRow } from '../stored-scheduling.ts';

/** Addresses of users who have subscribed and still may: they see the customer with all its sites, or own the schedule. */
async function subscriberAddresses(
  db: Db,
  { customer_id: customer, owner_id: owner }: SchedulingRow,
  accounts: readonly number[],
): Promise<readonly string[]> {
  const callers = await readCallers(db, accounts, () => readCustomers(db));
  return [...callers.values()]
    .filter(
      (caller) =>
        caller.permissions.has('SCHEDULING.read') &&
        caller.customers.has(customer) &&
        (caller.id === owner || sitesSeenBy(caller, customer) === undefined),
    )
    .map(({ email }) => email)
    .filter((email) => z.email().safeParse(email).success);
}

/** Who gets the mails of a schedule now, each mailbox once: its recipients and subscribers without those who have unsubscribed. */
export async function readRecipients(db: Db, schedule: SchedulingRow): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('schedule_subscription')
    .select(['account_id', 'address', 'subscribed'])
    .where('schedule_id', '=', schedule.id)
    .execute();
  const accounts = rows.flatMap(({ account_id, subscribed }) => (subscribed && account_id) || []);
  const subscribers = await subscriberAddresses(db, schedule, accounts);
  const excluded = new Set(rows.flatMap(({ address }) => address ?? []));
  for (const address of schedule.required) excluded.delete(mailbox(address));
  const byMailbox = new Map(
    [...schedule.recipients, ...subscribers].toReversed().map((address) => [mailbox(address), address]),
  );
  return [...byMailbox]
    .toReversed()
    .filter(([box]) => !excluded.has(box))
    .map(([, address]) => address);
}

/** Key of the mail of a run to a recipient: it is delivered once, however often it is queued. */
export const mailKey = (run: number, address: string): string =>
  `schedule-${String(run)}-${createHash('sha256').update(mailbox(address)).digest('hex').slice(0, 16)}`;

/** What has become of mails, each known by the key for its recipient. */
export async function readResultsByKey(
  db: Db | Tx,
  recipients: readonly RecipientResult[],
  keyOf: (address: string) => string,
): Promise<readonly RecipientResult[]> {
  if (recipients.length === 0) return [];
  const keys = new Map(recipients.map(({ address }) => [keyOf(address), address]));
  const rows = await db
    .selectFrom('notification_delivery')
    .select(['key', 'state', 'response'])
    .where('key', 'in', [...keys.keys()])
    .execute();
  const byAddress = new Map(rows.map((row) => [keys.get(row.key), row]));
  return recipients.map((recipient) => {
    const row = byAddress.get(recipient.address);
    const state = DeliveryState.safeParse(row?.state);
    return row === undefined || !state.success
      ? recipient
      : { address: recipient.address, state: state.data, response: row.response };
  });
}

/** What has become of the mails of a run. */
export const readResults = (
  db: Db | Tx,
  run: { readonly id: number; readonly recipients: readonly RecipientResult[] },
): Promise<readonly RecipientResult[]> =>
  readResultsByKey(db, run.recipients, (address) => mailKey(run.id, address));

const isDecided = ({ state }: RecipientResult): boolean => state !== 'waiting' && state !== 'retrying';

interface SendingOutcome {
  readonly state: SchedulingState;
  readonly reason: RunReason | null;
}

/** How a run ends; undefined: some of its mails are still to be delivered. `isOverdue`: they are given up. */
export function sendingOutcome(
  results: readonly RecipientResult[],
  { isOverdue, reason }: { readonly isOverdue: boolean; readonly reason: RunReason | null },
): SendingOutcome | undefined {
  if (!isOverdue && !results.every(isDecided)) return undefined;
  const missing = results.filter(({ state }) => state !== 'delivered');
  const [first] = missing;
  if (first === undefined) return { state: 'sent', reason };
  const detail = `${first.address}: ${first.response === '' ? 'no outcome' : first.response}`;
  return {
    state: missing.length === results.length ? 'failed' : 'partly',
    reason: {
      code: 'undelivered',
      params: { count: missing.length, total: results.length, detail },
    },
  };
}
