import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { sentenceOf } from './api-problem.ts';

/** The toast of an action: its text, or what its reply leads to. */
type Done<Reply> = string | ((reply: Reply) => { readonly text: string; readonly tone?: 'bad' });

/**
 * Runs an action on a list entry, reports success or failure in a toast, and refreshes the list. `failure` says what failed, before
 * the reason.
 */
export function useListAction(refresh: () => Promise<unknown>) {
  const language = useLanguage();
  return <Reply>(act: () => Promise<Reply>, done: Done<Reply>, failure?: string): void => {
    const run = async () => {
      try {
        const reply = await act();
        showToast(typeof done === 'string' ? { text: done } : done(reply));
      } catch (error) {
        const reason = sentenceOf(error, language);
        const text = failure === undefined ? reason : labelled(failure, reason, language);
        showToast({ text, tone: 'bad' });
      }
      await refresh();
    };
    void run();
  };
}
