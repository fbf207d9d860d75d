import type { ApplicationDefinition, ApplicationDictionary } from '#schemas/application/definition.ts';

/** Applications of one customer in matching order. */
export type ApplicationOrder = (customer: number) => readonly ApplicationDefinition[];

const byOrder = (a: ApplicationDefinition, b: ApplicationDefinition): number =>
  a.order - b.order || a.id - b.id;

/**
 * Sorts once for all customers: a customer has some hundreds of the tens of thousands of applications. An override stands where
 * the application of the provider does, whatever the precedence; an inactive one removes it.
 */
export function orderApplications({ applications, precedence }: ApplicationDictionary): ApplicationOrder {
  const provider: ApplicationDefinition[] = [];
  const own = new Map<number, ApplicationDefinition[]>();
  const overrides = new Map<number, Map<number, ApplicationDefinition>>();
  for (const one of applications.toSorted(byOrder)) {
    const { customer } = one;
    if (customer === undefined) provider.push(one);
    else if (one.overrides === true)
      overrides.set(customer, (overrides.get(customer) ?? new Map()).set(one.id, one));
    else if (own.get(customer)?.push(one) === undefined) own.set(customer, [one]);
  }
  return (customer) => {
    const replaced = overrides.get(customer);
    const shared = provider
      .filter(({ sharedWith }) => sharedWith?.includes(customer) ?? true)
      .map((one) => replaced?.get(one.id) ?? one);
    const theirs = own.get(customer) ?? [];
    const inOrder = precedence === 'provider' ? [...shared, ...theirs] : [...theirs, ...shared];
    return inOrder.filter(({ active }) => active);
  };
}
