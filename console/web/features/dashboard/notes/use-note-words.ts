import type { DataNote } from '#schemas/data/data-result-size.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { dateOf } from '#web/lib/clock.ts';
import { formatDayOfUtc } from '#web/lib/zoned/format-utc.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { useDataNoteTexts } from './texts/en.ts';

const dayOf = (seconds: number, language: Language): string =>
  formatDayOfUtc(dateOf(seconds * 1_000).toISOString(), language);

/** Says a note of a result in a sentence. */
export function useNoteWords(): (note: DataNote) => string {
  const text = useDataNoteTexts();
  const language = useLanguage();
  return (note) => {
    switch (note.code) {
      case 'TIMEZONE_FALLBACK':
        return warningText(note.code, language, note.params);
      case 'UTC_DAYS':
        return text('utcDays', { until: dayOf(note.params.until, language) });
      case 'UNCUT_HOURS': {
        const { zone, until } = note.params;
        return until === null
          ? text('uncutHours', { zone })
          : text('uncutHoursUntil', { zone, until: dayOf(until, language) });
      }
    }
  };
}
