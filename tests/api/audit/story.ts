import * as acknowledgement from '#schemas/alerting/routes.ts';
import * as assignment from '#schemas/alerting/assignment-routes.ts';
import * as annotation from '#schemas/annotation/routes.ts';
import * as savedFilter from '#schemas/alerting/saved-filter-routes.ts';
import * as handover from '#schemas/alerting/handover-mail-routes.ts';
import * as note from '#schemas/alerting/note-routes.ts';
import * as group from '#schemas/cockpit/group-routes.ts';
import * as cockpit from '#schemas/cockpit/routes.ts';
import { importCockpit } from '#schemas/cockpit/file-routes.ts';
import * as threshold from '#schemas/cockpit/threshold-routes.ts';
import { restoreCockpitVersion } from '#schemas/cockpit/version-routes.ts';
import * as customer from '#schemas/customer/routes.ts';
import * as profile from '#schemas/profile/routes.ts';
import * as role from '#schemas/role/routes.ts';
import { SMTP_SETTING } from '#schemas/settings/smtp/smtp.ts';
import { placedRoutes } from '#schemas/sharing/placed-routes.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import * as silence from '#schemas/silence/routes.ts';
import * as token from '#schemas/token/routes.ts';
import * as user from '#schemas/user/routes.ts';
import { aUser } from '../../fixtures/server/administrator.ts';
import { applicationStory } from './application-story.ts';
import type { AuditSteps } from './steps.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import type { ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

/** Stands in every secret of the story: no event may hold it. */
export const SECRET = 's3cret-of-the-story';

interface Take {
  readonly take: AuditSteps['take'];
}
export interface Place extends Take {
  readonly server: ServerUnderTest;
}

/** Who may do what. */
export async function accessStory({ take, server }: Place): Promise<void> {
  const acme = server.customers.get('acme')!;
  const made = await take<{ id: number; version: number }>(role.createRole, 'made', {
    body: { label: 'night shift', permissions: ['ALERT.read'] },
  });
  const own = { label: 'night shift', permissions: ['ALERT.write'] };
  await take(role.updateRole, 'changed', { params: made, body: { ...own, version: made.version } });
  await take(role.setDefaultRole, 'changed', { params: made });
  const other = await take(role.createRole, 'made', { body: { label: 'gone soon', permissions: [] } });
  await take(role.deleteRole, 'deleted', { params: other });

  const draft = aUser({ role: made.id, customers: [acme] });
  const { user: person } = await take<{ user: { id: number; version: number } }>(user.createUser, 'made', {
    body: draft,
  });
  const renamed = { ...draft, firstName: 'Zoé', version: person.version };
  await take(user.updateUser, 'changed', { params: person, body: renamed });
  await take(user.issueUserPassword, 'done', { params: person });
  // There was no lock before.
  await take(user.lockUser, 'made', { params: person });
  await take(user.unlockUser, 'changed', { params: person, body: { confirmed: true } });
  await take(user.deleteUser, 'deleted', { params: person });

  const first = await take(profile.createProfile, 'made', { body: { name: 'gold' } });
  await take(profile.updateProfile, 'changed', { params: first, body: { name: 'platinum' } });
  await take(profile.setDefaultProfile, 'changed', { params: first });
  const second = await take(profile.createProfile, 'made', { body: { name: 'silver' } });
  await take(profile.deleteProfile, 'deleted', { params: second });

  const client = {
    name: 'Umbrella',
    profile: first.id,
    defaultRole: null,
    contractedInBps: null,
    contractedOutBps: null,
  };
  const company = await take<{ id: number; version: number }>(customer.createCustomer, 'made', {
    body: { ...client, clientId: 'umbrella' },
  });
  await take(customer.updateCustomer, 'changed', {
    params: company,
    body: {
      ...client,
      name: 'Umbrella Ltd',
      recipientId: 2,
      timeZone: null,
      explainsAlarms: true,
      version: company.version,
    },
  });
  await take(customer.deleteCustomer, 'deleted', { params: company, query: { clientId: 'umbrella' } });

  const { made: key } = await take<{ made: { id: number } }>(token.createToken, 'made', {
    body: { name: 'scripts', permissions: ['ALERT.read'], customers: [acme], days: 30 },
  });
  await take(token.revokeToken, 'deleted', { params: key });
  const { made: wall } = await take<{ made: { id: number } }>(token.createDisplayToken, 'made', {
    body: { name: 'wall', customer: acme, days: 30 },
  });
  await take(token.revokeToken, 'deleted', { params: wall });
}

