import { formatAge } from '#schemas/unit/duration.ts';
import { useContext } from 'react';
import { useNow } from '#web/lib/clock.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { ShownTime } from '../history/shown-time.ts';

/** Duration from `at`, seconds since 1970, to the time shown; live, it keeps counting. */
export function Since({ at }: { readonly at: number }) {
  const language = useLanguage();
  const now = useNow();
  const shown = useContext(ShownTime) ?? now;
  const ms = at * 1_000;
  return (
    <time
      dateTime={new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(ms)}
      title={formatDateTime(ms, language)}
    >
      {formatAge(shown - ms, language)}
    </time>
  );
}
