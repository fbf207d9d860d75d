/** The order of English is that of French: accents and capitals count last, and numbers by value. */
const collator = new Intl.Collator('en', { numeric: true });

/** Compares names as people look for them: "Capacity" before "CPE", "site 9" before "site 10". */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);

/** The items by name. Equal names keep their order. */
export const inNameOrder = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] =>
  items.toSorted((one, other) => compareNames(nameOf(one), nameOf(other)));
