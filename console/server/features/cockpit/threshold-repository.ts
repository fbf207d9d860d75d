import { sql } from 'kysely';
import type { OwnThreshold, ThresholdTarget } from '#schemas/cockpit/cockpit.ts';
import { allowedThreshold, customerBoundsOf } from '#schemas/cockpit/customer-bounds.ts';
import { isThreshold } from '#schemas/cockpit/level/severity-levels.ts';
import type { ThresholdChain } from '#schemas/cockpit/threshold-routes.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import { elementKinds, type ElementKind } from '#schemas/element/kind.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { siteReachOf, type SiteReach } from '../../kernel/access/site-reach.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import { transactResource, type ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import { lockAlarm, type AlarmKey } from './alarm-repository.ts';
import { rejectFormFaults, type CockpitRepositoryNeeds, type Reader } from './cockpit-transaction.ts';
import { keepingVersions } from './keep-version.ts';
import { findElements, readElements } from './threshold-elements.ts';

/** Customers and sites of a caller: thresholds of other customers, and of elements at other sites, are NOT_FOUND. */
type Scope = Pick<Caller, 'customers' | 'sites'>;

const reachOf = (caller: Scope): SiteReach => siteReachOf(caller, caller.customers.keys());

const targetColumns = (target: ThresholdTarget) =>
  'customer' in target
    ? { customer_id: target.customer, element_id: null }
    : { customer_id: null, element_id: target.element };

/** The kind of element that an alarm is evaluated on. Undefined when its KPI was deleted. */
const readKind = async (
  db: Reader,
  { kpi, target }: { readonly kpi: string; readonly target: string | null },
): Promise<ElementKind | undefined> => {
  const known = (await readDirectory(db)).get(kpi);
  return known && (elementKinds.find((kind) => kind === target) ?? known.element);
};

/** The alarm that thresholds belong to, with its kind of element. Throws NOT_FOUND. */
async function readAlarm(db: Reader, { cockpitId, alarm }: AlarmKey) {
  const row = await db
    .selectFrom('cockpit_alarm')
    .select(['id', 'label', 'kpi', 'target', 'threshold', 'bound_min', 'bound_max'])
    .where('id', '=', alarm)
    .where('cockpit_id', '=', cockpitId)
    .executeTakeFirst();
  const kind = row && (await readKind(db, row));
  if (row === undefined || kind === undefined) throw new ProblemError('NOT_FOUND');
  return { ...row, kind };
}

const readRows = (db: Reader, alarm: number) =>
  db.selectFrom('alarm_threshold').selectAll().where('alarm_id', '=', alarm).execute();

/** The nearest link with a value. */
function inForceOf(links: ThresholdChain['links'], threshold: number): ThresholdChain['inForce'] {
  for (const { from, value } of links) if (value !== null) return { from, value };
  return { from: 'alarm', value: threshold };
}

/** What a customer has set within the bounds of the alarm. */
const readSetValue = (db: Reader, alarm: number, customer: number) =>
  db
    .selectFrom('alarm_customer_threshold')
    .select(['value', 'frozen'])
    .where('alarm_id', '=', alarm)
    .where('customer_id', '=', customer)
    .executeTakeFirst();

const elementFields = ({ id, name, customer, parents }: Omit<OwnThreshold, 'of' | 'value'>) => ({
  id,
  name,
  customer,
  parents,
});

const pathText = ({ customer, parents, name }: OwnThreshold): string =>
  [customer.name, ...parents.toReversed(), name].join('\n');

const customersFirst = (one: OwnThreshold, other: OwnThreshold): number =>
  one.of === other.of ? compareNames(pathText(one), pathText(other)) : one.of === 'customer' ? -1 : 1;

/** Throws NOT_FOUND for a target out of scope, COCKPIT_THRESHOLD_TARGET for an element of another kind than the alarm's. */
async function checkTarget(
  db: Reader,
  { target, kind }: { readonly target: ThresholdTarget; readonly kind: ElementKind | undefined },
  caller: Scope,
) {
  if ('customer' in target) {
    // The threshold of a customer applies to all of its sites, so a caller limited to some of them cannot set it.
    const seesEverySite = caller.customers.has(target.customer) && !caller.sites.has(target.customer);
    if (!seesEverySite) throw new ProblemError('NOT_FOUND');
    return;
  }
  const element = (await readElements(db, [target.element], reachOf(caller))).get(target.element);
  if (element === undefined) throw new ProblemError('NOT_FOUND');
  if (element.kind !== kind)
    rejectFormFaults([{ field: 'target.element', code: 'COCKPIT_THRESHOLD_TARGET' }]);
}

/** Deletes the threshold of a target. Returns its value, or undefined when the target had none. */
const deleteRow = async (
  { tx }: ResourceTransaction,
  alarm: number,
  target: ThresholdTarget,
): Promise<number | undefined> => {
  const { customer_id, element_id } = targetColumns(target);
  const row = await tx
    .deleteFrom('alarm_threshold')
    .where('alarm_id', '=', alarm)
    .where('customer_id', 'is not distinct from', customer_id)
    .where('element_id', 'is not distinct from', element_id)
    .returning('value')
    .executeTakeFirst();
  return row?.value;
};

/** The threshold of a customer or an element, as the version of the alarm that the user saw. */
export interface ThresholdKey {
  readonly key: AlarmKey;
  readonly version: number;
  readonly target: ThresholdTarget;
}

/**
 * Increments the version of the alarm, which thresholds are saved against. Nothing else of it changes: the threshold of a customer is set
 * in a cockpit that is shared with others too, by users who see that customer.
 */
