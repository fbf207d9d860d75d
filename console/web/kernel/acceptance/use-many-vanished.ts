import { useState } from 'react';
import type { VanishedElements } from '#schemas/acceptance/acceptance.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useLanguage } from '#web/lib/text.ts';

/** Lets the user decide what happens to vanished elements when they are many. */
export function useManyVanished() {
  const language = useLanguage();
  const [sentence, setSentence] = useState<string>();
  return {
    /** Whether a failure needs a decision, for which the dialog opens. */
    takes(error: unknown): boolean {
      if (!(error instanceof ApiProblem) || error.code !== 'ACCEPTANCE_REMOVES_MANY') return false;
      setSentence(sentenceOf(error, language));
      return true;
    },
    /** Props of the dialog; the decision accepts all. */
    dialogOf: (acceptAll: (vanished: VanishedElements) => void) => ({
      sentence,
      onClose: () => setSentence(undefined),
      onDecide(vanished: 'include' | 'exclude') {
        setSentence(undefined);
        acceptAll(vanished);
      },
    }),
  };
}
