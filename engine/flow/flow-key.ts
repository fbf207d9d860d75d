/** What flows are summed by. The last two hold what counts at its site alone: clusters of several sites leave it out. */
export const levels = {
  site: 0,
  application: 1,
  class: 2,
  conversation: 3,
  siteRepeated: 4,
  applicationRepeated: 5,
} as const;
export type Level = (typeof levels)[keyof typeof levels];

/** `detail`: number of the application, DSCP, remote site; 0 of a site. */
export interface FlowKey {
  readonly customer: number;
  readonly site: number;
  readonly level: Level;
  readonly detail: number;
}

const TWO_32 = 2 ** 32;
/** The upper half of a detail takes 21 bits, as of every whole number that is exact; the level stands above it. */
const LEVEL_SHIFT = 24;

export const highOf = (level: Level, detail: number): number =>
  ((level << LEVEL_SHIFT) | Math.floor(detail / TWO_32)) >>> 0;
export const lowOf = (detail: number): number => detail % TWO_32;

/** A key as four words of 32 bits. */
export interface KeyWords {
  readonly customer: number;
  readonly site: number;
  readonly high: number;
  readonly low: number;
}

export const keyOfWords = ({ customer, site, high, low }: KeyWords): FlowKey => ({
  customer,
  site,
  level: (high >>> LEVEL_SHIFT) as Level,
  detail: (high & (2 ** LEVEL_SHIFT - 1)) * TWO_32 + low,
});

export const keyText = ({ customer, site, level, detail }: FlowKey): string =>
  `${String(customer)}:${String(site)}:${String(level)}:${String(detail)}`;
