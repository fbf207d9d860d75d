import { useEffect, useReducer, useState } from 'react';
import { watchElement } from '#web/kernel/socket/connection.ts';
import { addProblemTexts } from '#web/kernel/api/problem-texts.ts';
import { realtimeProblems } from '#schemas/problem/family/realtime-problems.ts';
import { nextRealtime, type RealtimeState } from './realtime-state.ts';

addProblemTexts(realtimeProblems);

/** Watches an element while the component is mounted; `restart` watches again after the end. */
export function useRealtime(
  customer: number,
  element: number,
): { readonly state: RealtimeState; readonly restart: () => void } {
  const [state, send] = useReducer(nextRealtime, { is: 'opening' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    // Each round is another request.
    if (round < 0) return undefined;
    return watchElement(
      { customer, element },
      {
        opened: (reply) => send({ is: 'opened', reply }),
        reading: (reading) => send({ is: 'reading', reading }),
        changed: (change) => send({ is: 'changed', change }),
        disconnected: () => send({ is: 'disconnected' }),
      },
    );
  }, [customer, element, round]);
  return {
    state,
    restart() {
      send({ is: 'restarted' });
      setRound((before) => before + 1);
    },
  };
}
