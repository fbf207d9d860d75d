import { z } from 'zod';
import { API, route } from '../route.ts';
import { statedClearing } from './clearing.ts';
import { stated } from '../stated.ts';
import { Runbook } from './runbook.ts';
import { Alarm, AlarmDraft, Cockpit, CockpitDraft, CockpitSummary } from './cockpit.ts';

const Id = z.coerce.number().int().positive();
const cockpitParams = z.strictObject({ cockpitId: Id });
export const alarmParams = cockpitParams.extend({ alarm: Id });
/** Version read by the caller: a stale one is a CONFLICT. */
const Version = z.int().positive();
const versionQuery = z.strictObject({ version: z.coerce.number().int().positive() });
const nothing = z.strictObject({});

export const listCockpits = route({
  method: 'GET',
  path: `${API}/mt/cockpit`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  summary: 'The cockpit library',
  reply: z.strictObject({ cockpits: z.array(CockpitSummary) }),
  problems: ['COCKPIT_CONFIG_RESTORE_FAILED'],
});

export const createCockpit = route({
  method: 'POST',
  path: `${API}/mt/cockpit`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Create a cockpit without alarms',
  body: CockpitDraft,
  reply: Cockpit,
  problems: ['REQUIRED', 'TOO_LONG', 'NAME_TAKEN', 'COCKPIT_CONFIG_SAVE_FAILED'],
});

export const readCockpit = route({
  method: 'GET',
  path: `${API}/mt/cockpit/:cockpitId`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  summary: 'A cockpit with its alarms',
  params: cockpitParams,
  reply: Cockpit,
  problems: ['NOT_FOUND', 'COCKPIT_CONFIG_RESTORE_FAILED'],
});

/** Locates the definition of a running alarm, of which only the id is known. */
export const readAlarmLocation = route({
  method: 'GET',
  path: `${API}/mt/cockpit-alarm/:alarm`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  summary: 'Cockpit of an alarm',
  params: z.strictObject({ alarm: Id }),
  reply: z.strictObject({ cockpit: z.number() }),
  problems: ['NOT_FOUND'],
});

export const markCockpitOpened = route({
  method: 'POST',
  path: `${API}/mt/cockpit/:cockpitId/open`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  summary: 'Mark a cockpit as recently opened by the user',
  params: cockpitParams,
  body: nothing,
  reply: nothing,
  problems: ['NOT_FOUND'],
  ownArrangement: true,
});

export const updateCockpit = route({
  method: 'PUT',
  path: `${API}/mt/cockpit/:cockpitId`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Update the name or description of a cockpit',
  params: cockpitParams,
  body: stated(CockpitDraft).safeExtend({ version: Version }),
  reply: Cockpit,
  problems: [
    'NOT_FOUND',
    'CONFLICT',
    'REACHES_OTHER_CUSTOMERS',
    'REQUIRED',
    'TOO_LONG',
    'NAME_TAKEN',
    'COCKPIT_UNNAMED',
    'COCKPIT_CONFIG_SAVE_FAILED',
  ],
});

export const duplicateCockpit = route({
  method: 'POST',
  path: `${API}/mt/cockpit/:cockpitId/duplicate`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Duplicate a cockpit under another name; the alarms of the copy are disabled',
  params: cockpitParams,
  body: z.strictObject({ name: CockpitDraft.shape.name }),
  reply: Cockpit,
  problems: ['NOT_FOUND', 'REQUIRED', 'TOO_LONG', 'NAME_TAKEN', 'COCKPIT_CONFIG_SAVE_FAILED'],
});

export const deleteCockpit = route({
  method: 'DELETE',
  path: `${API}/mt/cockpit/:cockpitId`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Delete a cockpit and its alarms; running instances are cleared with that cause',
  params: cockpitParams,
  query: versionQuery,
  reply: nothing,
  problems: ['NOT_FOUND', 'CONFLICT', 'REACHES_OTHER_CUSTOMERS', 'COCKPIT_CONFIG_SAVE_FAILED'],
});

const ofAlarm = [
  'NOT_FOUND',
  'REACHES_OTHER_CUSTOMERS',
  'REQUIRED',
  'TOO_LONG',
  'OUT_OF_RANGE',
  'COCKPIT_UNNAMED',
  'COCKPIT_FULL',
  'COCKPIT_KPI_UNKNOWN',
  'COCKPIT_KPI_ACCESSES',
  'COCKPIT_KPI_ALTERNATIVES',
  'COCKPIT_TARGET_IMPOSSIBLE',
  'COCKPIT_SAME_TARGET',
  'COCKPIT_ALARM_DUPLICATE',
  'COCKPIT_OUTLIERS_OVER_MEASURES',
  'COCKPIT_BOUNDS_REVERSED',
  'COCKPIT_LEVELS_OPERATOR',
  'COCKPIT_LEVELS_SEVERITY',
  'COCKPIT_LEVELS_ORDER',
  'RUNBOOK_PLACEHOLDER_UNKNOWN',
  'RUNBOOK_INVALID',
  'COCKPIT_GROUPS_REQUIRED',
  'COCKPIT_GROUP_UNKNOWN',
  'THRESHOLD_INCORRECT',
  'THRESHOLDS_INVALID',
  'COCKPIT_ALARM_SAVE_FAILED',
] as const;

export const createAlarm = route({
  method: 'POST',
  path: `${API}/mt/cockpit/:cockpitId/alarms`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Create an alarm in a cockpit',
  params: cockpitParams,
  body: AlarmDraft,
  reply: Alarm,
  problems: ofAlarm,
});

export const updateAlarm = route({
  method: 'PUT',
  path: `${API}/mt/cockpit/:cockpitId/alarms/:alarm`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Update an alarm; takes effect with the next window',
  params: alarmParams,
  body: AlarmDraft.extend({ version: Version, ...statedClearing, runbook: Runbook }),
  reply: Alarm,
  problems: [...ofAlarm, 'CONFLICT'],
});

export const enableAlarm = route({
  method: 'PATCH',
  path: `${API}/mt/cockpit/:cockpitId/alarms/:alarm`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Enable or disable an alarm; disabling clears its running instances with that cause',
  params: alarmParams,
  body: z.strictObject({ version: Version, enabled: z.boolean() }),
  reply: Alarm,
  problems: ['NOT_FOUND', 'CONFLICT', 'REACHES_OTHER_CUSTOMERS', 'COCKPIT_ALARM_SAVE_FAILED'],
});

export const deleteAlarm = route({
  method: 'DELETE',
  path: `${API}/mt/cockpit/:cockpitId/alarms/:alarm`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Delete an alarm; its running instances are cleared with that cause',
  params: alarmParams,
  query: versionQuery,
  reply: nothing,
  problems: ['NOT_FOUND', 'CONFLICT', 'REACHES_OTHER_CUSTOMERS', 'COCKPIT_ALARM_REMOVE_FAILED'],
});
