import { getObjects } from '../get-objects.ts';
import type { Asking } from '../get-objects.ts';
import type { ComponentResult, LearnedComponent } from './component.ts';

/** What each component counted; of an agent that stops answering those that were heard of. */
export async function readComponents(
  asking: Asking,
  learned: readonly LearnedComponent[],
): Promise<readonly ComponentResult[]> {
  const { values } = await getObjects(asking, [...new Set(learned.flatMap(({ oids }) => oids))]);
  return learned.flatMap(({ id, read }) => {
    const cells = read(values);
    return cells.length === 0 ? [] : [{ componentId: id, cells }];
  });
}
