import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { readLastShift } from '#schemas/account/own-sessions.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { now } from '#web/lib/clock.ts';
import { useHistoryAddress } from '../history/use-history-address.ts';
import { eventPeriod } from './event-period.ts';
import type { ShownPeriod } from './occurrence-columns.tsx';

/** When the last shift of the user ended, milliseconds; null: not known. Undefined while it is read, or not wanted. */
function useShiftEnd(isExpected: boolean): number | null | undefined {
  const { data, isError } = useQuery({
    ...routeQuery(readLastShift),
    enabled: isExpected,
    // The present shift stays the same.
    staleTime: Infinity,
  });
  if (!isExpected) return undefined;
  return isError ? null : data?.endedAt;
}

/**
 * The period in the address. It ends at the latest when the page was opened or refreshed. `isKnown` is false while the end of the last
 * shift is read.
 */
export function useShownPeriod() {
  const { search } = useHistoryAddress();
  const [openedMs, setOpenedMs] = useState(now);
  const { events = 'night', from, to } = search;
  const isShift = events === 'shift';
  const shiftEnd = useShiftEnd(isShift);
  const period = useMemo((): ShownPeriod => {
    const chosen = eventPeriod(events, openedMs, { from, to, shiftEnd });
    const present = Math.floor(openedMs / 1_000);
    return { ...chosen, to: Math.min(chosen.to, present), isNow: chosen.to >= present };
  }, [events, from, to, shiftEnd, openedMs]);
  const isKnown = !isShift || shiftEnd !== undefined;
  return { period, isKnown, isNoShift: isShift && shiftEnd === null, renew: () => setOpenedMs(now()) };
}
