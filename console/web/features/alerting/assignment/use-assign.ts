import type { BulkOutcome } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { assignAlarms, unassignAlarms } from '#schemas/alerting/assignment-routes.ts';
import type { Assignee } from '#schemas/alerting/mark.ts';
import { call } from '#web/kernel/api/call.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { alarmId, handlingTouches } from '../handling/handling.ts';
import { byAssignee, seenAssignmentOf } from './assignee.ts';
import { useAssignmentTexts } from './texts/en.ts';

interface Assignment {
  readonly alarms: readonly AlarmRow[];
  /** Undefined removes the assignments. */
  readonly to: Assignee | undefined;
}

/** "Assigned 297 alarms to Cleo Diaz. 3 alarms were assigned to Ben Roy first." */
function useOutcomeText() {
  const text = useAssignmentTexts();
  return ({ done, failed }: BulkOutcome, to: Assignee | undefined): string => {
    const count = (code: BulkOutcome['failed'][number]['code']) =>
      failed.filter((each) => each.code === code).length;
    const [ended, unsent] = [count('NOT_FOUND'), count('UNAVAILABLE')];
    const taken = failed.flatMap(({ first }) => first ?? []);
    return [
      to === undefined
        ? text('removed', { count: done.length })
        : text('assigned', { count: done.length, to: to.name }),
      ...(ended === 0
        ? []
        : [
            to === undefined
              ? text('endedAny', { count: ended })
              : text('ended', { count: ended, to: to.name }),
          ]),
      ...(taken.length > 0
        ? [text('first', { count: taken.length, by: [...new Set(taken)].join(', ') })]
        : []),
      ...(unsent > 0 ? [text('unsent', { count: unsent })] : []),
    ].join(' ');
  };
}

/** Assigns many alarms of a customer by one call, or removes their assignments. Undo assigns them as they were. */
export function useAssign(customerId: number) {
  const outcomeText = useOutcomeText();
  const assigning = useAction(handlingTouches(customerId));
  const undoing = useAction(handlingTouches(customerId));
  const params = { customerId };
  const send = ({ alarms, to }: Assignment, seen = true): Promise<BulkOutcome> =>
    to === undefined
      ? call(unassignAlarms, {
          params,
          body: { alarms: alarms.map(({ alarm, element }) => ({ alarm, element })) },
        })
      : call(assignAlarms, {
          params,
          body: {
            alarms: alarms.map((row) => ({
              alarm: row.alarm,
              element: row.element,
              ...(seen ? { seen: seenAssignmentOf(row) } : {}),
            })),
            to: { kind: to.kind, id: to.id },
          },
        });
  const undo = (alarms: readonly AlarmRow[]): void =>
    undoing.run(async () => {
      for (const own of byAssignee(alarms).values())
        await send({ alarms: own, to: own[0]?.assigned?.to }, false);
    });
  const assign = ({ alarms, to }: Assignment, onDone: () => void): void =>
    assigning.run(() => send({ alarms, to }), {
      onDone(outcome) {
        const done = new Set(outcome.done.map(alarmId));
        const changed = alarms.filter(({ id }) => done.has(id));
        showToast({
          text: outcomeText(outcome, to),
          tone: outcome.failed.length > 0 ? 'bad' : 'info',
          ...(changed.length > 0 ? { undo: () => undo(changed) } : {}),
        });
        onDone();
      },
    });
  return { assign, isPending: assigning.isPending };
}
