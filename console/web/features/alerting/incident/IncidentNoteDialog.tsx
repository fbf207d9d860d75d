import { useIncidentTexts } from './texts/en.ts';
import { NoteFormDialog } from '../notes/NoteFormDialog.tsx';

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
  return (
    <NoteFormDialog
      title={text('noteTitle')}
      lead={sentence}
      labels={{ note: text('note'), hint: text('noteHint'), save: text('saveNote') }}
      busy={busy}
      onSave={onSave}
      onClose={onClose}
    />
  );
}
