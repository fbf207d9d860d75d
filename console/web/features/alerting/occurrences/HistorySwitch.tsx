import { now } from '#web/lib/clock.ts';
import { Segment } from '#web/ui/button/Segment.tsx';
import { historyStart } from '../history/history-start.ts';
import { useHistoryAddress } from '../history/use-history-address.ts';
import { useOccurrenceTexts } from './texts/en.ts';

/** Within History: the state at a time, or the events of a period. */
export function HistorySwitch() {
  const text = useOccurrenceTexts();
  const { search, show } = useHistoryAddress();
  return (
    <Segment
      label={text('historyKind')}
      options={[
        { value: 'state', label: text('stateAtTime') },
        { value: 'events', label: text('eventsOfPeriod') },
      ]}
      value={search.events === undefined ? 'state' : 'events'}
      onChange={(kind) =>
        show(
          kind === 'events'
            ? { events: search.events ?? 'night' }
            : { at: search.at ?? historyStart(undefined, now()) },
        )
      }
    />
  );
}
