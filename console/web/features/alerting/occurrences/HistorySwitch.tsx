import { now } from '#web/lib/clock.ts';
import { historyStart } from '../history/history-start.ts';
import { useHistoryAddress } from '../history/use-history-address.ts';
import { useOccurrenceTexts } from './texts/en.ts';
import '#web/ui/button/segment.css';

/** Within History: the state at a time, or the events of a period. */
export function HistorySwitch() {
  const text = useOccurrenceTexts();
  const { search, show } = useHistoryAddress();
  const isEvents = search.events !== undefined;
  return (
    <div className="tt-segment" role="group" aria-label={text('historyKind')}>
      <button
        type="button"
        aria-pressed={!isEvents}
        onClick={() => show({ at: search.at ?? historyStart(undefined, now()) })}
      >
        {text('stateAtTime')}
      </button>
      <button
        type="button"
        aria-pressed={isEvents}
        onClick={() => show({ events: search.events ?? 'night' })}
      >
        {text('eventsOfPeriod')}
      </button>
    </div>
  );
}
