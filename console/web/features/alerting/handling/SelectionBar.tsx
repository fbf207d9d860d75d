import { Suspense, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { IconBellOff, IconNote, IconUserCheck, IconUserX, IconX } from '@tabler/icons-react';
import { createSilence } from '#schemas/silence/routes.ts';
import { MAX_SILENCE_VALUES } from '#schemas/silence/silence.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useAlertingTexts } from '../texts/en.ts';
import { useAlertingPartTexts } from '../parts/texts/en.ts';
import { AssignButton } from '../assignment/AssignButton.tsx';
import { BulkAcknowledgeDialog } from './AcknowledgeDialog.tsx';
import { useBulkAcknowledge } from './use-bulk-acknowledge.ts';
import { useBulkDisabledReason } from './use-bulk-disabled-reason.ts';
import type { SelectedAlarms } from './use-selected-alarms.ts';
import '#web/ui/table/selection-bar.css';

const NoteDialog = lazyOverlay(() => import('../notes/NoteDialog.tsx'), 'NoteDialog');

interface Props {
  readonly selection: SelectedAlarms;
  readonly customerId: number;
}

function SilenceButton({ selection: { alarms }, customerId }: Props) {
  const text = useAlertingTexts();
  const partText = useAlertingPartTexts();
  const missing = useDisabledReason(createSilence);
  const elements = [...new Set(alarms.map(({ element }) => element))];
  const tooMany = elements.length > MAX_SILENCE_VALUES;
  const disabledReason =
    missing ?? (tooMany ? partText('tooManyElements', { max: MAX_SILENCE_VALUES }) : undefined);
  if (disabledReason !== undefined)
    return (
      <Button icon={<IconBellOff size={15} />} disabledReason={disabledReason}>
        {text('silenceIt')}
      </Button>
    );
  const definitions = [...new Set(alarms.map(({ alarm }) => alarm))];
  return (
    <Link
      className="tt-button"
      to="/alert/silence"
      search={{ customer: customerId, alarms: definitions, elements }}
    >
      <IconBellOff size={15} />
      {text('silenceIt')}
    </Link>
  );
}

function Actions({ selection, customerId }: Props) {
  const text = useAlertingTexts();
  const partText = useAlertingPartTexts();
  const { alarms, acknowledge, select } = selection;
  const acknowledged = alarms.filter((alarm) => alarm.acknowledged !== undefined);
  const disabledReason = useBulkDisabledReason(alarms.length);
  const removeDisabledReason = useBulkDisabledReason(acknowledged.length);
  const { unacknowledge, isRemoving } = useBulkAcknowledge(customerId);
  return (
    <>
      <Button
        kind="primary"
        icon={<IconUserCheck size={15} />}
        disabledReason={disabledReason}
        onClick={() => acknowledge()}
      >
        {text('acknowledge')}
      </Button>
      <Button
        icon={<IconUserX size={15} />}
        busy={isRemoving}
        disabledReason={
          removeDisabledReason ?? (acknowledged.length === 0 ? partText('noneAcknowledged') : undefined)
        }
        onClick={() => unacknowledge(acknowledged)}
      >
        {partText('removeAcknowledgement')}
      </Button>
      <AssignButton alarms={alarms} customerId={customerId} disabledReason={disabledReason} />
      <SilenceButton selection={selection} customerId={customerId} />
      <NoteButton selection={selection} customerId={customerId} />
      <Button kind="quiet" icon={<IconX size={14} />} onClick={() => select(new Set())}>
        {partText('clearSelection')}
      </Button>
    </>
  );
}

function NoteButton({ selection: { alarms }, customerId }: Props) {
  const partText = useAlertingPartTexts();
  const [noted, setNoted] = useState<typeof alarms>();
  return (
    <>
      <Button
        icon={<IconNote size={15} />}
        disabledReason={useBulkDisabledReason(alarms.length)}
        onClick={() => setNoted(alarms)}
      >
        {partText('addNote')}
      </Button>
      {noted !== undefined && (
        <Suspense fallback={null}>
          <NoteDialog alarms={noted} customerId={customerId} onClose={() => setNoted(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Number of selected alarms, and what can be done with them at once. */
export function SelectionBar({ selection, customerId }: Props) {
  const partText = useAlertingPartTexts();
  const { alarms, request, select, close } = selection;
  return (
    <>
      {alarms.length > 0 && (
        <div className="tt-selection-bar" role="group" aria-label={partText('selection')}>
          <strong role="status">{partText('selectedAlarms', { count: alarms.length })}</strong>
          <Actions selection={selection} customerId={customerId} />
        </div>
      )}
      {request !== undefined && (
        <BulkAcknowledgeDialog {...request} customerId={customerId} onDone={select} onClose={close} />
      )}
    </>
  );
}
