import { useCallback } from 'react';
import { alertQuery, useAlertDeltas, useAlerts } from '#web/kernel/alert/alert-feed.ts';
import { useNamedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { failedPanel, type AlertLoad } from './alert-loads.ts';
import type { AlertingMode } from './alerting.machine.ts';
import { useAlertCheck } from './use-alert-check.ts';

/** Alerts of a customer: loaded by the machine of the specification, updated by deltas. */
export function useAlerting(customerId: number, mode: AlertingMode) {
  const cache = useQueryCache();
  const language = useLanguage();
  const load = useCallback(
    () => cache.fetch({ ...alertQuery(customerId), staleTime: 0 }),
    [cache, customerId],
  );
  const { failed, refreshing, problem, refresh } = useAlertCheck(load, mode);
  useAlertDeltas(customerId);
  const { data } = useAlerts(customerId, useNamedAlarms());

  // One snapshot: the loads of status, map and table run and fail together, each under its own code.
  const panel = (of: AlertLoad): PanelState => {
    if (problem instanceof ApiProblem && problem.status === 403)
      return { is: 'forbidden', permission: permissionName('ALERT.read', language) };
    if (failed && data !== undefined) return { is: 'stale', at: data.position.at, refresh };
    if (failed) return failedPanel(of, { problem, retry: refresh }, language);
    if (data === undefined) return { is: 'never-loaded' };
    return refreshing ? { is: 'loading-over' } : { is: 'ready' };
  };
  return { data, panel: panel('table'), mapPanel: panel('map'), refresh, refreshing };
}
