import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useSettingsTexts } from './texts/en.ts';

/** Refreshes a kind of settings and reports a save in a toast. */
export function useSaved(kind: string): (name: string) => Promise<void> {
  const text = useSettingsTexts();
  const queries = useQueryClient();
  return async (name) => {
    showToast({ text: text('saved', { name }) });
    await queries.invalidateQueries({ queryKey: ['settings', kind] });
  };
}
