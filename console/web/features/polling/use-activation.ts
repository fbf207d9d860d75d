import { activatePoller } from '#schemas/polling/routes.ts';
import type { ListedPoller } from '#schemas/polling/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useListAction } from '#web/kernel/api/use-list-action.ts';
import { useRefreshPolling } from './polling-queries.ts';
import { usePollingTexts } from './texts/en.ts';

/** Activates a deactivated poller and deactivates an active one. */
export function useActivation(): (poller: ListedPoller) => void {
  const text = usePollingTexts();
  const runAction = useListAction(useRefreshPolling());
  return ({ id, name, active }) =>
    runAction(
      () => call(activatePoller, { params: { id }, body: { active: !active } }),
      text(active ? 'wasDeactivated' : 'wasActivated', { name }),
    );
}
