import type { Db } from '#platform/postgres/postgres.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import type { KeyPart } from '#schemas/data/data-answer.ts';
import { groupAttributesOf, groupAttributesIn } from '#schemas/data/key-attribute.ts';
import type { GroupAttribute } from '#schemas/data/key-attribute.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-series-sql.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { findApplicationNames } from '#server/shared/application/find-application-names.ts';
import type { ReadReported } from '#server/shared/application/find-application-names.ts';
import type { PlanInput } from './data-plan.ts';
import { flowFormula } from './data-plan.ts';
import { isOthers } from './data-rows.ts';
import { readDeletedElements } from './deleted-elements.ts';
import { elementParts, namedPart } from './element-names.ts';
import type { NamedElements } from './element-names.ts';

interface NameNeeds {
  readonly caller: Pick<Caller, 'id' | 'permissions'>;
  readonly readReported: ReadReported;
  readonly db: Db;
}

type NamesOf = (key: readonly number[]) => KeyPart[];

/** Traffic to no site of the customer. */
const OUTSIDE = 0;

function flowKey(
  elements: NamedElements,
  attribute: GroupAttribute,
  { id, applications }: { readonly id: number; readonly applications: ReadonlyMap<number, string> },
): KeyPart {
  if (attribute === 'application')
    return { attribute, id, name: applications.get(id) ?? applicationName(id) };
  if (attribute === 'class') return { attribute, id, name: `DSCP ${String(id)}` };
  if (id === HIDDEN_SITE) return { attribute, id, name: null, hidden: true };
  return id === OUTSIDE ? { attribute, id, name: null } : namedPart(elements, attribute, id);
}

type Keys = readonly (readonly number[])[];

/** Ids at a place of the keys. */
const idsAt = (keys: Keys, place: number): readonly number[] => [
  ...new Set(keys.flatMap((key) => (isOthers(key) ? [] : (key[place] ?? [])))),
];

/** The elements of keys, those that are deleted among them. */
async function namedElements(
  { db }: Pick<NameNeeds, 'db'>,
  inventory: Inventory,
  ids: readonly number[],
): Promise<NamedElements> {
  const missing = ids.filter((id) => id !== HIDDEN_SITE && elementOf(inventory, id) === undefined);
  return { inventory, deleted: await readDeletedElements(db, missing) };
}

/** Values of deleted elements, whose device is not known any more, together. */
const NO_DEVICE = 0;

async function elementNames(
  needs: NameNeeds,
  { request, series: [first], inventory }: PlanInput,
  keys: Keys,
): Promise<NamesOf> {
  const attributes = groupAttributesIn(request.keys);
  const kind = first?.of.computed.element ?? 'site';
  const order = groupAttributesOf(kind).filter((each) => attributes.includes(each));
  const placeOf = ({ attribute }: KeyPart) => attributes.findIndex((each) => each === attribute);
  const elements = await namedElements(needs, inventory, idsAt(keys, 0));
  return ([id = NO_DEVICE]) =>
    id === NO_DEVICE
      ? attributes.map((attribute) => ({ attribute, id, name: null, deleted: true }))
      : elementParts(elements, order, id).toSorted((one, other) => placeOf(one) - placeOf(other));
}

async function flowNames(
  needs: NameNeeds,
  { request, inventory, customer, to }: PlanInput,
  keys: Keys,
): Promise<NamesOf> {
  const attributes = groupAttributesIn(request.keys);
  const found = attributes.includes('application') ? idsAt(keys, attributes.indexOf('application')) : [];
  const asked = { caller: needs.caller, customer, device: 0, applications: found, to };
  const sites = attributes.flatMap((attribute, place) =>
    attribute === 'site' || attribute === 'conversation' ? idsAt(keys, place) : [],
  );
  const [elements, applications] = await Promise.all([
    namedElements(needs, inventory, sites),
    found.length === 0 ? new Map<number, string>() : findApplicationNames(needs, asked),
  ]);
  return (key) =>
    attributes.map((attribute, index) => flowKey(elements, attribute, { id: key[index] ?? 0, applications }));
}

/** Returns what the ids of keys stand for, for those that are in a result. */
export async function keyNames(needs: NameNeeds, input: PlanInput, keys: Keys): Promise<NamesOf> {
  const [first] = input.series;
  if (first === undefined || groupAttributesIn(input.request.keys).length === 0) return () => [];
  const isOfFlows = flowFormula(first.of, input.request) !== undefined;
  const names = await (isOfFlows ? flowNames : elementNames)(needs, input, keys);
  return (key) => (isOthers(key) ? [] : names(key));
}
