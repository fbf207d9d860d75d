import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { updateAlertLayout, type CustomerAlerts } from '#schemas/alerting/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { useAlertingTexts } from '../use-alerting-texts.ts';

interface Props {
  readonly customer: CustomerAlerts;
  readonly pinned: boolean;
  /** The keyboard is on this row: its button is in the tab order. */
  readonly active: boolean;
  readonly onPin: (customer: CustomerAlerts) => void;
}

/** Name of a customer, with the pin. */
export function PinnedName({ customer, pinned, active, onPin }: Props) {
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
    </>
  );
}
