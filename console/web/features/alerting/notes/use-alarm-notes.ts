import type { AlarmRow } from '#schemas/alerting/alert.ts';
import {
  createAlarmNotes,
  deleteAlarmNotes,
  listAlarmNotes,
  type NoteOutcome,
} from '#schemas/alerting/note-routes.ts';
import { routeKey, routeQuery } from '#web/kernel/query/route-query.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useNoteTexts } from './texts/en.ts';

/** Notes on every run of the alarm on its element, newest first. */
export const alarmNotesQuery = (customerId: number, { alarm, element }: AlarmRow) =>
  routeQuery(listAlarmNotes, { params: { customerId, alarm, element } });

/** "Note added to 297 alarms. 3 alarms are no longer running." */
function useNoteOutcomeText() {
  const text = useNoteTexts();
  return ({ done, failed }: NoteOutcome): string => {
    const count = (code: NoteOutcome['failed'][number]['code']) =>
      failed.filter((each) => each.code === code).length;
    const [ended, full, unsent] = [count('NOT_FOUND'), count('ALARM_NOTES_FULL'), count('UNAVAILABLE')];
    return [
      ...(done.length > 0 ? [text('added', { count: done.length })] : []),
      ...(ended > 0 ? [text('ended', { count: ended })] : []),
      ...(full > 0 ? [text('full', { count: full })] : []),
      ...(unsent > 0 ? [text('unsent', { count: unsent })] : []),
    ].join(' ');
  };
}

/** Adds notes to running alarms, and deletes own ones. */
export function useAlarmNotes(customerId: number) {
  const text = useNoteTexts();
  const outcomeText = useNoteOutcomeText();
  const params = { customerId };
  const touches = [routeKey(listAlarmNotes, { params })];
  const removal = useRouteAction(deleteAlarmNotes, { touches });
  const addition = useRouteAction(createAlarmNotes, { touches });
  const remove = (notes: readonly number[]): void =>
    removal.run({ params, body: { notes: [...notes] } }, { done: text('removed', { count: notes.length }) });
  const add = (alarms: readonly AlarmRow[], note: string, onDone: () => void): void =>
    addition.run(
      {
        params,
        body: { alarms: alarms.map(({ alarm, element }) => ({ alarm, element })), text: note },
      },
      {
        onDone(outcome) {
          const { notes, failed } = outcome;
          const undo = notes.length > 0 ? { undo: () => remove(notes) } : {};
          showToast({ text: outcomeText(outcome), tone: failed.length > 0 ? 'bad' : 'info', ...undo });
          onDone();
        },
      },
    );
  return { add, isAdding: addition.isPending, remove };
}
