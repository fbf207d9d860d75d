import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { useAlarmNotes } from './use-alarm-notes.ts';
import { useNoteTexts } from './texts/en.ts';
import { NoteFormDialog } from './NoteFormDialog.tsx';

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
  const { add, isAdding } = useAlarmNotes(customerId);
  const [only] = alarms.length === 1 ? alarms : [];
  const names = alarms
    .slice(0, SHOWN_NAMES)
    .map(({ name, siteName, elementName }) => `${only === undefined ? name : siteName} · ${elementName}`);
  const more = alarms.length - names.length;
  const title =
    only === undefined ? text('titleMany', { count: alarms.length }) : text('titleOne', { alarm: only.name });
  return (
    <NoteFormDialog
      title={title}
      lead={[...names, ...(more > 0 ? [text('more', { count: more })] : [])].join(', ')}
      labels={{ note: text('note'), hint: text('hint'), save: text('save') }}
      busy={isAdding}
      onSave={(note) => add(alarms, note, onClose)}
      onClose={onClose}
    />
  );
}
