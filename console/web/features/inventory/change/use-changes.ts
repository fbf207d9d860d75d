import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';

/** Reads what lists and pages of the inventory show again. */
export function useRefreshInventory(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const key of ['inventory', 'inventory-element', 'inventory-actions', 'polled-devices'])
      void queries.invalidateQueries({ queryKey: [key] });
  };
}

interface ChangeOptions<Order, Reply> {
  readonly send: (order: Order) => Promise<Reply>;
  /** What has happened, in a sentence. */
  readonly summaryOf: (reply: Reply, order: Order) => string;
  /** How to take the change back, offered with the summary. */
  readonly undoOf?: (reply: Reply) => () => void;
  readonly onDone: () => void;
}

/** Sends a change, shows what has happened, and reads the lists again: also when a part of it failed. */
export function useChange<Order, Reply>({ send, summaryOf, undoOf, onDone }: ChangeOptions<Order, Reply>) {
  const language = useLanguage();
  const refresh = useRefreshInventory();
  return useMutation({
    mutationFn: send,
    onSuccess(reply, order) {
      const text = summaryOf(reply, order);
      showToast(undoOf === undefined ? { text } : { text, undo: undoOf(reply) });
      onDone();
    },
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
    onSettled: refresh,
  });
}
