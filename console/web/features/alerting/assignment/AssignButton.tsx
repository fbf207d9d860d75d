import { Suspense, useState } from 'react';
import { IconUserPlus } from '@tabler/icons-react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useAlertingTexts } from '../texts/en.ts';

const Dialog = lazyOverlay(() => import('./AssignDialog.tsx'), 'AssignDialog');

interface Props {
  readonly alarms: readonly AlarmRow[];
  readonly customerId: number;
}

interface OpenedProps {
  /** Undefined: it is closed. */
  readonly alarms: readonly AlarmRow[] | undefined;
  readonly customerId: number;
  readonly onClose: () => void;
}

/** The dialog, which is loaded when it is first opened. */
export function OpenedAssignDialog({ alarms, ...props }: OpenedProps) {
  if (alarms === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Dialog alarms={alarms} {...props} />
    </Suspense>
  );
}

export function AssignButton({
  alarms,
  customerId,
  disabledReason,
}: Props & { readonly disabledReason: string | undefined }) {
  const text = useAlertingTexts();
  const [opened, setOpened] = useState<readonly AlarmRow[]>();
  return (
    <>
      <Button
        icon={<IconUserPlus size={15} />}
        disabledReason={disabledReason}
        onClick={() => setOpened(alarms)}
      >
        {text('assignIt')}
      </Button>
      <OpenedAssignDialog alarms={opened} customerId={customerId} onClose={() => setOpened(undefined)} />
    </>
  );
}
