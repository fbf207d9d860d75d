import type { Db } from '#platform/postgres/postgres.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import type { KeyPart } from '#schemas/data/data-answer.ts';
import { groupAttributesOf, groupAttributesIn } from '#schemas/data/key-attribute.ts';
import type { GroupAttribute } from '#schemas/data/key-attribute.ts';
import { elementLabel, elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-series-sql.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { findApplicationNames } from '#server/shared/application/find-application-names.ts';
import type { ReadReported } from '#server/shared/application/find-application-names.ts';
import type { PlanInput } from './data-plan.ts';
import { flowFormula } from './data-plan.ts';
import { isOthers } from './data-rows.ts';

interface NameNeeds {
  readonly caller: Pick<Caller, 'id' | 'permissions'>;
  readonly readReported: ReadReported;
  readonly db: Db;
}

type NamesOf = (key: readonly number[]) => KeyPart[];

const named = (name: string | undefined): string | null => (name === undefined || name === '' ? null : name);

/** The key of a parent of an element. */
function parentPart(inventory: Inventory, attribute: GroupAttribute, id: number): KeyPart {
  const element = elementOf(inventory, id);
  const own = (attribute === 'device' ? element?.device : element?.site) ?? 0;
  return { attribute, id: own, name: named(elementOf(inventory, own)?.name) };
}

/** Parts of the key of an element: itself and its parents. */
function elementKey(inventory: Inventory, attributes: readonly GroupAttribute[], id: number): KeyPart[] {
  const inner = attributes.at(-1);
  return attributes.map((attribute): KeyPart => {
    if (attribute !== inner) return parentPart(inventory, attribute, id);
    const isApart = attributes.includes('device') && attribute !== 'device';
    return {
      attribute,
      id,
      name: named(isApart ? elementOf(inventory, id)?.name : elementLabel(inventory, id)),
    };
  });
}

function flowKey(
  inventory: Inventory,
  attribute: GroupAttribute,
  { id, applications }: { readonly id: number; readonly applications: ReadonlyMap<number, string> },
): KeyPart {
  if (attribute === 'application')
    return { attribute, id, name: applications.get(id) ?? applicationName(id) };
  if (attribute === 'class') return { attribute, id, name: `DSCP ${String(id)}` };
  if (id === HIDDEN_SITE) return { attribute, id, name: null, hidden: true };
  return { attribute, id, name: inventory.sites.get(id)?.name ?? null };
}

/** Returns what the ids of keys stand for, for those that are in a result. */
export async function keyNames(
  needs: NameNeeds,
  { request, series, inventory, customer, to }: PlanInput,
  keys: readonly (readonly number[])[],
): Promise<NamesOf> {
  const attributes = groupAttributesIn(request.keys);
  const [first] = series;
  if (first === undefined || attributes.length === 0) return () => [];
  const isOfFlows = flowFormula(first.of, request) !== undefined;
  const kind = first.of.computed.element;
  if (!isOfFlows) {
    const order = groupAttributesOf(kind).filter((each) => attributes.includes(each));
    const placeOf = ({ attribute }: KeyPart) => attributes.findIndex((each) => each === attribute);
    return (key) => {
      const parts = isOthers(key) ? [] : elementKey(inventory, order, key[0] ?? 0);
      return parts.toSorted((one, other) => placeOf(one) - placeOf(other));
    };
  }
  const at = attributes.indexOf('application');
  const found = at < 0 ? [] : keys.flatMap((key) => (isOthers(key) ? [] : (key[at] ?? [])));
  const asked = { caller: needs.caller, customer, device: 0, applications: [...new Set(found)], to };
  const applications =
    found.length === 0 ? new Map<number, string>() : await findApplicationNames(needs, asked);
  return (key) =>
    isOthers(key)
      ? []
      : attributes.map((attribute, index) =>
          flowKey(inventory, attribute, { id: key[index] ?? 0, applications }),
        );
}
