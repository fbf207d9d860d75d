import type { SilenceEntry } from '#schemas/silence/routes.ts';
import { useLanguage } from '#web/lib/text.ts';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { TimeRange } from '#web/ui/text/TimeRange.tsx';
import { ruleText } from './silence-text.ts';
import { useSilenceTexts } from './texts/en.ts';

/** One time in which a silence is active; without an end, from when. */
export function OccurrenceTime({ from, until }: { readonly from: number; readonly until: number | null }) {
  const text = useSilenceTexts();
  return until === null ? (
    <TimeIn as="time" sentence={(at) => text('from', { from: at })} at={from} />
  ) : (
    <TimeRange from={from} until={until} />
  );
}

/** When a silence is active: its range or its recurrence. */
export function TimesOfSilence({
  of: { startsAt, endsAt, recurrence },
}: {
  readonly of: Pick<SilenceEntry, 'startsAt' | 'endsAt' | 'recurrence'>;
}) {
  const text = useSilenceTexts();
  const language = useLanguage();
  return recurrence === null ? (
    <OccurrenceTime from={startsAt} until={endsAt} />
  ) : (
    ruleText(recurrence, text, language)
  );
}

/** Its next change: the end of an active one, the start of another. */
export function NextChange({ of: { next, state } }: { readonly of: Pick<SilenceEntry, 'next' | 'state'> }) {
  const text = useSilenceTexts();
  const [first] = next;
  if (first === undefined) return text('noNext');
  if (state === 'active' && first.until !== null)
    return <TimeIn as="time" sentence={(until) => text('until', { until })} at={first.until} />;
  return <TimeIn as="time" sentence={(at) => at} at={first.from} />;
}
