/** The instant so many milliseconds after `date`; before it when negative. */
export const later = (date: Date, byMs: number): Date => new Date(date.getTime() + byMs);
