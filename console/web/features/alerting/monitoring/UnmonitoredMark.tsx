import type { Unmonitored } from '#schemas/alerting/monitoring/routes.ts';
import { useMonitoringTexts } from '#web/kernel/monitoring/texts/en.ts';
import { useReasonText } from '#web/kernel/monitoring/use-reason-text.ts';

/** Beside the name of a customer that is not monitored, with the reason. */
export function UnmonitoredMark({ unmonitored }: { readonly unmonitored: Unmonitored }) {
  const text = useMonitoringTexts();
  const reasonText = useReasonText();
  const reason = reasonText(unmonitored);
  return (
    <span className="tt-muted" title={reason}>
      {text('unmonitored')}
      <span className="tt-hidden">: {reason}</span>
    </span>
  );
}
