import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import {
  createAlarmGroup,
  deleteAlarmGroup,
  findGroupMembers,
  listAlarmGroups,
  updateAlarmGroup,
} from '#schemas/cockpit/group-routes.ts';
import { publishAccessChange } from '../../kernel/access/access-change.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { CockpitNeeds } from './cockpit-needs.ts';
import { announceCockpits, asProblem } from './cockpit-transaction.ts';
import type { GroupChange } from './group-repository.ts';

/** For more accounts one notice that concerns every account is less work. */
const MAX_ACCOUNT_NOTICES = 8;

/** The open screens of added and removed members follow at once. */
function announceGroup(bus: Pick<Bus, 'publish'>, { accounts }: GroupChange): void {
  announceCockpits(bus);
  if (accounts.length > MAX_ACCOUNT_NOTICES) publishAccessChange(bus);
  else for (const account of accounts) publishAccessChange(bus, { account });
}

/** Groups of accounts that see restricted alarms. */
export function serveGroups(app: FastifyInstance, { groups, bus }: CockpitNeeds): void {
  serve(app, listAlarmGroups, async ({ caller }) => ({
    groups: await asProblem('COCKPIT_CONFIG_RESTORE_FAILED', () => groups.list(caller)),
  }));
  serve(app, findGroupMembers, ({ query: { search }, caller }) =>
    asProblem('COCKPIT_CONFIG_RESTORE_FAILED', () => groups.findAccounts(search, caller)),
  );
  serve(app, createAlarmGroup, async ({ body, ...actor }) => {
    const created = await groups.create(body, actor);
    announceGroup(bus, created);
    return groups.read(created.id, actor.caller);
  });
  serve(app, updateAlarmGroup, async ({ params: { group }, body, ...actor }) => {
    announceGroup(bus, await groups.update(group, body, actor));
    return groups.read(group, actor.caller);
  });
  serve(app, deleteAlarmGroup, async ({ params: { group }, query, ...actor }) => {
    announceGroup(bus, await groups.delete(group, query.version, actor));
    return {};
  });
}
