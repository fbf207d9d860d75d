import type { ApplicationDefinition, ApplicationDictionary } from '#schemas/application/definition.ts';

/** Applications of one customer in matching order. */
export type ApplicationOrder = (customer: number) => readonly ApplicationDefinition[];

const byOrder = (a: ApplicationDefinition, b: ApplicationDefinition): number =>
  a.order - b.order || a.id - b.id;

/** Sorts once for all customers: a customer has some hundreds of the tens of thousands of applications. */
export function orderApplications({ applications, precedence }: ApplicationDictionary): ApplicationOrder {
  const provider: ApplicationDefinition[] = [];
  const own = new Map<number, ApplicationDefinition[]>();
  for (const one of applications.filter(({ active }) => active).toSorted(byOrder)) {
    const { customer } = one;
    if (customer === undefined) provider.push(one);
    else if (own.get(customer)?.push(one) === undefined) own.set(customer, [one]);
  }
  return (customer) => {
    const shared = provider.filter(({ sharedWith }) => sharedWith?.includes(customer) ?? true);
    const theirs = own.get(customer) ?? [];
    return precedence === 'provider' ? [...shared, ...theirs] : [...theirs, ...shared];
  };
}
