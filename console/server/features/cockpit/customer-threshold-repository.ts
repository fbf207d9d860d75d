import type { CustomerThreshold } from '#schemas/cockpit/cockpit.ts';
import { allowedThreshold, customerBoundsOf, isWithin } from '#schemas/cockpit/customer-bounds.ts';
import { isThreshold } from '#schemas/cockpit/level/severity-levels.ts';
import type { SharedAlarm } from '#schemas/cockpit/shared-routes.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import { transactResource, type ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import type { AlarmKey } from './alarm-repository.ts';
import {
  accountName,
  lockCockpit,
  rejectFormFaults,
  type CockpitRepositoryNeeds,
  type Reader,
} from './cockpit-transaction.ts';
import { readSharedCockpits } from './shared-cockpits.ts';

/** The threshold of an alarm for a customer. */
interface CustomerKey {
  readonly alarm: number;
  readonly customer: number;
}

const saving = { failure: 'COCKPIT_ALARM_SAVE_FAILED' } as const;
const removing = { failure: 'COCKPIT_ALARM_REMOVE_FAILED' } as const;

const readRow = (db: Reader, { alarm, customer }: CustomerKey) =>
  db
    .selectFrom('alarm_customer_threshold')
    .selectAll()
    .where('alarm_id', '=', alarm)
    .where('customer_id', '=', customer)
    .executeTakeFirst();

/** Locks the alarm, so that its bounds and the value of the customer stay as they are read. Throws NOT_FOUND. */
const lockBounds = ({ tx }: ResourceTransaction, alarm: number) =>
  tx
    .selectFrom('cockpit_alarm')
    .select(['label', 'cockpit_id', 'bound_min', 'bound_max'])
    .where('id', '=', alarm)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ProblemError('NOT_FOUND'));

const deleteRow = ({ tx }: ResourceTransaction, { alarm, customer }: CustomerKey) =>
  tx
    .deleteFrom('alarm_customer_threshold')
    .where('alarm_id', '=', alarm)
    .where('customer_id', '=', customer)
    .execute();

interface Changed {
  readonly label: string;
  readonly before?: Readonly<Record<string, number | boolean>> | undefined;
  readonly after?: Readonly<Record<string, number | boolean>>;
}

const recordChange = (
  { record }: ResourceTransaction,
  { alarm, customer }: CustomerKey,
  { label, before, after }: Changed,
): Promise<void> =>
  record({
    action: 'alarm.threshold',
    subject: 'alarm',
    subjectId: alarm,
    subjectName: label,
    customer,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    note: { setBy: 'customer' },
  });

/** The thresholds that customers set themselves, within the bounds of an alarm. The provider sees, freezes and removes them. */
export class CustomerThresholdRepository {
  readonly #needs: CockpitRepositoryNeeds;

  constructor(needs: CockpitRepositoryNeeds) {
    this.#needs = needs;
  }

  /** Those of the customers that the caller sees, by name. */
  async list({ cockpitId, alarm }: AlarmKey, caller: Caller): Promise<CustomerThreshold[]> {
    const rows = await this.#needs.db
      .selectFrom('alarm_customer_threshold as own')
      .innerJoin('cockpit_alarm as alarm', 'alarm.id', 'own.alarm_id')
      .leftJoin('account', 'account.id', 'own.author_id')
      .selectAll('own')
      .select(['bound_min', 'bound_max', 'username', 'first_name', 'last_name'])
      .where('alarm_id', '=', alarm)
      .where('cockpit_id', '=', cockpitId)
      .execute();
    return rows
      .flatMap((row): CustomerThreshold[] => {
        const name = caller.customers.get(row.customer_id)?.name;
        if (name === undefined) return [];
        const { value, frozen, updated_at } = row;
        const inForce = allowedThreshold(value, customerBoundsOf(row)) ?? null;
        const customer = { id: row.customer_id, name };
        return [
          { customer, value, inForce, frozen, author: accountName(row), updatedAt: updated_at.getTime() },
        ];
      })
      .sort((one, other) => compareNames(one.customer.name, other.customer.name));
  }

