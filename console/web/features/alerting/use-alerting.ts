import { useEffect, useMemo } from 'react';
import { CancelledError, useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import { alertQuery, useAlertDeltas, useAlerts } from '#web/kernel/alert/alert-feed.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { alertingMachine, type AlertingMode } from './alerting.machine.ts';

/** Alerts of a customer: loaded by the machine of the specification, updated by deltas. */
export function useAlerting(customerId: number, mode: AlertingMode) {
  const queries = useQueryClient();
  const language = useLanguage();
  const machine = useMemo(
    () =>
      alertingMachine.provide({
        actors: {
          'load alerts': fromPromise(async () => {
            // One snapshot holds counts, map and table and serves every step of the load sequence.
            const load = () => queries.fetchQuery({ ...alertQuery(customerId), staleTime: 0 });
            await load().catch((error: unknown) => {
              // The query lost its last observer and got it back: nothing failed.
              if (error instanceof CancelledError) return load();
              throw error;
            });
            return { checkedAt: now() };
          }),
        },
      }),
    [queries, customerId],
  );
  const [state, send] = useMachine(machine, { input: { mode } });
  useAlertDeltas(customerId);
  const { data } = useAlerts(customerId);
  useEffect(() => send({ type: 'load' }), [send]);
  useEffect(() => send({ type: 'change mode', mode }), [send, mode]);

  const refresh = () => send({ type: 'refresh' });
  const panel = (): PanelState => {
    const { problem } = state.context;
    if (problem instanceof ApiProblem && problem.status === 403)
      return { is: 'forbidden', permission: permissionName('ALERT.read', language) };
    if (state.matches('ERROR') && data !== undefined) return { is: 'stale', at: data.position.at, refresh };
    if (state.matches('ERROR')) {
      const requestId = problem instanceof ApiProblem ? problem.requestId : undefined;
      return { is: 'error', cause: sentenceOf(problem, language), requestId, retry: refresh };
    }
    if (data === undefined) return { is: 'never-loaded' };
    return state.matches('REFRESH') ? { is: 'loading-over' } : { is: 'ready' };
  };
  return {
    data,
    panel: panel(),
    refresh,
    lastCheck: state.context.lastCheck,
    refreshing: state.matches('REFRESH'),
  };
}
