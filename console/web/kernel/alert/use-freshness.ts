import { useNow } from '#web/lib/clock.ts';
import { useStore } from '#web/lib/store.ts';
import { freshnessOf, type DataTimes, type Freshness } from '#web/ui/freshness/freshness.ts';
import { liveState } from '../socket/connection.ts';

/** Freshness of data now, by the clock of the server; changes by itself when data stays away. */
export function useFreshness(times: DataTimes | undefined, past = false): Freshness {
  const connection = useStore(liveState);
  const now = useNow();
  return freshnessOf(times, { connection, past, now });
}
