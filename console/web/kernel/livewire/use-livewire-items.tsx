import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { IconExternalLink } from '@tabler/icons-react';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { sentenceOf } from '../api/api-problem.ts';
import { hasDevice, livewireQuery, useLivewireOffer, type LivewireElement } from './use-livewire.ts';
import { useLivewireTexts } from './texts/en.ts';

/** The entry of the menu of an element that opens Livewire of its device; none where no address is set. */
export function useLivewireItems(): (element: LivewireElement) => readonly MenuItem[] {
  const text = useLivewireTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const isOffered = useLivewireOffer();
  return useCallback(
    (element) => {
      const open = async (): Promise<void> => {
        try {
          const url = await queries.fetchQuery(livewireQuery(element));
          // Within the seconds that browsers allow a window after a click.
          if (url === null) showToast({ text: text('noAddress'), tone: 'bad' });
          else window.open(url, '_blank', 'noopener,noreferrer');
        } catch (error) {
          showToast({ text: sentenceOf(error, language), tone: 'bad' });
        }
      };
      const item = { label: text('open'), icon: <IconExternalLink size={15} />, run: () => void open() };
      return isOffered && hasDevice(element.kind) ? [{ is: 'action', ...item }] : [];
    },
    [text, language, queries, isOffered],
  );
}
