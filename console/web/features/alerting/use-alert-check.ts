import { useEffect, useMemo } from 'react';
import { CancelledError } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import { now } from '#web/lib/clock.ts';
import { alertingMachine, type AlertingMode } from './alerting.machine.ts';

/** Runs the machine of the specification over the load of the status. Pass the same `load` on each render. */
export function useAlertCheck(load: () => Promise<unknown>, mode: AlertingMode = 0) {
  const machine = useMemo(
    () =>
      alertingMachine.provide({
        actors: {
          'load alerts': fromPromise(async () => {
            await load().catch((error: unknown) => {
              // The query lost its last observer and got it back: nothing failed.
              if (error instanceof CancelledError) return load();
              throw error;
            });
            return { checkedAt: now() };
          }),
        },
      }),
    [load],
  );
  const [state, send] = useMachine(machine, { input: { mode } });
  useEffect(() => send({ type: 'load' }), [send]);
  useEffect(() => send({ type: 'change mode', mode }), [send, mode]);
  return {
    failed: state.matches('ERROR'),
    refreshing: state.matches('REFRESH'),
    problem: state.context.problem,
    refresh: () => send({ type: 'refresh' }),
  };
}
