import { Suspense, useState } from 'react';
import { IconNote, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { AlarmNote } from '#schemas/alerting/note-routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useHandlingDisabledReason } from '../handling/use-handling-disabled-reason.ts';
import { alarmNotesQuery, useAlarmNotes } from './use-alarm-notes.ts';
import { useNoteTexts } from './texts/en.ts';
import './notes.css';

const NoteDialog = lazyOverlay(() => import('./NoteDialog.tsx'), 'NoteDialog');

interface Props {
  readonly alarm: AlarmRow;
  readonly cleared: boolean;
  readonly customerId: number;
  /** Past time that is shown, seconds since 1970. */
  readonly until: number | undefined;
}

function NoteItem({ note, onRemove }: { readonly note: AlarmNote; readonly onRemove: () => void }) {
  const text = useNoteTexts();
  return (
    <li>
      <p dir="auto">{note.text}</p>
      <span className="tt-muted">
        {note.by} · <Time at={note.at} />
      </span>
      {(note.deletableUntil ?? 0) > now() && (
        <IconButton small label={text('remove')} icon={<IconTrash size={14} />} onClick={onRemove} />
      )}
    </li>
  );
}

interface NoteListProps {
  readonly notes: readonly AlarmNote[];
  readonly onRemove: (id: AlarmNote['id']) => void;
}

/** The notes under their heading; without notes nothing. */
function NoteList({ notes, onRemove }: NoteListProps) {
  const text = useNoteTexts();
  if (notes.length === 0) return null;
  return (
    <>
      <h3 className="tt-evidence-heading">{text('notes')}</h3>
      <ol>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} onRemove={() => onRemove(note.id)} />
        ))}
      </ol>
    </>
  );
}

/** The notes on the alarm until the shown time, newest first; while it runs, a button that adds one. */
export function AlarmNotes({ alarm, cleared, customerId, until }: Props) {
  const text = useNoteTexts();
  const language = useLanguage();
  const { data, error } = useQuery(alarmNotesQuery(customerId, alarm));
  const { remove } = useAlarmNotes(customerId);
  const [isOpen, setIsOpen] = useState(false);
  const disabledReason = useHandlingDisabledReason();
  const notes = data?.notes.filter(({ at }) => until === undefined || at <= until * 1_000) ?? [];
  if (cleared && notes.length === 0 && error === null) return null;
  return (
    <section className="tt-alarm-notes" aria-label={text('notes')}>
      {error !== null && <p role="alert">{sentenceOf(error, language)}</p>}
      <NoteList notes={notes} onRemove={(id) => remove([id])} />
      {!cleared && (
        <Button icon={<IconNote size={15} />} disabledReason={disabledReason} onClick={() => setIsOpen(true)}>
          {text('add')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <NoteDialog alarms={[alarm]} customerId={customerId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
