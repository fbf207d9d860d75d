import { useQuery } from '@tanstack/react-query';
import { readStreams } from '#schemas/health/stream-fill.ts';
import { call } from '#web/kernel/api/call.ts';

const LOOK_MS = 5_000;

/** How full the streams are. Of who does not see every client it is not asked. */
export const useStreams = (enabled: boolean) =>
  useQuery({
    queryKey: ['streams'],
    queryFn: ({ signal }) => call(readStreams, { signal }),
    refetchInterval: LOOK_MS,
    enabled,
  });
