import { useEffect } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { readAlerts, type AlertSnapshot } from '#schemas/alerting/routes.ts';
import type { AlertDelta } from '#schemas/socket/live.ts';
import { routeQuery } from '../query/route-query.ts';
import { watchRoom } from '../socket/connection.ts';
import { catchUp, follow } from '../socket/follow.ts';
import { nextFrame } from '../socket/next-frame.ts';
import { applyAlert } from './apply-alert.ts';
import { noteRaised } from './fresh-alarms.ts';

/** Running alerts of a customer: a REST snapshot, kept current by deltas. */
export const alertQuery = (customerId: number) =>
  queryOptions({
    ...routeQuery(readAlerts, { params: { customerId } }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

/** Keeps the alerts of a customer current while the component is mounted. A gap or a new epoch loads a new snapshot. */
export function useAlertDeltas(customerId: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    const { queryKey } = alertQuery(customerId);
    let held: AlertDelta[] = [];
    const resync = () => void queries.invalidateQueries({ queryKey });
    const frame = nextFrame<AlertDelta>((deltas) => {
      const state = queries.getQueryData(queryKey);
      held.push(...deltas);
      // A snapshot is loading: the deltas are applied once it arrives.
      if (state === undefined || queries.isFetching({ queryKey }) > 0) return;
      const known = new Set(state.alarms.map(({ id }) => id));
      noteRaised(held.flatMap(({ set = [] }) => set.map(({ id }) => id)).filter((id) => !known.has(id)));
      const reached = catchUp(state, held, applyAlert);
      held = [];
      queries.setQueryData(queryKey, reached.state);
      if (reached.resync) resync();
    });
    const stopCache = queries.getQueryCache().subscribe(({ type, query }) => {
      if (
        type === 'updated' &&
        held.length > 0 &&
        query.queryKey[0] === readAlerts.path &&
        query.state.fetchStatus === 'idle'
      ) {
        const waiting = held;
        held = [];
        for (const delta of waiting) frame.add(delta);
      }
    });
    const leave = watchRoom(
      { topic: 'alert', customer: customerId },
      {
        delta: (delta) => frame.add(delta),
        joined: (position) => {
          const shown = queries.getQueryData(queryKey)?.position;
          if (shown !== undefined && (shown.epoch !== position.epoch || follow(shown, position) !== 'ignore'))
            resync();
        },
      },
    );
    return () => {
      leave();
      stopCache();
      frame.cancel();
    };
  }, [customerId, queries]);
}

/** `select`: how the caller shows the snapshot; the same function on every render. */
export const useAlerts = (
  customerId: number | undefined,
  select?: (snapshot: AlertSnapshot) => AlertSnapshot,
) =>
  useQuery({
    ...alertQuery(customerId ?? 0),
    enabled: customerId !== undefined,
    ...(select !== undefined && { select }),
  });
