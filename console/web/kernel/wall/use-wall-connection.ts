import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { reportEnded } from '#web/kernel/api/signed-out.ts';
import { refreshResources } from '#web/kernel/resource/refresh-resources.ts';
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
      kpis: () => void queries.invalidateQueries({ queryKey: ['kpi'] }),
      announcement: () => undefined,
      resource: ({ kind }) => void refreshResources(queries, kind),
    });
  }, [queries]);
}
