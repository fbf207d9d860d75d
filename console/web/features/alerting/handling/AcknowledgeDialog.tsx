import { useState } from 'react';
import { MAX_NOTE_LENGTH } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { now } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { useUiTexts } from '#web/ui/use-ui-texts.ts';
import { expiries, untilOf, type Expiry } from './handling.ts';
import { useAcknowledge } from './use-acknowledge.ts';
import { useAlertingTexts } from '../use-alerting-texts.ts';

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
  /** The initial duration. */
  readonly expiry: Expiry;
  readonly onClose: () => void;
}

const isExpiry = (value: string): value is Expiry => expiries.some((each) => each === value);

/** Acknowledges an alarm with a note, for a duration or until it gets worse. */
export function AcknowledgeDialog({ alarm, customerId, expiry: initial, onClose }: Props) {
  const text = useAlertingTexts();
  const ui = useUiTexts();
  const { acknowledge } = useAcknowledge(customerId);
  const [note, setNote] = useState(alarm.acknowledged?.note ?? '');
  const [expiry, setExpiry] = useState<Expiry>(initial);
  const [untilWorse, setUntilWorse] = useState(alarm.acknowledged?.untilWorse ?? false);
  const submit = () =>
    acknowledge.mutate(
      { alarm, draft: { note, until: untilOf(expiry, now()), untilWorse } },
      { onSuccess: onClose },
    );
  return (
    <Dialog open title={text('ackTitle', { alarm: alarm.name })} onClose={onClose}>
      <p className="tt-muted tt-dialog-lead">{`${alarm.siteName} · ${alarm.elementName}`}</p>
      <Form
        label={text('acknowledge')}
        onSubmit={submit}
        actions={
          <>
            <Button onClick={onClose}>{ui('cancel')}</Button>
            <Button kind="primary" type="submit" busy={acknowledge.isPending}>
              {text('acknowledge')}
            </Button>
          </>
        }
      >
        <TextArea
          first
          label={text('ackNote')}
          value={note}
          maxLength={MAX_NOTE_LENGTH}
          rows={3}
          onChange={setNote}
        />
        <Select
          label={text('ackFor')}
          options={expiries.map((each) => ({ value: each, label: text(`for-${each}`) }))}
          value={expiry}
          onChange={(value) => isExpiry(value) && setExpiry(value)}
        />
        <Checkbox label={text('ackUntilWorse')} checked={untilWorse} onChange={setUntilWorse} />
      </Form>
    </Dialog>
  );
}
