import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time/duration.ts';

/** Data is collected, alarm status evaluated and screens refreshed by themselves at this pace. */
export const collectionPace = {
  collectEveryMs: 5 * MINUTE_MS,
  evaluateEveryMs: 5 * MINUTE_MS,
  refreshEveryMs: 5 * MINUTE_MS,
} as const;

/** Activating or deactivating collection, or a custom application, takes effect within this time. */
export const collectionEffect = { minMinutes: 10, maxMinutes: 15 } as const;

/** An attempt at a side effect is repeated at most this often. */
export const EFFECT_RETRIES = 10;

/** SD-WAN manager connectivity: over `lagMs` the answer is "ok with lag", at `timeoutMs` it is given up. */
export const connectivity = { lagMs: 10 * SECOND_MS, timeoutMs: 30 * SECOND_MS } as const;

export type Connectivity = 'available' | 'ok with lag' | 'unavailable';

/** State of a server that answered after `answerMs`; null when it did not answer. */
export function connectivityOf(answerMs: number | null): Connectivity {
  if (answerMs === null || answerMs >= connectivity.timeoutMs) return 'unavailable';
  return answerMs > connectivity.lagMs ? 'ok with lag' : 'available';
}

export const sdwanDefaults = {
  /** Collection sub-network. */
  recipientId: 1,
  internetUnderlay: 'INTERNET',
  /** Colours that Cisco defines for TLOCs. */
  tlocColors: 22,
} as const;

/** Debug records stop by themselves at the first of duration and size. */
export const debugRecord = {
  defaultDurationMs: 60 * MINUTE_MS,
  maxDurationMs: DAY_MS,
  maxBytes: 1_000_000_000,
  keptDays: 7,
} as const;

export const importLimits = { maxBytes: 50_000_000, formats: ['csv', 'xlsx'] } as const;

/** Agents of the customers' networks; an agent expires at midnight UTC. */
export const agentRules = { indexCharacters: 3, expiryDateFormat: 'DD/MM/YYYY' } as const;
