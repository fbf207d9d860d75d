import { useMemo, useState } from 'react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import type { Expiry } from './handling.ts';
import { useBulkDisabledReason } from './use-bulk-disabled-reason.ts';

interface BulkRequest {
  /** The selection when the dialog was opened. */
  readonly alarms: readonly AlarmRow[];
  readonly expiry: Expiry;
}

const nothing: ReadonlySet<string> = new Set();

/** The selected rows, and the open dialog that acknowledges them. A row that clears or that a filter hides leaves the selection for good. */
export function useSelectedAlarms(rows: readonly AlarmRow[]) {
  const [ids, select] = useState(nothing);
  const [request, setRequest] = useState<BulkRequest>();
  const alarms = useMemo(() => (ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id))), [rows, ids]);
  if (alarms.length < ids.size) select(new Set(alarms.map(({ id }) => id)));
  const disabledReason = useBulkDisabledReason(alarms.length);
  const acknowledge = (expiry: Expiry = 'clear'): void => {
    if (disabledReason === undefined) setRequest({ alarms, expiry });
    else showToast({ text: disabledReason, tone: 'bad' });
  };
  return { alarms, ids, select, request, acknowledge, close: () => setRequest(undefined) };
}
export type SelectedAlarms = ReturnType<typeof useSelectedAlarms>;
