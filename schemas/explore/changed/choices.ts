/** What a period is compared with: the same length right before it, or the same hours of the four weeks before. */
export const baselineKinds = ['before', 'weeks'] as const;
export type BaselineKind = (typeof baselineKinds)[number];

/** What is counted: bits, packets or flows per second. */
export const changeMeasures = ['bits', 'packets', 'flows'] as const;
export type ChangeMeasure = (typeof changeMeasures)[number];

/** Into the interface, out of it, or both; of a site and of a customer always both. */
export const changeWays = ['in', 'out', 'both'] as const;
export type ChangeWay = (typeof changeWays)[number];

/** Single flows wherever possible, or whatever is compared in a second or two. */
export const changeDepths = ['quick', 'full'] as const;
export type ChangeDepth = (typeof changeDepths)[number];

/** The value of sites that the reader may not see: `HIDDEN_SITE`, without the statements of its module. */
export const HIDDEN_VALUE = '4294967295';
