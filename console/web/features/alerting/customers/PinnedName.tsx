import { Suspense } from 'react';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import type { Unmonitored } from '#schemas/alerting/monitoring/routes.ts';
import { updateAlertLayout, type CustomerAlerts } from '#schemas/alerting/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { useAlertingTexts } from '../texts/en.ts';

const UnmonitoredMark = lazyPart(() => import('../monitoring/UnmonitoredMark.tsx'), 'UnmonitoredMark');

interface Props {
  readonly customer: CustomerAlerts;
  readonly pinned: boolean;
  /** The keyboard is on this row: its button is in the tab order. */
  readonly active: boolean;
  /** Why it is not monitored; undefined: it is. */
  readonly unmonitored: Unmonitored | undefined;
  readonly onPin: (customer: CustomerAlerts) => void;
}

/** Name of a customer, with the pin. */
export function PinnedName({ customer, pinned, active, unmonitored, onPin }: Props) {
  const text = useAlertingTexts();
  return (
    <>
      <IconButton
        small
        tabIndex={active ? 0 : -1}
        pressed={pinned}
        label={text(pinned ? 'unpin' : 'pin', { customer: customer.name })}
        icon={pinned ? <IconPinFilled size={15} /> : <IconPin size={15} />}
        keys="P"
        disabledReason={useDisabledReason(updateAlertLayout)}
        onClick={() => onPin(customer)}
      />
      <strong className="tt-ellipsis">{customer.name}</strong>
      {unmonitored !== undefined && (
        <Suspense fallback={null}>
          <UnmonitoredMark unmonitored={unmonitored} />
        </Suspense>
      )}
    </>
  );
}
