import { useState } from 'react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { MAX_ALARM_NOTE_LENGTH } from '#schemas/alerting/note-routes.ts';
import { GuardedDialog } from '#web/kernel/form/GuardedDialog.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { useAlarmNotes } from './use-alarm-notes.ts';
import { useNoteTexts } from './texts/en.ts';

interface Props {
  /** Those that were selected when the dialog was opened. */
  readonly alarms: readonly AlarmRow[];
  readonly customerId: number;
  readonly onClose: () => void;
}

const SHOWN_NAMES = 3;

/** Adds the same note to one or many running alarms. */
export function NoteDialog({ alarms, customerId, onClose }: Props) {
  const text = useNoteTexts();
  const ui = useUiTexts();
  const { add, isAdding } = useAlarmNotes(customerId);
  const [note, setNote] = useState('');
  const [only] = alarms.length === 1 ? alarms : [];
  const names = alarms
    .slice(0, SHOWN_NAMES)
    .map(({ name, siteName, elementName }) => `${only === undefined ? name : siteName} · ${elementName}`);
  const more = alarms.length - names.length;
  const title =
    only === undefined ? text('titleMany', { count: alarms.length }) : text('titleOne', { alarm: only.name });
  return (
    <GuardedDialog title={title} isChanged={note.trim() !== ''} onClose={onClose}>
      {(leave) => (
        <>
          <p className="tt-muted tt-dialog-lead">
            {[...names, ...(more > 0 ? [text('more', { count: more })] : [])].join(', ')}
          </p>
          <Form
            label={text('save')}
            onSubmit={() => note.trim() !== '' && add(alarms, note, onClose)}
            actions={
              <>
                <Button onClick={leave}>{ui('cancel')}</Button>
                <Button kind="primary" type="submit" busy={isAdding}>
                  {text('save')}
                </Button>
              </>
            }
          >
            <TextArea
              first
              required
              label={text('note')}
              description={text('hint')}
              value={note}
              maxLength={MAX_ALARM_NOTE_LENGTH}
              rows={4}
              onChange={setNote}
            />
          </Form>
        </>
      )}
    </GuardedDialog>
  );
}
