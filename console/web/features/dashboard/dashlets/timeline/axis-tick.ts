import { datesLocale } from '#web/lib/dates.ts';
import type { Language } from '#web/lib/text.ts';

interface TickOptions {
  readonly language: Language;
  readonly timeZone: string;
  /** Days instead of hours. */
  readonly isLong: boolean;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, timeZone: string, isDay: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${String(isDay)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(
    locale,
    isDay
      ? { day: 'numeric', month: 'short', timeZone }
      : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
  );
  formats.set(key, made);
  return made;
}

/** A tick of the time axis in milliseconds: the hour, or the day at midnight and on a long axis. */
export function axisTick(ms: number, { language, timeZone, isLong }: TickOptions): string {
  const locale = datesLocale(language);
  const hour = formatOf(locale, timeZone, false).format(ms);
  return isLong || hour === '00:00' ? formatOf(locale, timeZone, true).format(ms) : hour;
}
