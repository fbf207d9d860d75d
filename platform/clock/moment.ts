/** The moment so many milliseconds after the beginning of 1970 (UTC). */
export const momentAt = (ms: number): Date => new Date(ms);
