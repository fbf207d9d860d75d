import { ownZone } from '#web/lib/zoned/local-time.ts';
import { PeriodPicker } from '#web/ui/period/PeriodPicker.tsx';
import { usePeriodTexts } from '#web/ui/period/texts/en.ts';
import { usePeriodText } from '#web/ui/period/use-period-text.ts';
import { useHistoryAddress } from '../history/use-history-address.ts';
import { eventRanges, type EventPeriod } from './event-period.ts';
import { useOccurrenceTexts } from './texts/en.ts';

/** The period of the events, which a range of the address leads to. */
export function EventPeriodChoice({ period }: { readonly period: EventPeriod }) {
  const text = useOccurrenceTexts();
  const named = usePeriodTexts();
  const { search, change } = useHistoryAddress();
  const timeZone = ownZone();
  const words = usePeriodText(timeZone);
  const { from, to } = period;
  const names = {
    night: named('lastNight'),
    shift: text('shift'),
    '24h': words({ kind: 'last', minutes: 1_440 }),
    '7d': words({ kind: 'last', minutes: 10_080 }),
    custom: words({ kind: 'fixed', from, to }),
  };
  const offered = eventRanges
    .filter((range) => range !== 'custom')
    .map((range) => ({
      words: names[range],
      isChosen: search.events === range,
      choose: () => change({ events: range, from: undefined, to: undefined }),
    }));
  return (
    <PeriodPicker
      words={names[search.events ?? 'night']}
      bounds={() => period}
      offered={[offered]}
      custom={{ onChoose: (bounds) => change({ events: 'custom', ...bounds }) }}
      timeZone={timeZone}
    />
  );
}
