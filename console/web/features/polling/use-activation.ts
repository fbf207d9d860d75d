import { useCallback } from 'react';
import { activatePoller, type ListedPoller } from '#schemas/polling/routes.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { pollingTouches } from './polling-queries.ts';
import { usePollingTexts } from './texts/en.ts';

/** Activates a deactivated poller and deactivates an active one. */
export function useActivation(): (poller: ListedPoller) => void {
  const text = usePollingTexts();
  const { run } = useRouteAction(activatePoller, { touches: pollingTouches });
  return useCallback(
    ({ id, name, active }) =>
      run(
        { params: { id }, body: { active: !active } },
        { done: text(active ? 'wasDeactivated' : 'wasActivated', { name }) },
      ),
    [run, text],
  );
}
