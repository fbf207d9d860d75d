import { Link } from '@tanstack/react-router';
import { IconBellOff, IconUserCheck, IconUserX } from '@tabler/icons-react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { createSilence } from '#schemas/silence/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { AssignButton } from '../assignment/AssignButton.tsx';
import { useAcknowledge } from './use-acknowledge.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { useHandlingDisabledReason } from './use-handling-disabled-reason.ts';

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
  readonly onAcknowledge: (alarm: AlarmRow) => void;
}

/** Acknowledge or remove the acknowledgement, assign and silence a running alarm. */
export function HandlingActions({ alarm, customerId, onAcknowledge }: Props) {
  const text = useAlertingTexts();
  const disabledReason = useHandlingDisabledReason();
  const silenceDisabledReason = useDisabledReason(createSilence);
  const { unacknowledge } = useAcknowledge(customerId);
  return (
    <div className="tt-handling-actions">
      {alarm.acknowledged === undefined ? (
        <Button
          kind="primary"
          icon={<IconUserCheck size={15} />}
          disabledReason={disabledReason}
          onClick={() => onAcknowledge(alarm)}
        >
          {text('acknowledge')}
        </Button>
      ) : (
        <Button
          icon={<IconUserX size={15} />}
          disabledReason={disabledReason}
          onClick={() => unacknowledge(alarm)}
        >
          {text('unacknowledge')}
        </Button>
      )}
      <AssignButton alarms={[alarm]} customerId={customerId} disabledReason={disabledReason} />
      {silenceDisabledReason === undefined ? (
        <Link
          className="tt-button"
          to="/alert/silence"
          search={{ customer: customerId, alarm: alarm.alarm, site: alarm.site, element: alarm.element }}
        >
          <IconBellOff size={15} />
          {text('silenceIt')}
        </Link>
      ) : (
        <Button icon={<IconBellOff size={15} />} disabledReason={silenceDisabledReason}>
          {text('silenceIt')}
        </Button>
      )}
    </div>
  );
}
