import { useAction } from '#web/kernel/query/use-route-action.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { inventoryTouches } from '../inventory-queries.ts';

interface ChangeOptions<Order, Reply> {
  readonly send: (order: Order) => Promise<Reply>;
  /** What has happened, in a sentence. */
  readonly summaryOf: (reply: Reply, order: Order) => string;
  /** How to take the change back, offered with the summary. */
  readonly undoOf?: (reply: Reply) => () => void;
  readonly onDone: () => void;
  readonly onFailure?: () => void;
}

/** Sends a change, shows what has happened, and reads the lists again: also when a part of it failed. */
export function useChange<Order, Reply>(options: ChangeOptions<Order, Reply>) {
  const { send, summaryOf, undoOf, onDone, onFailure } = options;
  const { run, isPending, problem } = useAction(inventoryTouches);
  return {
    isPending,
    problem,
    run: (order: Order): void =>
      run(() => send(order), {
        onDone(reply) {
          const text = summaryOf(reply, order);
          showToast(undoOf === undefined ? { text } : { text, undo: undoOf(reply) });
          onDone();
        },
        ...(onFailure && { onFailure }),
      }),
  };
}
