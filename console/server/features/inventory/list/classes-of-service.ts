import { collect, type Steps } from '#platform/clock/steps.ts';
import { classOf, type QosName } from '#schemas/qos/rules.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { classElementsByCustomer } from '../../../shared/qos/class-elements.ts';
import type { ModelInForce } from '../../../shared/qos/models-in-force.ts';
import type { Listed, ListedClass } from './listed-elements.ts';

type Models = ReadonlyMap<number, ModelInForce>;

/** Finds the class of a name of a customer: the same few names come again and again. */
function classFinder(models: Models): (customer: number, name: QosName) => ListedClass | undefined {
  const known = new Map<string, ListedClass | undefined>();
  return (customer, name) => {
    const key = JSON.stringify([customer, name]);
    if (known.has(key)) return known.get(key);
    const { classes = [] } = models.get(customer) ?? {};
    const found = classOf(classes, name)?.class;
    const listed = found && {
      name: found.name,
      colour: found.colour,
      position: classes.indexOf(found),
    };
    known.set(key, listed);
    return listed;
  };
}

/** Class elements with the class of service that each maps to by the model of its customer. */
export function* withClasses(
  listed: readonly Listed[],
  inventory: Inventory,
  models: Models,
): Steps<readonly Listed[]> {
  const find = classFinder(models);
  const everything = { sites: new Map<number, ReadonlySet<number>>() };
  const names = new Map<number, QosName>();
  const elements = yield* classElementsByCustomer(inventory, everything, new Set(models.keys()));
  for (const own of elements.values()) for (const { id, name } of own) names.set(id, name);
  const nameOf = (id: number): QosName | undefined => {
    const target = inventory.targets?.flows.get(id);
    return target === undefined ? names.get(id) : { kind: 'dscp', dscp: target.detail };
  };
  return yield* collect(listed, (element) => {
    const name = nameOf(element.id);
    const classOfService = name && find(element.customer, name);
    const properties = { ...element.properties, classOfService: classOfService?.name ?? '' };
    return { ...element, properties, ...(classOfService && { classOfService }) };
  });
}

/** How many elements map to each class, in the order of the classes. */
export function countClasses(found: Iterable<Listed | undefined>) {
  const counts = new Map<string, ListedClass & { count: number }>();
  for (const element of found) {
    const own = element?.classOfService;
    if (own === undefined) continue;
    const known = counts.get(own.name) ?? { ...own, count: 0 };
    counts.set(own.name, known);
    known.count += 1;
  }
  const order = [...counts.values()].toSorted(
    (one, other) => one.position - other.position || (one.name < other.name ? -1 : 1),
  );
  return order.map(({ name, colour, count }) => ({ name, colour, count }));
}
