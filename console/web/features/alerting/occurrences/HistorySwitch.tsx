import { now } from '#web/lib/clock.ts';
import { live, useAlertSearch } from '../alert-search.ts';
import { useOccurrenceTexts } from './use-occurrence-texts.ts';

/** Within History: the state at a time, or the events of a period. */
export function HistorySwitch() {
  const text = useOccurrenceTexts();
  const { search, change } = useAlertSearch();
  const isEvents = search.events !== undefined;
  return (
    <div className="tt-segment" role="group" aria-label={text('historyKind')}>
      <button
        type="button"
        aria-pressed={!isEvents}
        onClick={() => change({ ...live, at: search.at ?? Math.floor(now() / 1_000) })}
      >
        {text('stateAtTime')}
      </button>
      <button
        type="button"
        aria-pressed={isEvents}
        onClick={() => change({ ...live, open: undefined, events: search.events ?? 'night' })}
      >
        {text('eventsOfPeriod')}
      </button>
    </div>
  );
}
