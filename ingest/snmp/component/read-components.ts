import { getObjects } from '../request/get-objects.ts';
import type { RequestContext } from '../request/get-objects.ts';
import type { ComponentResult, LearnedComponent } from './component.ts';

/** Reads the counters of each component; partial if the agent stops responding. */
export async function readComponents(
  asking: RequestContext,
  learned: readonly LearnedComponent[],
): Promise<readonly ComponentResult[]> {
  const { values } = await getObjects(asking, [...new Set(learned.flatMap(({ oids }) => oids))]);
  return learned.flatMap(({ id, read }) => {
    const cells = read(values);
    return cells.length === 0 ? [] : [{ componentId: id, cells }];
  });
}
