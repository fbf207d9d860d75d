/** Processes that access stores, by start name. Each has its own account in each store. */
export const tiers = [
  'collector',
  'poller',
  'discovery',
  'sdwan',
  'writer',
  'engine',
  'notification',
  'server',
  'jobs',
] as const;
export type Tier = (typeof tiers)[number];

/** The account of a tier in a store. */
export const storeAccountOf = (tier: Tier): string => `telltale_${tier}`;
