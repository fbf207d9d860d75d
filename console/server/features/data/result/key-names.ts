import type { Db } from '#platform/postgres/postgres.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import type { KeyPart } from '#schemas/data/data-result-size.ts';
import { groupAttributesOf, groupAttributesIn, type GroupAttribute } from '#schemas/data/key-attribute.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import {
  deletedApplications,
  findApplicationNames,
  type ReadReported,
} from '#server/shared/application/find-application-names.ts';
import { flowFormula, type PlanInput } from '../plan/plan-scope.ts';
import { isOthers } from './data-rows.ts';
import { readDeletedElements } from './deleted-elements.ts';
import { elementParts, namedPart, type NamedElements } from './element-names.ts';

export interface NameNeeds {
  readonly caller: Pick<Caller, 'id' | 'permissions'>;
  readonly readReported: ReadReported;
  readonly db: Db;
}

type NamesOf = (key: readonly number[]) => KeyPart[];

interface NamedApplications {
  readonly names: ReadonlyMap<number, string>;
  /** Custom applications that do not exist any more. */
  readonly deleted: ReadonlySet<number>;
}

/** Traffic to no site of the customer. */
const OUTSIDE = 0;

function flowKey(
  elements: NamedElements,
  attribute: GroupAttribute,
  { id, applications }: { readonly id: number; readonly applications: NamedApplications },
): KeyPart {
  if (attribute === 'application') {
    const part = { attribute, id, name: applications.names.get(id) ?? applicationName(id) };
    return applications.deleted.has(id) ? { ...part, deleted: true } : part;
  }
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
  { inventory, customer, seen }: Pick<PlanInput, 'inventory' | 'customer' | 'seen'>,
  ids: readonly number[],
): Promise<NamedElements> {
  const missing = ids.filter((id) => id !== HIDDEN_SITE && elementOf(inventory, id) === undefined);
  const deleted = await readDeletedElements(db, customer, missing);
  return { inventory, deleted, customer, seen: seen && new Set(seen) };
}

/**
 * Keys of an earlier result as rows have them. Those of elements are the innermost one, whose parents the names add; `keys` are those of the
 * response, in the order of the key attributes of the request.
 */
export function keysOfRows({ request, series: [first] }: PlanInput, keys: Keys): Keys {
  if (first === undefined || flowFormula(first.of, request) !== undefined) return keys;
  const attributes = groupAttributesIn(request.keys);
  const inner = groupAttributesOf(first.of.computed.element).findLast((each) => attributes.includes(each));
  const place = attributes.findIndex((each) => each === inner);
  return keys.map((key) => [key[place] ?? key[0] ?? NO_DEVICE]);
}

/** Values of deleted elements, whose device is not known any more, together. */
const NO_DEVICE = 0;

async function elementNames(needs: NameNeeds, input: PlanInput, keys: Keys): Promise<NamesOf> {
  const {
    request,
    series: [first],
  } = input;
  const attributes = groupAttributesIn(request.keys);
  const kind = first?.of.computed.element ?? 'site';
  const order = groupAttributesOf(kind).filter((each) => attributes.includes(each));
  const placeOf = ({ attribute }: KeyPart) => attributes.findIndex((each) => each === attribute);
  const elements = await namedElements(needs, input, idsAt(keys, 0));
  return ([id = NO_DEVICE]) =>
    id === NO_DEVICE
      ? attributes.map((attribute) => ({ attribute, id, name: null, deleted: true }))
      : elementParts(elements, order, id).toSorted((one, other) => placeOf(one) - placeOf(other));
}

async function flowNames(needs: NameNeeds, input: PlanInput, keys: Keys): Promise<NamesOf> {
  const { request, customer, to } = input;
  const attributes = groupAttributesIn(request.keys);
  const found = attributes.includes('application') ? idsAt(keys, attributes.indexOf('application')) : [];
  const requested = { caller: needs.caller, customer, device: 0, applications: found, to };
  const sites = attributes.flatMap((attribute, place) =>
    attribute === 'site' || attribute === 'conversation' ? idsAt(keys, place) : [],
  );
  const [elements, names, deleted] = await Promise.all([
    namedElements(needs, input, sites),
    found.length === 0 ? new Map<number, string>() : findApplicationNames(needs, requested),
    deletedApplications(needs.db, found),
  ]);
  const applications = { names, deleted };
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
