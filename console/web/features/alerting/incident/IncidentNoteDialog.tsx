import { useState } from 'react';
import { MAX_ALARM_NOTE_LENGTH } from '#schemas/alerting/note-routes.ts';
import { GuardedDialog } from '#web/kernel/form/GuardedDialog.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { useIncidentTexts } from './texts/en.ts';

interface Props {
  /** What the note is about. */
  readonly sentence: string;
  readonly busy: boolean;
  readonly onSave: (note: string) => void;
  readonly onClose: () => void;
}

/** Adds a note to an incident. */
export function IncidentNoteDialog({ sentence, busy, onSave, onClose }: Props) {
  const text = useIncidentTexts();
  const ui = useUiTexts();
  const [note, setNote] = useState('');
  return (
    <GuardedDialog title={text('noteTitle')} isChanged={note.trim() !== ''} onClose={onClose}>
      {(leave) => (
        <>
          <p className="tt-muted tt-dialog-lead">{sentence}</p>
          <Form
            label={text('saveNote')}
            onSubmit={() => note.trim() !== '' && onSave(note)}
            actions={
              <>
                <Button onClick={leave}>{ui('cancel')}</Button>
                <Button kind="primary" type="submit" busy={busy}>
                  {text('saveNote')}
                </Button>
              </>
            }
          >
            <TextArea
              first
              required
              label={text('note')}
              description={text('noteHint')}
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
