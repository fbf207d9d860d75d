import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { reportEnded } from '#web/kernel/api/signed-out.ts';
import { resourceTouches } from '#web/kernel/resource/resource-touches.ts';
import { kpiTouches } from '#web/kernel/kpi/kpi-touches.ts';
import { refreshQueries } from '#web/kernel/query/use-refresh.ts';
import { openConnection } from '#web/kernel/socket/connection.ts';

/** Live connection of a wall. Everything is read again after a gap, and after a change of rights. */
export function useWallConnection(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const readAgain = () => void queries.invalidateQueries();
    void openConnection({
      connected: readAgain,
      rights: readAgain,
      // Of a display token: reading again shows why.
      ended: displayToken() === undefined ? reportEnded : readAgain,
      kpis: () => void refreshQueries(queries, kpiTouches),
      annotation: () => undefined,
      incident: () => undefined,
      announcement: () => undefined,
      resource: ({ kind }) => void refreshQueries(queries, resourceTouches(kind)),
    });
  }, [queries]);
}
