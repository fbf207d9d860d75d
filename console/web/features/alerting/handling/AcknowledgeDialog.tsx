import { Suspense } from 'react';
import type { BulkOutcome } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { onFirstUse } from '#web/lib/on-first-use.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { alarmId, type Expiry } from './handling.ts';
import { useAcknowledge } from './use-acknowledge.ts';
import { useBulkAcknowledge } from './use-bulk-acknowledge.ts';
import { useAlertingPartTexts } from '../parts/texts/en.ts';

const load = () => import('./AcknowledgeForm.tsx');
const AcknowledgeForm = lazyPart(load, 'AcknowledgeForm');
onFirstUse(() => void load().catch(() => undefined));

interface Props {
  readonly customerId: number;
  /** The initial duration. */
  readonly expiry: Expiry;
  readonly onClose: () => void;
}

/** Acknowledges an alarm with a note, for a duration or until it gets worse. */
export function AcknowledgeDialog({
  alarm,
  customerId,
  expiry,
  onClose,
}: Props & { readonly alarm: AlarmRow }) {
  const partText = useAlertingPartTexts();
  const { acknowledge, isPending } = useAcknowledge(customerId);
  return (
    <Suspense fallback={null}>
      <AcknowledgeForm
        title={partText('ackTitle', { alarm: alarm.name })}
        lead={`${alarm.siteName} · ${alarm.elementName}`}
        initial={{ note: alarm.acknowledged?.note, untilWorse: alarm.acknowledged?.untilWorse, expiry }}
        busy={isPending}
        onSubmit={(draft) => acknowledge(alarm, draft, onClose)}
        onClose={onClose}
      />
    </Suspense>
  );
}

interface BulkProps extends Props {
  readonly alarms: readonly AlarmRow[];
  /** Called with the alarms worth another attempt once the others are acknowledged. */
  readonly onDone: (unsent: ReadonlySet<string>) => void;
}

const SHOWN_NAMES = 3;

const unsentOf = ({ failed }: BulkOutcome): ReadonlySet<string> =>
  new Set(failed.filter(({ code }) => code === 'UNAVAILABLE').map(alarmId));

/** Acknowledges the selected alarms with one note. Those that clear until it is sent are reported. */
export function BulkAcknowledgeDialog({ alarms, customerId, expiry, onDone, onClose }: BulkProps) {
  const partText = useAlertingPartTexts();
  const { acknowledge, isPending } = useBulkAcknowledge(customerId);
  const names = alarms.slice(0, SHOWN_NAMES).map(({ name, elementName }) => `${name} · ${elementName}`);
  const more = alarms.length - names.length;
  return (
    <Suspense fallback={null}>
      <AcknowledgeForm
        title={partText('ackTitleMany', { count: alarms.length })}
        lead={[...names, ...(more > 0 ? [partText('ackMore', { count: more })] : [])].join(', ')}
        initial={{ expiry }}
        busy={isPending}
        onSubmit={(acknowledgement) =>
          acknowledge(alarms, acknowledgement, (outcome) => {
            onDone(unsentOf(outcome));
            onClose();
          })
        }
        onClose={onClose}
      />
    </Suspense>
  );
}
