import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { LivewireLink } from '#web/kernel/livewire/LivewireLink.tsx';
import { RealtimeButton } from '#web/kernel/realtime/RealtimeButton.tsx';

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
  /** The present is shown, no past time. */
  readonly isNow: boolean;
}

/** What looks closer at the element of an alarm. */
export function ElementTools({ alarm, customerId: customer, isNow }: Props) {
  const { element: id, elementKind: kind, elementName: name } = alarm;
  return (
    <div className="tt-evidence-links">
      {isNow && <RealtimeButton element={{ customer, kind, id, name }} />}
      <LivewireLink element={{ customer, kind, id }} />
    </div>
  );
}
