import { createAlarm, listCockpits, readCockpit } from '#schemas/cockpit/routes.ts';
import { createAlarmGroup, findGroupMembers, listAlarmGroups } from '#schemas/cockpit/group-routes.ts';
import { createWebhook, listWebhooks } from '#schemas/settings/webhook/routes.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import { TICKET_SYSTEM } from '../ticket-system.ts';
import type { StoryClient } from './story-client.ts';

const { list, share, updateStatus } = sharingRoutes.application;

/** Gives every customer the applications of the provider. */
export async function shareApplications({ call }: StoryClient): Promise<void> {
  const { resources } = await call(list);
  for (const { id, version, share: shared } of resources)
    if (!shared.everyone)
      await call(share, {
        params: { resourceId: id },
        body: { version, everyone: true, profiles: [], clients: [] },
      });
}

/** Deactivates an application of the provider, with the reason. */
export async function retireApplication(
  { call }: StoryClient,
  { name, comment }: { readonly name: string; readonly comment: string },
): Promise<void> {
  const { resources } = await call(list);
  const found = resources.find((each) => each.name === name);
  if (found?.status.active !== true) return;
  const body = { version: found.version, active: false, comment };
  await call(updateStatus, { params: { resourceId: found.id }, body });
}

const GROUP = 'Core team';
const RESTRICTED = 'CPU ≥ 60 %';

async function groupOf({ call }: StoryClient, member: string): Promise<number> {
  const { groups } = await call(listAlarmGroups);
  const known = groups.find(({ name }) => name === GROUP);
  if (known !== undefined) return known.id;
  const { accounts } = await call(findGroupMembers, { query: { search: member } });
  const created = await call(createAlarmGroup, {
    body: { name: GROUP, members: accounts.map(({ id }) => id) },
  });
  return created.id;
}

/** An alarm that only one team sees. */
export async function restrictAlarm(client: StoryClient, member: string): Promise<void> {
  const { cockpits } = await client.call(listCockpits);
  const cockpit = cockpits.find(({ name }) => name === 'SLA');
  if (cockpit === undefined) return;
  const params = { cockpitId: cockpit.id };
  const { alarms } = await client.call(readCockpit, { params });
  if (alarms.some(({ label }) => label === RESTRICTED)) return;
  const group = await groupOf(client, member);
  await client.call(createAlarm, {
    params,
    body: {
      label: RESTRICTED,
      kpi: 'cpe_cpu',
      operator: '>=',
      threshold: 60,
      severity: 'minor',
      outliers: 3,
      measures: 4,
      topology: { levels: ['device', 'site'], filter: '' },
      snmpTrap: false,
      enabled: true,
      visibility: 'RESTRICTED',
      groups: [group],
    },
  });
}

const TICKETS = 'Ticket system';

/** Opens and closes a ticket for each critical alarm, in the ticket system of the demonstration. */
export async function connectTickets({ call }: StoryClient, port: number): Promise<void> {
  const { webhooks } = await call(listWebhooks);
  if (webhooks.some(({ name }) => name === TICKETS)) return;
  await call(createWebhook, {
    body: {
      name: TICKETS,
      enabled: true,
      url: `http://${TICKET_SYSTEM}:${String(port)}/tickets`,
      headers: [],
      payload: {
        kind: 'json',
        template: '{"customer": {{customer.name}}, "site": {{site.name}}, "alarm": {{alert.name}}}',
      },
      trigger: 'both',
      customers: [],
      severities: ['critical'],
      alarms: [],
      allowInsecure: false,
      includeRestricted: false,
      notifyPlatformEvents: false,
    },
  });
}
