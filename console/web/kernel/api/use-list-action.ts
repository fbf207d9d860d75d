import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { sentenceOf } from './api-problem.ts';

/** Runs an action on a list entry, reports success or failure in a toast, and refreshes the list. */
export function useListAction(refresh: () => Promise<unknown>) {
  const language = useLanguage();
  return (act: () => Promise<unknown>, done: string): void => {
    const run = async () => {
      try {
        await act();
        showToast({ text: done });
      } catch (error) {
        showToast({ text: sentenceOf(error, language), tone: 'bad' });
      }
      await refresh();
    };
    void run();
  };
}
