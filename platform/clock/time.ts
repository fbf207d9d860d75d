/** Returns the date `byMs` after `date`, or before it when negative. */
export const addMs = (date: Date, byMs: number): Date => new Date(date.getTime() + byMs);

/** Returns the date at milliseconds since 1970. */
export const dateAtMs = (ms: number): Date => new Date(ms);
