import { useCallback } from 'react';
import type { Unmonitored } from '#schemas/alerting/monitoring/routes.ts';
import { refusalText } from '#schemas/polling/address-refusal.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useMonitoringTexts } from './texts/en.ts';

/** Returns why something is not monitored, in words. */
export function useReasonText(): (unmonitored: Unmonitored) => string {
  const text = useMonitoringTexts();
  const language = useLanguage();
  return useCallback(
    ({ reason, refused }) =>
      refused === undefined
        ? text(`reason-${reason}`)
        : refusalText(refused.address, refused.refusal, language),
    [text, language],
  );
}
