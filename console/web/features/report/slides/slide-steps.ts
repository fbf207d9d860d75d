/** The slide of an address: from 1 to the number of pages. */
export const slideOf = (slide: number, count: number): number =>
  Math.min(Math.max(1, count), Math.max(1, Number.isFinite(slide) ? Math.trunc(slide) : 1));

/** The slide after a number of steps; it stops at the first and the last one. */
export const stepped = (slide: number, by: number, count: number): number =>
  Math.min(Math.max(1, count), Math.max(1, slide + by));
