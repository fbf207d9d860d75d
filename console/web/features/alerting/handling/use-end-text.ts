import type { Acknowledged } from '#schemas/alerting/mark.ts';
import { formatMinute } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useAlertingTexts } from '../texts/en.ts';

/** When a mark ends: "until 14:00, or gets worse". */
export function useEndText() {
  const text = useAlertingTexts();
  const language = useLanguage();
  const time = (until: number) => text('untilTime', { time: formatMinute(until, language) });
  return {
    untilOf: ({ until, untilWorse }: Acknowledged): string => {
      const when = until === null ? text('untilClear') : time(until);
      return untilWorse ? text('orWorse', { until: when }) : when;
    },
    silenceUntil: (until: number | null): string => (until === null ? text('noEnd') : time(until)),
  };
}