/** Alarms: their definitions, whom they concern, when they are quiet, and who takes care of them. */
export async function alarmStory({ take, server }: Place): Promise<void> {
  const customerId = server.customers.get('acme')!;
  const made = await take(cockpit.createCockpit, 'made', { body: { name: 'Night' } });
  const cockpitId = made.id;
  await take(cockpit.updateCockpit, 'changed', {
    params: { cockpitId },
    body: { name: 'Night', description: 'what is on at night', version: made.version },
  });
  const members = [await server.account({ username: 'member', permissions: [] })];
  const first = await take(group.createAlarmGroup, 'made', { body: { name: 'night', members } });
  const crew = await take(group.updateAlarmGroup, 'changed', {
    params: { group: first.id },
    body: { name: 'night', members: [], version: first.version },
  });
  await take(group.deleteAlarmGroup, 'deleted', {
    params: { group: crew.id },
    query: { version: crew.version },
  });

  let alarm = await take(cockpit.createAlarm, 'made', { params: { cockpitId }, body: anAlarmDraft() });
  const params = { cockpitId, alarm: alarm.id };
  const changed = anAlarmDraft({ threshold: 80 });
  alarm = await take(cockpit.updateAlarm, 'changed', {
    params,
    body: { ...changed, runbook: '', version: alarm.version },
  });
  alarm = await take(cockpit.enableAlarm, 'changed', {
    params,
    body: { enabled: false, version: alarm.version },
  });
  const target = { customer: customerId };
  const set = (value: number) => ({ params, body: { version: alarm.version, target, value } });
  alarm = await take(threshold.setThreshold, 'made', set(70));
  alarm = await take(threshold.setThreshold, 'changed', set(60));
  alarm = await take(threshold.deleteThreshold, 'deleted', {
    params,
    query: { version: alarm.version, ...target },
  });
  await take(cockpit.deleteAlarm, 'deleted', { params, query: { version: alarm.version } });
  const { version } = await server.stack.db
    .selectFrom('resource')
    .select('version')
    .where('id', '=', cockpitId)
    .executeTakeFirstOrThrow();
  await take(restoreCockpitVersion, 'changed', { params: { cockpitId, number: 1 }, body: { version } });
  const file = { format: 'telltale-cockpit', version: 1, cockpit: { name: 'From a file' }, alarms: [] };
  await take(importCockpit, 'made', { query: { dryRun: 'false' }, body: { file, enable: false } });
  const copy = await take(cockpit.duplicateCockpit, 'made', {
    params: { cockpitId },
    body: { name: 'Copy' },
  });
  await take(cockpit.deleteCockpit, 'deleted', {
    params: { cockpitId: copy.id },
    query: { version: copy.version },
  });

  const now = server.clock.now().getTime();
  const times = { startsAt: now - 1_000, endsAt: now + 3_600_000, recurrence: null };
  const quiet = {
    match: { alarms: [], severities: ['minor'], sites: [], elements: [] },
    reason: 'works',
    maintenance: false,
    ...times,
  };
  for (const [add, change, end, where] of [
    [silence.createSilence, silence.updateSilence, silence.expireSilence, { customerId }],
    [silence.createProviderSilence, silence.updateProviderSilence, silence.expireProviderSilence, {}],
  ] as const) {
    const { id, version } = await take(add, 'made', { params: where, body: quiet });
    const at = { ...where, silence: id };
    await take(change, 'changed', {
      params: at,
      body: { silence: { ...quiet, reason: 'more works' }, version },
    });
    await take(end, 'changed', { params: at });
  }

  const noted = await take(annotation.createAnnotation, 'made', {
    params: { customerId },
    body: { from: Math.floor(now / 1_000), to: null, text: 'a new router', element: null },
  });
  const noteAt = { customerId, annotation: noted.id };
  await take(annotation.updateAnnotation, 'changed', {
    params: noteAt,
    body: {
      from: Math.floor(now / 1_000),
      to: null,
      text: 'two new routers',
      element: null,
      version: noted.version,
    },
  });
  await take(annotation.deleteAnnotation, 'deleted', { params: noteAt });

  const on = { customerId, alarm: server.alarms.open, element: 500 };
  await take(acknowledgement.acknowledgeAlarm, 'made', {
    params: on,
    body: { note: 'a splice', until: null, untilWorse: false },
  });
  await take(acknowledgement.unacknowledgeAlarm, 'done', { params: on });
  const alarms = [{ alarm: on.alarm, element: on.element }];
  await take(acknowledgement.acknowledgeAlarms, 'made', {
    params: { customerId },
    body: { alarms, acknowledgement: { note: 'a splice', until: null, untilWorse: false } },
  });
  await take(acknowledgement.unacknowledgeAlarms, 'done', { params: { customerId }, body: { alarms } });
  const filter = { name: 'mine', search: { severity: ['critical'] }, shared: false };
  const saved = await take<{ id: number; version: number }>(savedFilter.createSavedFilter, 'made', {
    params: { customerId },
    body: filter,
  });
  const savedAt = { params: { customerId, filter: saved.id } };
  await take(savedFilter.updateSavedFilter, 'changed', {
    ...savedAt,
    body: { ...filter, shared: true, version: saved.version },
  });
  await take(savedFilter.deleteSavedFilter, 'deleted', { ...savedAt, query: { version: saved.version + 1 } });
  const across = await take<{ id: number; version: number }>(savedFilter.createFilterAcross, 'made', {
    body: filter,
  });
  const acrossAt = { params: { filter: across.id } };
  await take(savedFilter.updateFilterAcross, 'changed', {
    ...acrossAt,
    body: { ...filter, name: 'of all', version: across.version },
  });
  await take(savedFilter.deleteFilterAcross, 'deleted', {
    ...acrossAt,
    query: { version: across.version + 1 },
  });
  const carer = await server.account({ username: 'carer', permissions: ['ALERT.read'] });
  const to = { kind: 'user', id: carer };
  await take(assignment.assignAlarms, 'made', { params: { customerId }, body: { alarms, to } });
  const mailServer = { name: SMTP_SETTING, value: '{}' };
  await server.stack.db.insertInto('setting').values(mailServer).execute();
  await server.stack.db
    .updateTable('account')
    .set({ email: 'carer@example.net' })
    .where('id', '=', carer)
    .execute();
  await take(handover.sendHandover, 'made', {
    params: { customerId },
    body: { to, subject: 'Night', text: 'Quiet.' },
  });
  await server.stack.db.deleteFrom('setting').where('name', '=', SMTP_SETTING).execute();
  await take(assignment.unassignAlarms, 'done', { params: { customerId }, body: { alarms } });
  const written = await take<{ notes: number[] }>(note.createAlarmNotes, 'made', {
    params: { customerId },
    body: { alarms, text: 'called the carrier' },
  });
  await take(note.deleteAlarmNotes, 'deleted', { params: { customerId }, body: { notes: written.notes } });
}

