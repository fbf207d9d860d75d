import { MINUTE_MS } from '#schemas/time/duration.ts';

/** A past state hardly changes any more, and may be large: it is read once, and not kept for long. */
export const keptPast = { staleTime: MINUTE_MS, gcTime: MINUTE_MS / 2 } as const;
