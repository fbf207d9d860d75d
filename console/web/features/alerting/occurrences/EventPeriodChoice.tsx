import { TimeField } from '#web/ui/field/TimeField.tsx';
import { fieldOfTime, timeOfField } from '../history/time-field.ts';
import { useHistoryAddress } from '../history/use-history-address.ts';
import { eventRanges, type EventPeriod } from './event-period.ts';
import { useOccurrenceTexts } from './texts/en.ts';

/** The range of the events, and the times of a custom one. Choosing *custom* starts with the period that is shown. */
export function EventPeriodChoice({ period }: { readonly period: EventPeriod }) {
  const text = useOccurrenceTexts();
  const { search, change } = useHistoryAddress();
  const { from, to } = period;
  const choose = (end: 'from' | 'to') => (value: string) => {
    const seconds = timeOfField(value);
    if (seconds !== undefined) change({ from, to, [end]: seconds }, true);
  };
  return (
    <>
      <div className="tt-segment" role="group" aria-label={text('period')}>
        {eventRanges.map((range) => (
          <button
            key={range}
            type="button"
            aria-pressed={search.events === range}
            onClick={() =>
              change({ events: range, ...(range === 'custom' ? period : { from: undefined, to: undefined }) })
            }
          >
            {text(range)}
          </button>
        ))}
      </div>
      {search.events === 'custom' && (
        <>
          <TimeField
            quietLabel
            kind="datetime-local"
            label={text('from')}
            value={fieldOfTime(from)}
            onChange={choose('from')}
          />
          <TimeField
            quietLabel
            kind="datetime-local"
            label={text('to')}
            value={fieldOfTime(to)}
            onChange={choose('to')}
          />
        </>
      )}
    </>
  );
}
