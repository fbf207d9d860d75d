import type { FastifyInstance } from 'fastify';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { assignAlarms, listAssignees, unassignAlarms } from '#schemas/alerting/assignment-routes.ts';
import type { Assigned } from '#schemas/alerting/mark.ts';
import { displayName } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { serve } from '#server/kernel/route/serve.ts';
import { auditedAlarm, commandFields } from '../acknowledgements.ts';
import type { AssigneeRepository } from './assignee-repository.ts';
import { changeAlarms, type ChangeNeeds } from './change-alarms.ts';

interface AssignmentNeeds extends ChangeNeeds {
  readonly assignees: AssigneeRepository;
}

const nothingClaimed = (): void => undefined;

/** Name of the assignee to whom another user assigned the alarm since the caller saw it. */
function assignedSince(
  { assigned }: AlarmRow,
  { by, seen }: { readonly by: string; readonly seen: number | null | undefined },
): string | undefined {
  if (assigned === undefined || seen === undefined || assigned.at === seen || assigned.by === by)
    return undefined;
  return assigned.to.name;
}

/** Fields recorded in the audit trail. */
const snapshotOf = (assigned: Pick<Assigned, 'to'> | undefined) =>
  assigned === undefined ? {} : { assignee: assigned.to.name };

/** Assignments. They are commands to the engine, which orders them with the transitions. */
export function assignmentPlugin(app: FastifyInstance, needs: AssignmentNeeds): void {
  const { assignees, alerts } = needs;

  serve(app, listAssignees, ({ caller, params: { customerId: customer }, query }) =>
    assignees.list({ caller, customer }, query.search),
  );

  serve(app, assignAlarms, async ({ caller, params: { customerId: customer }, body, ...request }) => {
    const found = await assignees.find({ caller, customer }, body.to);
    if (found === undefined)
      throw new ProblemError('ASSIGNEE_UNKNOWN', { errors: [{ path: 'body.to', code: 'ASSIGNEE_UNKNOWN' }] });
    const { to, members } = found;
    const seenBy = members.map((member) => alerts.alertsOf(member, customer)?.alarms);
    const by = displayName(caller);
    const bulk = { ...request, caller, customer, alarms: body.alarms, release: nothingClaimed };
    return changeAlarms(needs, bulk, (row, { seen }) => {
      if (!seenBy.some((alarms) => alarms?.has(row.id))) return { code: 'NOT_FOUND' };
      const first = assignedSince(row, { by, seen });
      if (first !== undefined) return { code: 'ALARM_ASSIGNED', first };
      const handling = { caller, customer, row };
      return {
        command: { kind: 'assign', ...commandFields(handling), to },
        entry: {
          action: 'alarm.assign',
          ...auditedAlarm(handling),
          before: snapshotOf(row.assigned),
          after: snapshotOf({ to }),
        },
      };
    });
  });

  serve(app, unassignAlarms, ({ caller, params: { customerId: customer }, body, ...request }) =>
    changeAlarms(
      needs,
      { ...request, caller, customer, alarms: body.alarms, release: nothingClaimed },
      (row) => {
        const handling = { caller, customer, row };
        return {
          command: { kind: 'unassign', ...commandFields(handling) },
          entry: { action: 'alarm.unassign', ...auditedAlarm(handling), before: snapshotOf(row.assigned) },
        };
      },
    ),
  );
}
