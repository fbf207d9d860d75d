import { problemText } from '#schemas/problem/problem.ts';
import { useLanguage } from '#web/lib/text.ts';

/** Why the user cannot change an object that also applies to customers they do not see, as a sentence for `disabledReason`. */
export function useReachReason(): (
  object: { readonly reachesOthers: boolean } | undefined,
) => string | undefined {
  const language = useLanguage();
  return (object) =>
    object?.reachesOthers === true ? problemText('REACHES_OTHER_CUSTOMERS', language) : undefined;
}
