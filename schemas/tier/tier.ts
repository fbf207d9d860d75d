/** Processes of the product that speak to stores, by the names under which they start. Each has an account of its own in each store. */
export const tiers = [
  'collector',
  'poller',
  'discovery',
  'writer',
  'engine',
  'notification',
  'server',
] as const;
export type Tier = (typeof tiers)[number];

/** The account of a tier in a store. */
export const accountOf = (tier: Tier): string => `telltale_${tier}`;