/** A cockpit and an application of the provider: shared, deactivated, transferred, transferred back. */
export async function sharingStory({ take, server }: Place): Promise<void> {
  const { db } = server.stack;
  const from = await server.account({ username: 'testator', permissions: [] });
  const to = await server.account({
    username: 'heir',
    permissions: ['TEMPLATE.COCKPIT.write', 'NETWORK.APPLICATION.write', 'PARAMETERS.CLUSTER.write'],
  });
  for (const kind of ['cockpit', 'application', 'cluster'] as const) {
    const { id } = await db
      .insertInto('resource')
      .values({ kind, name: `shared ${kind}`, visibility: 'multi-client', owner_id: from })
      .returning('id')
      .executeTakeFirstOrThrow();
    const routes = sharingRoutes[kind];
    const params = { resourceId: id };
    const share = { everyone: true, profiles: [], clients: [] };
    let { version } = await take(routes.share, 'changed', { params, body: { ...share, version: 1 } });
    const off = { active: false, comment: 'for now', version };
    ({ version } = await take(routes.updateStatus, 'changed', { params, body: off }));
    ({ version } = await take(routes.updateOwner, 'changed', { params, body: { owner: to, version } }));
    await take(routes.unshare, 'changed', { params, query: { version } });
  }
  await placedStory({ take, server });
}

/** An application of a customer: deactivated and transferred. The network story has the clusters. */
async function placedStory({ take, server }: Place): Promise<void> {
  const customerId = server.customers.get('acme')!;
  const to = await server.account({
    username: 'application-heir',
    permissions: ['PARAMETERS.APPLICATION.write'],
    customers: ['acme'],
  });
  const from = await server.account({ username: 'application-testator', permissions: [] });
  const { id } = await server.stack.db
    .insertInto('resource')
    .values({
      kind: 'application',
      name: 'placed',
      customer_id: customerId,
      visibility: 'public',
      owner_id: from,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { updateStatus, updateOwner } = placedRoutes.application;
  const params = { customerId, resourceId: id };
  const off = { active: false, comment: 'for now', version: 1 };
  const { version } = await take<{ version: number }>(updateStatus, 'changed', { params, body: off });
  await take(updateOwner, 'changed', { params, body: { owner: to, version } });
  await applicationStory({ take, server });
}
