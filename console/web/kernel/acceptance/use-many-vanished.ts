import { useState } from 'react';
import type { VanishedElements } from '#schemas/acceptance/acceptance.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useLanguage } from '#web/lib/text.ts';

/** Accepts all, and asks what happens to the vanished elements when they are many. */
export function useManyVanished(acceptAll: (vanished: VanishedElements) => void) {
  const language = useLanguage();
  const [sentence, setSentence] = useState<string>();
  return {
    /** Whether a failure is a question, which the dialog shows. */
    takes(error: unknown): boolean {
      if (!(error instanceof ApiProblem) || error.code !== 'ACCEPTANCE_REMOVES_MANY') return false;
      setSentence(sentenceOf(error, language));
      return true;
    },
    dialog: {
      sentence,
      onClose: () => setSentence(undefined),
      onDecide(vanished: 'include' | 'exclude') {
        setSentence(undefined);
        acceptAll(vanished);
      },
    },
  };
}
