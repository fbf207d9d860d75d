import { readInOrder } from '../request/read-in-order.ts';
import type { RequestContext } from '../request/get-objects.ts';
import type { ComponentResult, LearnedComponent } from './component.ts';

/** Reads the counters of each component; partial if the agent stops responding. `onRead` receives each as soon as it is read. */
export async function readComponents(
  context: RequestContext,
  learned: readonly LearnedComponent[],
  onRead: (results: readonly ComponentResult[]) => void,
): Promise<void> {
  await readInOrder(context, learned, (components, { values }) => {
    onRead(
      components.flatMap(({ id, read }) => {
        const cells = read(values);
        return cells.length === 0 ? [] : [{ componentId: id, cells }];
      }),
    );
  });
}
