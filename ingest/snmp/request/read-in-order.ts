import { getObjects, type Collected, type RequestContext } from './get-objects.ts';

/** Something read from several objects. */
interface Readable {
  readonly oids: readonly string[];
}

/**
 * Gets the objects of many items in order and hands over each item as soon as all of its objects were requested. If the agent
 * stops responding, the remaining rows are handed over as incomplete. Returns what `getObjects` returns.
 */
export async function readInOrder<Item extends Readable>(
  context: RequestContext,
  items: readonly Item[],
  onRead: (items: readonly Item[], collected: Collected) => void,
): Promise<Collected> {
  const { rejected } = context.memory;
  let end = 0;
  const sizeOf = ({ oids }: Item): number =>
    rejected.size === 0 ? oids.length : oids.filter((oid) => !rejected.has(oid)).length;
  const ends = items.map((item) => (end += sizeOf(item)));
  let next = 0;
  const oids = items.flatMap((item) => item.oids);
  const collected = await getObjects(context, oids, (values, done) => {
    const from = next;
    while (next < items.length && (ends[next] ?? 0) <= done) next += 1;
    if (next > from) onRead(items.slice(from, next), { values, complete: true });
  });
  if (next < items.length) onRead(items.slice(next), collected);
  return collected;
}
