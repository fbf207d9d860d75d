import { IconInfoCircle } from '@tabler/icons-react';
import type { DataNote } from '#schemas/data/data-result-size.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { resultOf } from '../data/dashlet-data.ts';
import type { DataPage } from '../data/data-page.ts';
import { useDashletData } from '../data/use-document-data.ts';
import { useNoteWords } from './use-note-words.ts';

interface Props {
  readonly page: DataPage;
  readonly id: string;
}

/** The notes of the last result of a dashlet, as text: new values with the same notes change nothing. */
const useNotes = (page: DataPage, id: string): readonly DataNote[] => {
  const notes = useDashletData(page, id, (data) => JSON.stringify(resultOf(data)?.notes ?? []));
  return JSON.parse(notes) as readonly DataNote[];
};

/** What a reader has to know of the values of a dashlet: in the tooltip, and on a touch screen when it is pressed. */
export function ResultNotes({ page, id }: Props) {
  const wordsOf = useNoteWords();
  const notes = useNotes(page, id);
  if (notes.length === 0) return null;
  const text = notes.map(wordsOf).join(' ');
  return (
    <IconButton small label={text} icon={<IconInfoCircle size={15} />} onClick={() => showToast({ text })} />
  );
}
