import { useState, type ReactNode } from 'react';
import { MAX_NOTE_LENGTH, type AcknowledgementDraft } from '#schemas/alerting/acknowledgement.ts';
import { now } from '#web/lib/clock.ts';
import { GuardedDialog } from '#web/kernel/form/GuardedDialog.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { expiries, untilOf, type Expiry } from './handling.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { useAlertingPartTexts } from '../parts/texts/en.ts';

interface Props {
  readonly title: string;
  readonly lead: ReactNode;
  readonly initial: {
    readonly note?: string | undefined;
    readonly expiry: Expiry;
    readonly untilWorse?: boolean | undefined;
  };
  readonly busy: boolean;
  readonly onSubmit: (draft: AcknowledgementDraft) => void;
  readonly onClose: () => void;
}

const isExpiry = (value: string): value is Expiry => expiries.some((each) => each === value);

/** Prompts for note, duration and whether the acknowledgement ends when the alarm gets worse. */
export function AcknowledgeForm({ title, lead, initial, busy, onSubmit, onClose }: Props) {
  const text = useAlertingTexts();
  const partText = useAlertingPartTexts();
  const ui = useUiTexts();
  const [note, setNote] = useState(initial.note ?? '');
  const [expiry, setExpiry] = useState<Expiry>(initial.expiry);
  const [untilWorse, setUntilWorse] = useState(initial.untilWorse ?? false);
  return (
    <GuardedDialog title={title} isChanged={note !== (initial.note ?? '')} onClose={onClose}>
      {(leave) => (
        <>
          <p className="tt-muted tt-dialog-lead">{lead}</p>
          <Form
            label={text('acknowledge')}
            onSubmit={() => onSubmit({ note, until: untilOf(expiry, now()), untilWorse })}
            actions={
              <>
                <Button onClick={leave}>{ui('cancel')}</Button>
                <Button kind="primary" type="submit" busy={busy}>
                  {text('acknowledge')}
                </Button>
              </>
            }
          >
            <TextArea
              first
              label={partText('ackNote')}
              value={note}
              maxLength={MAX_NOTE_LENGTH}
              rows={3}
              onChange={setNote}
            />
            <Select
              label={partText('ackFor')}
              options={expiries.map((each) => ({ value: each, label: partText(`for-${each}`) }))}
              value={expiry}
              onChange={(value) => isExpiry(value) && setExpiry(value)}
            />
            <Checkbox label={partText('ackUntilWorse')} checked={untilWorse} onChange={setUntilWorse} />
          </Form>
        </>
      )}
    </GuardedDialog>
  );
}
