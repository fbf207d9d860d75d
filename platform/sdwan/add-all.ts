/** Adds items to a list one by one: a hundred thousand arguments of a `push` would overflow the stack. */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