  /** The alarm as the caller sees it for the customer. Throws NOT_FOUND, also for a caller limited to some sites: the value is for all. */
  async read({ alarm, customer }: CustomerKey, caller: Caller): Promise<SharedAlarm> {
    if (caller.sites.has(customer)) throw new ProblemError('NOT_FOUND');
    const cockpits = await readSharedCockpits(this.#needs.db, customer, caller);
    const found = cockpits.flatMap(({ alarms }) => alarms).find(({ id }) => id === alarm);
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    return found;
  }

  async set(key: CustomerKey, value: number, actor: Actor): Promise<void> {
    await this.read(key, actor.caller);
    await transactResource(this.#needs, actor, saving, async (change) => {
      if (!isThreshold(value)) rejectFormFaults([{ field: 'value', code: 'THRESHOLD_INCORRECT' }]);
      const alarm = await lockBounds(change, key.alarm);
      const bounds = customerBoundsOf(alarm);
      const before = await readRow(change.tx, key);
      if (before?.frozen === true) throw new ProblemError('COCKPIT_THRESHOLD_FROZEN');
      if (bounds === undefined) throw new ProblemError('COCKPIT_THRESHOLD_NOT_OFFERED');
      if (!isWithin(value, bounds))
        rejectFormFaults([{ field: 'value', code: 'COCKPIT_THRESHOLD_OUTSIDE', params: { ...bounds } }]);
      const changed = { value, author_id: actor.caller.id, updated_at: change.now };
      await change.tx
        .insertInto('alarm_customer_threshold')
        .values({ alarm_id: key.alarm, customer_id: key.customer, ...changed })
        .onConflict((conflict) => conflict.columns(['alarm_id', 'customer_id']).doUpdateSet(changed))
        .execute();
      const { label } = alarm;
      const known = before && { threshold: before.value };
      await recordChange(change, key, { label, before: known, after: { threshold: value } });
    });
  }

  async reset(key: CustomerKey, actor: Actor): Promise<void> {
    await this.read(key, actor.caller);
    await transactResource(this.#needs, actor, removing, async (change) => {
      const { label } = await lockBounds(change, key.alarm);
      const before = await readRow(change.tx, key);
      if (before === undefined) throw new ProblemError('NOT_FOUND');
      if (before.frozen) throw new ProblemError('COCKPIT_THRESHOLD_FROZEN');
      await deleteRow(change, key);
      await recordChange(change, key, { label, before: { threshold: before.value } });
    });
  }

  /** Freezes or releases the value of a customer. */
  freeze(key: AlarmKey & CustomerKey, frozen: boolean, actor: Actor): Promise<void> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const { label, before } = await this.#lockForProvider(change, key, actor.caller);
      await change.tx
        .updateTable('alarm_customer_threshold')
        .set({ frozen })
        .where('alarm_id', '=', key.alarm)
        .where('customer_id', '=', key.customer)
        .execute();
      await recordChange(change, key, { label, before: { frozen: before.frozen }, after: { frozen } });
    });
  }

  /** Removes the value of a customer, frozen or not. */
  remove(key: AlarmKey & CustomerKey, actor: Actor): Promise<void> {
    return transactResource(this.#needs, actor, removing, async (change) => {
      const { label, before } = await this.#lockForProvider(change, key, actor.caller);
      await deleteRow(change, key);
      await recordChange(change, key, { label, before: { threshold: before.value } });
    });
  }

  async #lockForProvider(change: ResourceTransaction, key: AlarmKey & CustomerKey, caller: Caller) {
    await lockCockpit(change, key.cockpitId, 'read');
    const { label, cockpit_id } = await lockBounds(change, key.alarm);
    const before = await readRow(change.tx, key);
    const isSeen = caller.customers.has(key.customer) && !caller.sites.has(key.customer);
    if (before === undefined || cockpit_id !== key.cockpitId || !isSeen) throw new ProblemError('NOT_FOUND');
    return { label, before };
  }
}
