import { z } from 'zod';
import { API, route } from '../route.ts';
import { BulkAlarms, BulkOutcome, SeenAlarms } from './acknowledgement.ts';
import { Assignee } from './mark.ts';

const customerParams = z.strictObject({ customerId: z.coerce.number().int().positive() });
/** A thousand alarms with long ids. */
const BODY_BYTES = 128 * 1_024;

/** With more matches the caller narrows the search. */
export const MAX_ASSIGNEES_FOUND = 50;

export const PossibleAssignees = z.strictObject({
  users: z.array(z.strictObject({ id: z.number(), name: z.string(), username: z.string() })),
  /** Roles of these users: teams. */
  roles: z.array(z.strictObject({ id: z.number(), name: z.string() })),
  /** More users match the search. */
  more: z.boolean(),
});
export type PossibleAssignees = z.infer<typeof PossibleAssignees>;

export const listAssignees = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/assignee`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Users and roles to whom alarms of a customer can be assigned, as far as the caller sees them',
  params: customerParams,
  query: z.strictObject({ search: z.string().trim().max(100).default('') }),
  reply: PossibleAssignees,
});

/** Whom to assign to: a user, or the users of a role who see the customer. */
export const AssignmentTarget = Assignee.omit({ name: true });
export type AssignmentTarget = z.infer<typeof AssignmentTarget>;

/**
 * Assigns running alarms, one or many. An alarm that the assignee does not see fails with `NOT_FOUND`, one that another user assigned
 * since it was seen with `ALARM_ASSIGNED`; the others are assigned.
 */
export const assignAlarms = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/assignment`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Assign up to 1,000 running alarms to a user or a role',
  params: customerParams,
  /** `seen` is `at` of the assignment that the user saw, null: none. */
  body: z.strictObject({ alarms: SeenAlarms, to: AssignmentTarget }),
  bodyLimit: BODY_BYTES,
  reply: BulkOutcome,
  problems: ['UNAVAILABLE', 'ASSIGNEE_UNKNOWN'],
});

export const unassignAlarms = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/assignment/remove`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Remove the assignments of up to 1,000 running alarms',
  params: customerParams,
  body: z.strictObject({ alarms: BulkAlarms }),
  bodyLimit: BODY_BYTES,
  reply: BulkOutcome,
  problems: ['UNAVAILABLE'],
});
