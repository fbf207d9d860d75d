import { useEffect, useEffectEvent } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { listContextAlarms, type ContextAlarmRequest } from '#schemas/alerting/context-alarm-routes.ts';
import { documentAlarms } from '#schemas/dashboard/alarm-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useNamedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { watchRoom } from '#web/kernel/socket/connection.ts';
import { watchWindows } from '#web/kernel/socket/watch-windows.ts';
import { useSourceDocument } from '../../data/request-data.ts';

/** Deltas of a storm are read together. */
const PACE_MS = 1_000;

/** Why a reader gets no alarms, as far as the page knows; undefined: the server is queried. */
export function useAlarmRefusal(): 'not-offered' | 'no-right' | undefined {
  const { modules } = useSession();
  const mayRead = usePermission('ALERT.read');
  // A wall has no session: the server knows what its token may show.
  if (displayToken() !== undefined) return undefined;
  if (!modules.includes('alerting')) return 'not-offered';
  return mayRead ? undefined : 'no-right';
}

/** Calls `run` soon after alarms of a customer changed, until the returned function is called. */
function watchAlarms(customer: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasJoined = false;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, PACE_MS);
  };
  const leave = watchRoom(
    { topic: 'alert', customer },
    {
      delta: soon,
      joined() {
        // What happened while it was disconnected is unknown.
        if (hasJoined) soon();
        hasJoined = true;
      },
    },
  );
  return () => {
    clearTimeout(timer);
    leave();
  };
}

/** The alarms of what the document selects: renewed when alarms change, and with each closed window. */
export function useContextAlarms(
  customerId: number,
  body: z.input<typeof ContextAlarmRequest>,
  isAllowed: boolean,
) {
  const document = useSourceDocument();
  const query = useQuery({
    ...namedQuery('context-alarms', [customerId, document, body], (signal) =>
      document === undefined
        ? call(listContextAlarms, { params: { customerId }, body, signal })
        : call(documentAlarms[document.kind], {
            params: { customerId, resourceId: document.id },
            body,
            signal,
          }),
    ),
    placeholderData: keepPreviousData,
    select: useNamedAlarms(),
    enabled: isAllowed,
  });
  // A request in flight is not cancelled: in a storm none would end.
  const again = useEffectEvent(() => void query.refetch({ cancelRefetch: false }));
  useEffect(() => {
    if (!isAllowed) return undefined;
    const leaveWindows = watchWindows(customerId, {
      closed: ({ of }) => of === 'samples' && again(),
      missed: again,
    });
    const leaveAlarms = watchAlarms(customerId, again);
    return () => {
      leaveWindows();
      leaveAlarms();
    };
  }, [customerId, isAllowed]);
  return query;
}
