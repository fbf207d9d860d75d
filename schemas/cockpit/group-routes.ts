import { z } from 'zod';
import { API, route } from '../route.ts';
import { cockpitLimits } from './cockpit.ts';
import { Line } from '../text/line.ts';

const groupParams = z.strictObject({ group: z.coerce.number().int().positive() });

const Member = z.strictObject({ id: z.number(), username: z.string(), name: z.string() });

/** Accounts that may see alarms restricted to the group. */
export const AlarmGroup = z.strictObject({
  id: z.number(),
  name: z.string(),
  version: z.number(),
  members: z.array(Member),
  /** Also in force for users or customers that the caller does not see: only callers of every customer change it. */
  reachesOthers: z.boolean(),
  /** Number of alarms restricted to this group, alone or with others. */
  alarms: z.number(),
});
export type AlarmGroup = z.infer<typeof AlarmGroup>;

export const AlarmGroupDraft = z.strictObject({
  name: Line.min(1).max(cockpitLimits.groupNameMax),
  /** Ids of accounts. */
  members: z.array(z.int().positive()).max(cockpitLimits.membersMax),
});
export type AlarmGroupDraft = z.infer<typeof AlarmGroupDraft>;

export const listAlarmGroups = route({
  method: 'GET',
  path: `${API}/mt/cockpit/groups`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  summary: 'Groups of accounts that may see restricted alarms',
  reply: z.strictObject({ groups: z.array(AlarmGroup) }),
  problems: ['COCKPIT_CONFIG_RESTORE_FAILED'],
});

/** With more matches the caller narrows the search. */
export const MAX_ACCOUNTS_FOUND = 50;

export const findGroupMembers = route({
  method: 'GET',
  path: `${API}/mt/cockpit/groups/accounts`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Search accounts for a group by part of their name',
  query: z.strictObject({ search: Line.max(100).default('') }),
  reply: z.strictObject({ accounts: z.array(Member).max(MAX_ACCOUNTS_FOUND), more: z.boolean() }),
  problems: ['COCKPIT_CONFIG_RESTORE_FAILED'],
});

export const createAlarmGroup = route({
  method: 'POST',
  path: `${API}/mt/cockpit/groups`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Create a group of accounts',
  body: AlarmGroupDraft,
  reply: AlarmGroup,
  problems: ['NAME_TAKEN', 'RESOURCE_MISSING', 'COCKPIT_CONFIG_SAVE_FAILED'],
});

export const updateAlarmGroup = route({
  method: 'PUT',
  path: `${API}/mt/cockpit/groups/:group`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Update the name or members of a group; open screens follow at once',
  params: groupParams,
  body: AlarmGroupDraft.extend({ version: z.int().positive() }),
  reply: AlarmGroup,
  problems: [
    'NOT_FOUND',
    'CONFLICT',
    'NAME_TAKEN',
    'REACHES_OTHER_CUSTOMERS',
    'RESOURCE_MISSING',
    'COCKPIT_CONFIG_SAVE_FAILED',
  ],
});

export const deleteAlarmGroup = route({
  method: 'DELETE',
  path: `${API}/mt/cockpit/groups/:group`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Delete a group; rejected while an alarm is restricted to it alone',
  params: groupParams,
  query: z.strictObject({ version: z.coerce.number().int().positive() }),
  reply: z.strictObject({}),
  problems: [
    'NOT_FOUND',
    'CONFLICT',
    'COCKPIT_GROUP_IN_USE',
    'REACHES_OTHER_CUSTOMERS',
    'COCKPIT_CONFIG_SAVE_FAILED',
  ],
});
