import { useNow } from '#web/lib/clock.ts';
import { formatAge } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';

/** Age of a customer's newest data; a dash before any came. `at` in milliseconds. */
export function CustomerAge({ at }: { readonly at: number }) {
  const language = useLanguage();
  const now = useNow();
  return <span className="tt-muted">{at > 0 ? formatAge(now - at, language) : '–'}</span>;
}
