import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import {
  createAlarmNotes,
  deleteAlarmNotes,
  listAlarmNotes,
  type NoteOutcome,
} from '#schemas/alerting/note-routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useNoteTexts } from './texts/en.ts';

const key = (customerId: number) => ['alarm-notes', customerId] as const;

/** Notes on every run of the alarm on its element, newest first. */
export const alarmNotesQuery = (customerId: number, { alarm, element }: AlarmRow) =>
  queryOptions({
    queryKey: [...key(customerId), alarm, element],
    queryFn: ({ signal }) => call(listAlarmNotes, { params: { customerId, alarm, element }, signal }),
  });

/** "Note added to 297 alarms. 3 alarms are no longer running." */
function useNoteOutcomeText() {
  const text = useNoteTexts();
  return ({ done, failed }: NoteOutcome): string => {
    const count = (code: NoteOutcome['failed'][number]['code']) =>
      failed.filter((each) => each.code === code).length;
    const [gone, full, unsent] = [count('NOT_FOUND'), count('ALARM_NOTES_FULL'), count('UNAVAILABLE')];
    return [
      ...(done.length > 0 ? [text('added', { count: done.length })] : []),
      ...(gone > 0 ? [text('gone', { count: gone })] : []),
      ...(full > 0 ? [text('full', { count: full })] : []),
      ...(unsent > 0 ? [text('unsent', { count: unsent })] : []),
    ].join(' ');
  };
}

/** Adds notes to running alarms, and deletes own ones. */
export function useAlarmNotes(customerId: number) {
  const text = useNoteTexts();
  const outcomeText = useNoteOutcomeText();
  const language = useLanguage();
  const queries = useQueryClient();
  const params = { customerId };
  const refresh = () => void queries.invalidateQueries({ queryKey: key(customerId) });
  const onError = (problem: unknown) => showToast({ text: sentenceOf(problem, language), tone: 'bad' });

  const remove = useMutation({
    mutationFn: (notes: readonly number[]) => call(deleteAlarmNotes, { params, body: { notes: [...notes] } }),
    onSuccess: (_, notes) => showToast({ text: text('removed', { count: notes.length }) }),
    onError,
    onSettled: refresh,
  });
  const add = useMutation({
    mutationFn: ({ alarms, note }: { readonly alarms: readonly AlarmRow[]; readonly note: string }) =>
      call(createAlarmNotes, {
        params,
        body: { alarms: alarms.map(({ alarm, element }) => ({ alarm, element })), text: note },
      }),
    onSuccess: (outcome) => {
      const { notes, failed } = outcome;
      const undo = notes.length > 0 ? { undo: () => remove.mutate(notes) } : {};
      showToast({ text: outcomeText(outcome), tone: failed.length > 0 ? 'bad' : 'info', ...undo });
      refresh();
    },
    onError,
  });
  return { add, remove };
}
