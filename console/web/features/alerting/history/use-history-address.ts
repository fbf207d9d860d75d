import { useCallback } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SearchPart } from '#web/lib/search-hook.ts';
import { live, type AlertSearch } from '../alert-search.ts';

type HistorySearch = Pick<AlertSearch, 'at' | 'span' | 'events' | 'from' | 'to'>;

/**
 * The time or the period in the address, of one customer and across customers. `change` adjusts what is shown; `show` goes to another time,
 * period or back to live, without what was chosen there.
 */
export function useHistoryAddress() {
  const search: Partial<HistorySearch> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (part: SearchPart<AlertSearch>, replace = false): void =>
      void navigate({ to: '.', search: ((now: object) => ({ ...now, ...part })) as never, replace }),
    [navigate],
  );
  const show = useCallback(
    (part: SearchPart<HistorySearch> = {}): void => change({ ...live, open: undefined, ...part }),
    [change],
  );
  return { search, change, show };
}
