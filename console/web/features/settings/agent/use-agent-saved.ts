import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '#web/ui/feedback/toast-store.ts';

export const agentsKey = ['settings', 'agents'];

/** Refreshes the list and reports a change in a toast. */
export function useAgentSaved(): (message: string) => Promise<void> {
  const queries = useQueryClient();
  return async (message) => {
    showToast({ text: message });
    await queries.invalidateQueries({ queryKey: agentsKey });
  };
}
