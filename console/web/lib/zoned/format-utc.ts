import { dateFormat } from '../format.ts';
import type { Language } from '../text.ts';

/** Day, short month and year of a day of UTC such as `2026-11-23`, in every time zone. */
export const formatDayOfUtc = (ofUtc: string, language: Language): string =>
  dateFormat(language, 'day-utc', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(ofUtc));

/** Month and year of a month of UTC such as `2026-11`. */
export const formatMonthOfUtc = (ofUtc: string, language: Language): string =>
  dateFormat(language, 'month-utc', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(ofUtc),
  );
