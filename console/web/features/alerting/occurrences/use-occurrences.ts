import { useMemo } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { readAlertHistory, readPastAlerts, type PastEvent } from '#schemas/alerting/history.ts';
import { historyLimits } from '#schemas/limit/history.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import type { EventPeriod } from './event-period.ts';
import { occurrencesOf } from './occurrences.ts';
import { useOccurrenceTexts } from './use-occurrence-texts.ts';

/** Pages of events that the list reads. */
const MAX_PAGES = 20;
const MAX_EVENTS = MAX_PAGES * historyLimits.maxEvents;

class TooManyEvents extends Error {}

interface Read extends EventPeriod {
  readonly customerId: number;
  readonly signal: AbortSignal;
}

/** Every event of a period with its acknowledgements. Throws TooManyEvents. */
async function readEvents({ customerId, from, to, signal }: Read): Promise<readonly PastEvent[]> {
  const all: PastEvent[][] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { events, next } = await call(readAlertHistory, {
      params: { customerId },
      query: {
        from,
        to,
        acknowledgements: 'true',
        deliveries: 'true',
        limit: historyLimits.maxEvents,
        cursor,
      },
      signal,
    });
    all.push(events);
    if (next === null) return all.flat();
    cursor = next;
  }
  throw new TooManyEvents();
}

const occurrenceQuery = (customerId: number, { from, to }: EventPeriod) =>
  queryOptions({
    queryKey: ['alert-occurrences', customerId, from, to],
    queryFn: async ({ signal }) => {
      const [events, before] = await Promise.all([
        readEvents({ customerId, from, to, signal }),
        call(readPastAlerts, { params: { customerId }, query: { at: Math.max(0, from - 1) }, signal }),
      ]);
      return { events, running: before.alarms };
    },
    retry: (failures, error) =>
      !(error instanceof TooManyEvents || error instanceof ApiProblem) && failures < 1,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });

/** The occurrences of a period, newest first, and the state of their panel. */
export function useOccurrences(customerId: number, period: EventPeriod) {
  const language = useLanguage();
  const text = useOccurrenceTexts();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    occurrenceQuery(customerId, period),
  );
  const occurrences = useMemo(() => data && occurrencesOf(data), [data]);
  const refresh = () => void refetch();
  const panel = (): PanelState => {
    if (error !== null) {
      const cause =
        error instanceof TooManyEvents
          ? text('tooMany', { max: formatNumber(MAX_EVENTS, language) })
          : sentenceOf(error, language);
      const requestId = error instanceof ApiProblem ? error.requestId : undefined;
      return { is: 'error', cause, requestId, retry: refresh };
    }
    if (occurrences === undefined) return { is: 'never-loaded' };
    return isPlaceholderData ? { is: 'loading-over' } : { is: 'ready' };
  };
  return { occurrences, panel: panel(), refresh, refreshing: isFetching };
}
