import type { OwnThreshold, ThresholdTarget } from '#schemas/cockpit/cockpit.ts';
import { isThreshold } from '#schemas/cockpit/rules.ts';
import type { ThresholdChain } from '#schemas/cockpit/threshold-routes.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import { elementKinds } from '#schemas/element/kind.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { siteReachOf } from '../../kernel/access/site-reach.ts';
import type { SiteReach } from '../../kernel/access/site-reach.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { lockAlarm, touchAlarm } from './alarm-repository.ts';
import type { AlarmPlace } from './alarm-repository.ts';
import { refuse } from './change.ts';
import type { Change, Reader } from './change.ts';
import { readElements } from './threshold-elements.ts';

/** What the caller sees: thresholds of other customers, and of elements at other sites, do not exist for him. */
export type Seer = Pick<Caller, 'customers' | 'sites'>;

const reachOf = (caller: Seer): SiteReach => siteReachOf(caller, caller.customers.keys());

const columnsOf = (target: ThresholdTarget) =>
  'customer' in target
    ? { customer_id: target.customer, element_id: null }
    : { customer_id: null, element_id: target.element };

/** The kind of element that an alarm is decided on; undefined for a KPI that is gone. */
const kindOf = async (
  db: Reader,
  { kpi, target }: { readonly kpi: string; readonly target: string | null },
): Promise<ElementKind | undefined> => {
  const known = (await readDirectory(db)).get(kpi);
  return known && (elementKinds.find((kind) => kind === target) ?? known.element);
};

/** What is read of an alarm to show its thresholds; throws NOT_FOUND. */
export async function readAlarmBase(db: Reader, { cockpitId, alarm }: AlarmPlace) {
  const row = await db
    .selectFrom('cockpit_alarm')
    .select(['id', 'label', 'kpi', 'target', 'threshold'])
    .where('id', '=', alarm)
    .where('cockpit_id', '=', cockpitId)
    .executeTakeFirst();
  const kind = row && (await kindOf(db, row));
  if (row === undefined || kind === undefined) throw new ProblemError('NOT_FOUND');
  return { ...row, kind };
}

const ownOf = (db: Reader, alarm: number) =>
  db.selectFrom('alarm_threshold').selectAll().where('alarm_id', '=', alarm).execute();

/** Those of the caller's customers, customers first, each by name. */
export async function readOwnThresholds(
  db: Reader,
  place: AlarmPlace,
  caller: Seer,
): Promise<OwnThreshold[]> {
  const { id } = await readAlarmBase(db, place);
  const rows = await ownOf(db, id);
  const elements = await readElements(
    db,
    rows.flatMap(({ element_id }) => element_id ?? []),
    reachOf(caller),
  );
  const told = rows.flatMap(({ customer_id, element_id, value }): OwnThreshold[] => {
    const element = elements.get(element_id ?? 0);
    if (element !== undefined) return [{ of: 'element', value, ...placedIn(element) }];
    const name = caller.customers.get(customer_id ?? 0)?.name;
    if (customer_id === null || name === undefined) return [];
    return [
      { of: 'customer', id: customer_id, name, customer: { id: customer_id, name }, parents: [], value },
    ];
  });
  return told.sort(byPlace);
}

const placedIn = ({ id, name, customer, parents }: Omit<OwnThreshold, 'of' | 'value'>) => ({
  id,
  name,
  customer,
  parents,
});

const pathOf = ({ customer, parents, name }: OwnThreshold): string =>
  [customer.name, ...parents.toReversed(), name].join('\n');

const byPlace = (one: OwnThreshold, other: OwnThreshold): number =>
  one.of === other.of ? pathOf(one).localeCompare(pathOf(other)) : one.of === 'customer' ? -1 : 1;

/** A customer or an element of the caller, of the kind that the alarm is about. */
async function checkTarget(
  db: Reader,
  { target, kind }: { readonly target: ThresholdTarget; readonly kind: ElementKind | undefined },
  caller: Seer,
) {
  if ('customer' in target) {
    // Who sees some of its sites only does not set what holds for all of them.
    const isWhole = caller.customers.has(target.customer) && !caller.sites.has(target.customer);
    if (!isWhole) throw new ProblemError('NOT_FOUND');
    return;
  }
  const element = (await readElements(db, [target.element], reachOf(caller))).get(target.element);
  if (element === undefined) throw new ProblemError('NOT_FOUND');
  if (element.kind !== kind) refuse([{ field: 'target.element', code: 'COCKPIT_THRESHOLD_TARGET' }]);
}

