import type { FastifyInstance } from 'fastify';
import {
  createAlarmGroup,
  deleteAlarmGroup,
  findGroupMembers,
  readAlarmGroups,
  saveAlarmGroup,
} from '#schemas/cockpit/group-routes.ts';
import { publishAccessChange } from '../../kernel/access/access-change.ts';
import { serve } from '../../kernel/route/serve.ts';
import { orProblem } from './change.ts';
import type { Change } from './change.ts';
import type { Changer, CockpitService } from './cockpit-service.ts';
import {
  addGroup,
  changeGroup,
  findAccounts,
  readGroup,
  readGroups,
  removeGroup,
} from './group-repository.ts';
import type { GroupChange } from './group-repository.ts';

/** Above, one notice for everybody is less work than one for each. */
const FEW = 8;

/** Groups of accounts that see restricted alarms. */
export function serveGroups(app: FastifyInstance, { db, bus, changing }: CockpitService): void {
  const restored = <Result>(run: () => Promise<Result>) => orProblem('COCKPIT_CONFIG_RESTORE_FAILED', run);

  /** Open screens of those who came or went follow at once. */
  async function saving(changer: Changer, run: (change: Change) => Promise<GroupChange>): Promise<number> {
    const { id, accounts } = await changing('COCKPIT_CONFIG_SAVE_FAILED', changer, run);
    if (accounts.length > FEW) publishAccessChange(bus);
    else for (const account of accounts) publishAccessChange(bus, { account });
    return id;
  }

  serve(app, readAlarmGroups, async ({ caller }) => ({
    groups: await restored(() => readGroups(db, caller)),
  }));
  serve(app, findGroupMembers, ({ query: { search }, caller }) =>
    restored(() => findAccounts(db, caller, search)),
  );
  serve(app, createAlarmGroup, async ({ body, caller, audit }) =>
    readGroup(db, caller, await saving({ caller, audit }, (change) => addGroup(change, caller, body))),
  );
  serve(app, saveAlarmGroup, async ({ params: { group }, body, caller, audit }) =>
    readGroup(
      db,
      caller,
      await saving({ caller, audit }, (change) => changeGroup(change, { id: group, caller }, body)),
    ),
  );
  serve(app, deleteAlarmGroup, async ({ params: { group }, query: { version }, caller, audit }) => {
    await saving({ caller, audit }, (change) => removeGroup(change, group, version));
    return {};
  });
}
