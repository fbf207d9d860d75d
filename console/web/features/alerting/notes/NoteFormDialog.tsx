import { useState } from 'react';
import { MAX_ALARM_NOTE_LENGTH } from '#schemas/alerting/note-routes.ts';
import { GuardedDialog } from '#web/kernel/form/GuardedDialog.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';

interface Props {
  readonly title: string;
  /** What the note is about. */
  readonly lead: string;
  readonly labels: { readonly note: string; readonly hint: string; readonly save: string };
  readonly busy: boolean;
  readonly onSave: (note: string) => void;
  readonly onClose: () => void;
}

/** Form of a new note; closing it requires confirmation before a text is lost. */
export function NoteFormDialog({ title, lead, labels, busy, onSave, onClose }: Props) {
  const ui = useUiTexts();
  const [note, setNote] = useState('');
  return (
    <GuardedDialog title={title} isChanged={note.trim() !== ''} onClose={onClose}>
      {(leave) => (
        <>
          <p className="tt-muted tt-dialog-lead">{lead}</p>
          <Form
            label={labels.save}
            onSubmit={() => note.trim() !== '' && onSave(note)}
            actions={
              <>
                <Button onClick={leave}>{ui('cancel')}</Button>
                <Button kind="primary" type="submit" busy={busy}>
                  {labels.save}
                </Button>
              </>
            }
          >
            <TextArea
              first
              required
              label={labels.note}
              description={labels.hint}
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
