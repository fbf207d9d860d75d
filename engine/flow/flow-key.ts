import { TWO_32 } from '#schemas/number.ts';

/**
 * Dimensions by which flows are summed. The last two hold flows that count only in their own site; clusters
 * of several sites skip them.
 */
export const flowLevels = {
  site: 0,
  application: 1,
  class: 2,
  conversation: 3,
  siteDuplicate: 4,
  applicationDuplicate: 5,
} as const;
export type FlowLevel = (typeof flowLevels)[keyof typeof flowLevels];

/** `detail`: application number, DSCP or remote site; 0 for a site. */
export interface FlowSumKey {
  readonly customer: number;
  readonly site: number;
  readonly level: FlowLevel;
  readonly detail: number;
}

/** The upper half of a detail has 21 bits, as in every exact integer; the level is stored above it. */
const LEVEL_SHIFT = 24;

export const highOf = (level: FlowLevel, detail: number): number =>
  ((level << LEVEL_SHIFT) | Math.floor(detail / TWO_32)) >>> 0;
export const lowOf = (detail: number): number => detail % TWO_32;

/** A key as four 32-bit words. */
export interface KeyWords {
  readonly customer: number;
  readonly site: number;
  readonly high: number;
  readonly low: number;
}

export const keyOfWords = ({ customer, site, high, low }: KeyWords): FlowSumKey => ({
  customer,
  site,
  level: (high >>> LEVEL_SHIFT) as FlowLevel,
  detail: (high & (2 ** LEVEL_SHIFT - 1)) * TWO_32 + low,
});

export const keyText = ({ customer, site, level, detail }: FlowSumKey): string =>
  `${String(customer)}:${String(site)}:${String(level)}:${String(detail)}`;