async function countChange({ tx }: ResourceTransaction, { alarm }: AlarmKey): Promise<void> {
  await tx
    .updateTable('cockpit_alarm')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', alarm)
    .execute();
}

/** Records a changed threshold with its alarm as the subject. */
function recordThreshold(
  { record }: ResourceTransaction,
  { key, target }: ThresholdKey,
  {
    label,
    before,
    after,
  }: { readonly label: string; readonly before?: number | undefined; readonly after?: number },
): Promise<void> {
  return record({
    action: 'alarm.threshold',
    subject: 'alarm',
    subjectId: key.alarm,
    subjectName: label,
    ...('customer' in target ? { customer: target.customer } : {}),
    ...(before === undefined ? {} : { before: { threshold: before } }),
    ...(after === undefined ? {} : { after: { threshold: after } }),
    note: { ...target },
  });
}

/** Thresholds of customers and elements, which override the threshold of an alarm. */
export class ThresholdRepository {
  readonly #needs: CockpitRepositoryNeeds;

  constructor(needs: CockpitRepositoryNeeds) {
    this.#needs = needs;
  }

  /** The own thresholds within the scope of the caller: customers first, each by name. */
  async list(key: AlarmKey, caller: Scope): Promise<OwnThreshold[]> {
    const { db } = this.#needs;
    const { id } = await readAlarm(db, key);
    const rows = await readRows(db, id);
    const elements = await readElements(
      db,
      rows.flatMap(({ element_id }) => element_id ?? []),
      reachOf(caller),
    );
    return rows
      .flatMap(({ customer_id, element_id, value }): OwnThreshold[] => {
        const element = elements.get(element_id ?? 0);
        if (element !== undefined) return [{ of: 'element', value, ...elementFields(element) }];
        const name = caller.customers.get(customer_id ?? 0)?.name;
        if (customer_id === null || name === undefined) return [];
        const customer = { id: customer_id, name };
        return [{ of: 'customer', ...customer, customer, parents: [], value }];
      })
      .sort(customersFirst);
  }

  /** Elements of the kind of the alarm that match a search. */
  async findElements(key: AlarmKey, search: string, caller: Scope) {
    const { kind } = await readAlarm(this.#needs.db, key);
    return findElements(this.#needs.db, { kind, search }, reachOf(caller));
  }

  /**
   * The thresholds that apply to an element, nearest first: its own, the one that its customer has set, the provider's for the customer,
   * the alarm's. The first that is set is in force.
   */
  async readChain(key: AlarmKey, elementId: number, caller: Scope): Promise<ThresholdChain> {
    const { db } = this.#needs;
    const { kind, label, threshold, id: alarm, ...row } = await readAlarm(db, key);
    await checkTarget(db, { target: { element: elementId }, kind }, caller);
    const element = (await readElements(db, [elementId], reachOf(caller))).get(elementId);
    if (element === undefined) throw new ProblemError('NOT_FOUND');
    const [rows, set] = [await readRows(db, alarm), await readSetValue(db, alarm, element.customer.id)];
    const bounds = customerBoundsOf(row);
    const ofElement = rows.find(({ element_id }) => element_id === elementId)?.value;
    const ofCustomer = rows.find(({ customer_id }) => customer_id === element.customer.id)?.value;
    const { name } = element.customer;
    const links = [
      { from: 'element' as const, name: element.name, value: ofElement },
      { from: 'own' as const, name, value: allowedThreshold(set?.value, bounds) },
      { from: 'customer' as const, name, value: ofCustomer },
      { from: 'alarm' as const, name: label, value: threshold },
    ].map((link) => ({ ...link, value: link.value ?? null }));
    return { element, links, inForce: inForceOf(links, threshold), bounds: bounds ?? null, own: set ?? null };
  }

  /** Sets the threshold of a target. */
  set(threshold: ThresholdKey & { readonly value: number }, actor: Actor): Promise<void> {
    const { key, version, target, value } = threshold;
    return transactResource(this.#needs, actor, { failure: 'COCKPIT_ALARM_SAVE_FAILED' }, async (change) => {
      if (!isThreshold(value)) rejectFormFaults([{ field: 'value', code: 'THRESHOLD_INCORRECT' }]);
      const alarm = await lockAlarm(change, { ...key, version }, 'read');
      await checkTarget(change.tx, { target, kind: await readKind(change.tx, alarm) }, actor.caller);
      const before = await keepingVersions(change, { cockpit: key.cockpitId }, async () => {
        const replaced = await deleteRow(change, key.alarm, target);
        await change.tx
          .insertInto('alarm_threshold')
          .values({ alarm_id: key.alarm, value, ...targetColumns(target) })
          .execute();
        await countChange(change, key);
        return replaced;
      });
      await recordThreshold(change, threshold, { label: alarm.label, before, after: value });
    });
  }

  /** Throws NOT_FOUND when the target has no threshold. */
  delete(threshold: ThresholdKey, actor: Actor): Promise<void> {
    const { key, version, target } = threshold;
    return transactResource(
      this.#needs,
      actor,
      { failure: 'COCKPIT_ALARM_REMOVE_FAILED' },
      async (change) => {
        const alarm = await lockAlarm(change, { ...key, version }, 'read');
        await checkTarget(change.tx, { target, kind: await readKind(change.tx, alarm) }, actor.caller);
        const before = await keepingVersions(change, { cockpit: key.cockpitId }, async () => {
          const removed = await deleteRow(change, key.alarm, target);
          if (removed === undefined) throw new ProblemError('NOT_FOUND');
          await countChange(change, key);
          return removed;
        });
        await recordThreshold(change, threshold, { label: alarm.label, before });
      },
    );
  }
}
