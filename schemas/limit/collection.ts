import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time/duration.ts';

/** Intervals of collection, alarm evaluation and automatic refresh. */
export const collectionPace = {
  collectEveryMs: 5 * MINUTE_MS,
  evaluateEveryMs: 5 * MINUTE_MS,
  refreshEveryMs: 5 * MINUTE_MS,
} as const;

/** Time until the activation or deactivation of collection or a custom application takes effect. */
export const collectionEffect = { minMinutes: 10, maxMinutes: 15 } as const;

/** SD-WAN manager connectivity: above `lagMs` "ok with lag", at `timeoutMs` unavailable. */
export const connectivity = { lagMs: 10 * SECOND_MS, timeoutMs: 30 * SECOND_MS } as const;

export type Connectivity = 'available' | 'ok with lag' | 'unavailable';

/** Returns the state of a server that replied after `responseMs`; null: no reply. */
export function connectivityOf(responseMs: number | null): Connectivity {
  if (responseMs === null || responseMs >= connectivity.timeoutMs) return 'unavailable';
  return responseMs > connectivity.lagMs ? 'ok with lag' : 'available';
}

export const sdwanDefaults = {
  /** Collection sub-network. */
  recipientId: 1,
  internetUnderlay: 'INTERNET',
  /** Colours that Cisco defines for TLOCs. */
  tlocColors: 22,
} as const;

/** Debug records stop at the maximum duration or size. */
export const debugRecord = {
  defaultDurationMs: 60 * MINUTE_MS,
  maxDurationMs: DAY_MS,
  maxBytes: 1_000_000_000,
  retentionDays: 7,
  /** Bytes of a recording that wait for the disk until it stops: two seconds of 100,000 flows a second. */
  maxWaitingBytes: 64_000_000,
} as const;

export const importLimits = { maxBytes: 50_000_000, formats: ['csv', 'xlsx'] } as const;

/** Agents in customer networks; an agent expires at midnight UTC. */
export const agentRules = { indexCharacters: 3, expiryDateFormat: 'DD/MM/YYYY' } as const;
