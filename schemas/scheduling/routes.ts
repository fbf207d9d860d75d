import { z } from 'zod';
import { schedulingLimits } from '../limit/scheduling.ts';
import { API, route } from '../route.ts';
import { stated } from '../stated.ts';
import { SchedulingRun } from './run.ts';
import { ReportSchedule, SchedulingDraft, Subscription } from './scheduling.ts';

const PATH = `${API}/customers/:customerId/scheduling` as const;
const id = z.coerce.number().int().positive().max(2_147_483_647);
const customerParams = z.strictObject({ customerId: id });
const params = customerParams.extend({ schedulingId: id });
const base = { scope: 'customer' } as const;
const reading = { ...base, needs: 'SCHEDULING.read' } as const;
const writing = { ...base, needs: 'SCHEDULING.write' } as const;
const draftProblems = [
  'NAME_TAKEN',
  'RECIPIENT_FIXED',
  'REPORT_UNAVAILABLE',
  'SCHEDULING_VARIABLES_INVALID',
  'WEBHOOK_PLACEHOLDER_UNKNOWN',
  'WEBHOOK_PLACEHOLDER_UNCLOSED',
  'FORBIDDEN',
  'OBJECT_UNKNOWN',
  'SELECTION_TOO_LARGE',
] as const;
const { maxSchedules, maxListedRuns } = schedulingLimits;

export const listSchedulings = route({
  ...reading,
  method: 'GET',
  path: PATH,
  summary: 'Schedules of a customer by name, with their previous run and the next five',
  params: customerParams,
  reply: z.strictObject({ schedulings: z.array(ReportSchedule).max(maxSchedules) }),
});

const Named = z.strictObject({ id: z.int(), name: z.string() });

export const readSchedulingChoices = route({
  ...writing,
  method: 'GET',
  path: `${API}/customers/:customerId/scheduling-choices`,
  summary: 'Alarms and sites that a schedule can select, and what the caller may set',
  params: customerParams,
  reply: z.strictObject({
    /** None without the right to read alarms. */
    alarms: z.array(Named),
    sites: z.array(Named),
    /** Whether the caller sets recipients that customers cannot remove. */
    setsRequired: z.boolean(),
    /** Address of the caller. */
    address: z.string(),
  }),
});

export const createScheduling = route({
  ...writing,
  method: 'POST',
  path: PATH,
  summary: 'Create a schedule; it has the rights of the caller',
  params: customerParams,
  body: SchedulingDraft,
  reply: ReportSchedule,
  problems: [...draftProblems, 'SCHEDULING_SERVER_ERROR'],
});

export const updateScheduling = route({
  ...writing,
  method: 'PUT',
  path: `${PATH}/:schedulingId`,
  summary: 'Update a schedule; from then on it has the rights of the caller',
  params,
  body: stated(SchedulingDraft).extend({ version: z.int() }),
  reply: ReportSchedule,
  problems: [...draftProblems, 'CONFLICT', 'SCHEDULING_NOT_FOUND', 'SCHEDULING_SERVER_ERROR'],
});

export const deleteScheduling = route({
  ...writing,
  method: 'DELETE',
  path: `${PATH}/:schedulingId`,
  summary: 'Delete a schedule with its runs; running ones are cancelled',
  params,
  reply: z.strictObject({}),
  problems: ['RECIPIENT_FIXED', 'SCHEDULING_NOT_FOUND', 'SCHEDULING_SERVER_ERROR'],
});

export const enableScheduling = route({
  ...writing,
  method: 'PUT',
  path: `${PATH}/:schedulingId/enabled`,
  summary: 'Enable or disable a schedule',
  params,
  body: z.strictObject({ enabled: z.boolean() }),
  reply: ReportSchedule,
  problems: ['SCHEDULING_NOT_FOUND', 'SCHEDULING_VARIABLES_INVALID', 'SCHEDULING_SERVER_ERROR'],
});

export const subscribeScheduling = route({
  ...reading,
  method: 'PUT',
  path: `${PATH}/:schedulingId/subscription`,
  summary: 'Subscribe the caller to a schedule',
  params,
  reply: z.strictObject({ subscription: Subscription }),
  problems: ['SCHEDULING_NOT_FOUND', 'SCHEDULING_NO_EMAILS', 'SCHEDULING_SUBSCRIBE_FAILED'],
});

export const unsubscribeScheduling = route({
  ...reading,
  method: 'DELETE',
  path: `${PATH}/:schedulingId/subscription`,
  summary: 'Unsubscribe the caller from a schedule',
  params,
  reply: z.strictObject({ subscription: Subscription }),
  problems: [
    'RECIPIENT_FIXED',
    'SCHEDULING_NOT_FOUND',
    'SCHEDULING_NO_EMAILS',
    'SCHEDULING_UNSUBSCRIBE_FAILED',
  ],
});

export const sendScheduling = route({
  ...reading,
  method: 'POST',
  path: `${PATH}/:schedulingId/send`,
  summary: 'Send a schedule now to the caller alone, with the rights of the caller',
  params,
  reply: SchedulingRun,
  problems: [
    'MAIL_SERVER_MISSING',
    'REPORT_UNAVAILABLE',
    'SCHEDULING_NO_EMAILS',
    'SCHEDULING_NOT_FOUND',
    'SCHEDULING_VARIABLES_INVALID',
    'SCHEDULING_SERVER_ERROR',
  ],
});

export const listSchedulingRuns = route({
  ...reading,
  method: 'GET',
  path: `${PATH}/:schedulingId/run`,
  summary: 'The last fifty runs of a schedule, newest first, with their recipients',
  params,
  reply: z.strictObject({ runs: z.array(SchedulingRun).max(maxListedRuns) }),
  problems: ['SCHEDULING_NOT_FOUND'],
});

export const revokeRunLinks = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/:schedulingId/run/:runId/revoke`,
  summary: 'Revoke the links to the reports of a run',
  params: params.extend({ runId: id }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'SCHEDULING_NOT_FOUND'],
});