/** Takes the threshold of a target away. Answers its value; undefined: it had none. */
const removeOwn = async (
  { tx }: Change,
  alarm: number,
  target: ThresholdTarget,
): Promise<number | undefined> => {
  const { customer_id, element_id } = columnsOf(target);
  const row = await tx
    .deleteFrom('alarm_threshold')
    .where('alarm_id', '=', alarm)
    .where('customer_id', 'is not distinct from', customer_id)
    .where('element_id', 'is not distinct from', element_id)
    .returning('value')
    .executeTakeFirst();
  return row?.value;
};

/** An own threshold that changed, told of its alarm. */
function tell(
  { tx, audit }: Change,
  { place, target }: OwnThresholdChange,
  {
    label,
    before,
    after,
  }: { readonly label: string; readonly before?: number | undefined; readonly after?: number },
): Promise<void> {
  return audit(tx, {
    ...{ action: 'alarm.threshold', subject: 'alarm', subjectId: place.alarm, subjectName: label },
    ...('customer' in target ? { customer: target.customer } : {}),
    ...(before === undefined ? {} : { before: { threshold: before } }),
    ...(after === undefined ? {} : { after: { threshold: after } }),
    note: { ...target },
  });
}

export interface OwnThresholdChange {
  readonly place: AlarmPlace;
  readonly version: number;
  readonly target: ThresholdTarget;
}

export async function putThreshold(
  change: Change,
  wanted: OwnThresholdChange & { readonly value: number },
  caller: Seer,
): Promise<void> {
  const { place, version, target, value } = wanted;
  if (!isThreshold(value)) refuse([{ field: 'value', code: 'THRESHOLD_INCORRECT' }]);
  const locked = await lockAlarm(change, place, version);
  await checkTarget(change.tx, { target, kind: await kindOf(change.tx, locked) }, caller);
  const before = await removeOwn(change, place.alarm, target);
  await change.tx
    .insertInto('alarm_threshold')
    .values({ alarm_id: place.alarm, value, ...columnsOf(target) })
    .execute();
  await touchAlarm(change, place);
  await tell(change, wanted, { label: locked.label, before, after: value });
}

/** Throws NOT_FOUND where there is none. */
export async function dropThreshold(
  change: Change,
  unwanted: OwnThresholdChange,
  caller: Seer,
): Promise<void> {
  const { place, version, target } = unwanted;
  const locked = await lockAlarm(change, place, version);
  await checkTarget(change.tx, { target, kind: await kindOf(change.tx, locked) }, caller);
  const before = await removeOwn(change, place.alarm, target);
  if (before === undefined) throw new ProblemError('NOT_FOUND');
  await touchAlarm(change, place);
  await tell(change, unwanted, { label: locked.label, before });
}

/** What each link of the chain says, nearest first: the element, its customer, the alarm. The first that says something is in force. */
export async function readChain(
  db: Reader,
  { place, element: id }: { readonly place: AlarmPlace; readonly element: number },
  caller: Seer,
): Promise<ThresholdChain> {
  const { kind, label, threshold, id: alarm } = await readAlarmBase(db, place);
  await checkTarget(db, { target: { element: id }, kind }, caller);
  const element = (await readElements(db, [id], reachOf(caller))).get(id);
  if (element === undefined) throw new ProblemError('NOT_FOUND');
  const own = await ownOf(db, alarm);
  const ofElement = own.find(({ element_id }) => element_id === id)?.value ?? null;
  const ofCustomer = own.find(({ customer_id }) => customer_id === element.customer.id)?.value ?? null;
  const links: ThresholdChain['links'] = [
    { from: 'element', name: element.name, value: ofElement },
    { from: 'customer', name: element.customer.name, value: ofCustomer },
    { from: 'alarm', name: label, value: threshold },
  ];
  const found = links.find(({ value }) => value !== null);
  return { element, links, inForce: { from: found?.from ?? 'alarm', value: found?.value ?? threshold } };
}
