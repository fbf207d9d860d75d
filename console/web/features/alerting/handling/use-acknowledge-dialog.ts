import { useCallback, useState } from 'react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarm } from '#schemas/alerting/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import type { Expiry } from './handling.ts';

interface AcknowledgeRequest {
  readonly alarm: AlarmRow;
  readonly expiry: Expiry;
}

/** The open acknowledge dialog. Without the permission, a toast gives the reason. */
export function useAcknowledgeDialog() {
  const [request, setRequest] = useState<AcknowledgeRequest>();
  const disabledReason = useDisabledReason(acknowledgeAlarm);
  const open = useCallback(
    (alarm: AlarmRow, expiry: Expiry = 'clear') => {
      if (disabledReason === undefined) setRequest({ alarm, expiry });
      else showToast({ text: disabledReason, tone: 'bad' });
    },
    [disabledReason],
  );
  return { request, open, close: () => setRequest(undefined) };
}
