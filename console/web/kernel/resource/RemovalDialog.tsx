import type { ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { sentenceOf } from '../api/api-problem.ts';

interface Props {
  readonly words: {
    readonly title: string;
    readonly consequence: string;
    readonly action: string;
    /** Said once it is deleted. */
    readonly done: string;
  };
  readonly remove: () => Promise<unknown>;
  /** Reads the list again. */
  readonly refresh: () => Promise<void>;
  readonly onClose: () => void;
  /** Why it cannot be deleted yet. */
  readonly disabledReason?: string | undefined;
  /** What loses it. */
  readonly children?: ReactNode;
}

/** Asks before something is deleted, and says what came of it. */
export function RemovalDialog({ words, remove, refresh, onClose, ...shown }: Props) {
  const language = useLanguage();
  const { mutate } = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      showToast({ text: words.done });
      await refresh();
    },
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
    onSettled: onClose,
  });
  const { title, consequence, action } = words;
  return (
    <ConfirmDialog open {...{ title, consequence, action, onClose }} {...shown} onConfirm={() => mutate()} />
  );
}
