import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { Assigned } from '#schemas/alerting/mark.ts';
import type { Session } from '#schemas/account/routes.ts';

/** Which alarms are shown by their assignee: those of the user and of the user's role, or those of no one. */
export const assigneeFilters = ['mine', 'none'] as const;
export type AssigneeFilter = (typeof assigneeFilters)[number];

export type Me = Pick<Session, 'user' | 'role'>;

/** Names of roles are unique. */
export const isAssignedTo = ({ to }: Assigned, { user, role }: Me): boolean =>
  to.kind === 'user' ? to.id === user.id : to.name === role;

export function matchesAssignee(
  { assigned }: Pick<AlarmRow, 'assigned'>,
  filter: AssigneeFilter | undefined,
  me: Me,
): boolean {
  if (filter === undefined) return true;
  return filter === 'none' ? assigned === undefined : assigned !== undefined && isAssignedTo(assigned, me);
}

/** Which assignment the user saw. */
export const seenAssignmentOf = ({ assigned }: Pick<AlarmRow, 'assigned'>): number | null =>
  assigned?.at ?? null;

/** The alarms by whom they were assigned to before, for Undo: `undefined` were assigned to no one. */
export const byAssignee = (
  alarms: readonly AlarmRow[],
): ReadonlyMap<string | undefined, readonly AlarmRow[]> =>
  Map.groupBy(alarms, ({ assigned }) =>
    assigned === undefined ? undefined : `${assigned.to.kind}:${String(assigned.to.id)}`,
  );
