import { MAX_BULK_ALARMS } from '#schemas/alerting/acknowledgement.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { useHandlingDisabledReason } from './use-handling-disabled-reason.ts';

/** Why this number of alarms cannot be acknowledged by one call. */
export function useBulkDisabledReason(count: number): string | undefined {
  const text = useAlertingTexts();
  const disabledReason = useHandlingDisabledReason();
  return (
    disabledReason ??
    (count > MAX_BULK_ALARMS ? text('tooManySelected', { max: MAX_BULK_ALARMS }) : undefined)
  );
}
