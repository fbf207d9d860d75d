import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import { readAlertActivity, readAlertChoices, type AlertChoices } from '#schemas/alerting/routes.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { countQuery, useCounts } from '#web/kernel/alert/count-feed.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useNamedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { useAlertCheck } from '../use-alert-check.ts';
import { useLayout } from './use-layout.ts';

const choicesQuery = { ...routeQuery(readAlertChoices), staleTime: MINUTE_MS };

const ACTIVITY_INTERVAL_MS = 5 * MINUTE_MS;

const activityQuery = {
  ...routeQuery(readAlertActivity),
  staleTime: ACTIVITY_INTERVAL_MS,
  refetchInterval: ACTIVITY_INTERVAL_MS,
};

const nothing = { profiles: [], alarms: [] };

/**
 * Alerting across customers. The load of the status reads the counts; the load of the table reads display options, their choices
 * and the activity. There is no map.
 */
export function useCustomerAlerts() {
  const cache = useQueryCache();
  const load = useCallback(() => cache.fetch({ ...countQuery, staleTime: 0 }), [cache]);
  const status = useAlertCheck(load);
  const { data } = useCounts(true);
  const stored = useLayout();
  const choices = useQuery({ ...choicesQuery, select: useNamedAlarms<AlertChoices>() });
  const activity = useQuery(activityQuery);
  const parts = [stored.query, choices, activity];
  const reloadTable = () => void Promise.all(parts.map(({ refetch }) => refetch()));
  return {
    data,
    stored,
    choices: choices.data ?? nothing,
    activity: activity.data,
    status,
    table: {
      /** A filter by profile needs the choices. */
      loading: stored.query.isPending || choices.isPending,
      problem: parts.find(({ isError }) => isError)?.error,
      reload: reloadTable,
    },
    refreshing: status.refreshing,
    refresh: () => {
      status.refresh();
      reloadTable();
    },
  };
}
export type CustomerAlertsShown = ReturnType<typeof useCustomerAlerts>;
