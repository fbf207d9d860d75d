import { IconArrowsDiff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { trafficOf } from '#schemas/alerting/traffic.ts';
import { LivewireLink } from '#web/kernel/livewire/LivewireLink.tsx';
import { RealtimeButton } from '#web/kernel/realtime/RealtimeButton.tsx';
import { useEvidenceTexts } from './texts/en.ts';

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
  /** The present is shown, no past time. */
  readonly isNow: boolean;
}

/** Opens what changed in the traffic of the element when the alarm began. Nothing for elements that flows do not explain. */
function ChangedLink({ alarm, customer }: { readonly alarm: AlarmRow; readonly customer: number }) {
  const text = useEvidenceTexts();
  const { alarm: id, element, elementKind, since } = alarm;
  if (trafficOf(elementKind).length === 0) return null;
  return (
    <Link className="tt-button" to="/explore/changed" search={{ customer, alarm: id, element, since }}>
      <IconArrowsDiff size={15} />
      {text('whatChanged')}
    </Link>
  );
}

/** What looks closer at the element of an alarm. */
export function ElementTools({ alarm, customerId: customer, isNow }: Props) {
  const { element: id, elementKind: kind, elementName: name } = alarm;
  return (
    <div className="tt-evidence-links">
      <ChangedLink alarm={alarm} customer={customer} />
      {isNow && <RealtimeButton element={{ customer, kind, id, name }} />}
      <LivewireLink element={{ customer, kind, id }} />
    </div>
  );
}
