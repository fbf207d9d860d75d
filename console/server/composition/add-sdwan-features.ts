import type { FastifyInstance } from 'fastify';
import { networkList } from '#platform/outbound/internal-address.ts';
import { DocumentRepository } from '../features/dashboard/document-repository.ts';
import { serverAccess } from '#platform/sdwan/server-access.ts';
import { DashletResponses } from '../features/sdwan/dashlet-responses.ts';
import { sdwanDashletPlugin } from '../features/sdwan/dashlet-plugin.ts';
import { ManagerSessions } from '../features/sdwan/shared-sessions.ts';
import { reachManager } from '../features/sdwan/reach-sdwan.ts';
import { sdwanSettingPlugin } from '../features/settings/sdwan/sdwan-setting-plugin.ts';
import { SdwanSettingRepository } from '../features/settings/sdwan/sdwan-setting-repository.ts';
import { PathFilter } from '../shared/json-path/path-filter.ts';
import { sdwanPlugin } from '../features/sdwan/sdwan-plugin.ts';
import { SdwanAlarmRepository } from '../features/sdwan/alarm-repository.ts';
import { SdwanProposalRepository } from '../features/sdwan/proposal-repository.ts';
import { SdwanServerRepository } from '../features/sdwan/server-repository.ts';
import type { AppNeeds } from './app-needs.ts';
import type { FeatureNeeds } from './feature-needs.ts';

/** SD-WAN managers, and what dashlets request from them. */
export function addSdwanFeatures(
  app: FastifyInstance,
  needs: AppNeeds,
  { options, acceptance, expressions: { matching, trial } }: FeatureNeeds,
): void {
  const { db, bus, clock, ids, secrets } = needs;
  const proposals = new SdwanProposalRepository({ db, clock });
  const allowed = networkList(options.sdwanAllowedNetworks ?? []);
  const servers = new SdwanServerRepository({ db, clock, secrets });
  const alarms = new SdwanAlarmRepository(db);
  sdwanPlugin(app, {
    servers,
    proposals,
    alarms,
    inventory: needs.inventory,
    bus,
    wake: () => {
      acceptance.wake();
    },
    secrets,
    clock,
    ids,
    allowed,
  });
  const sessions = new ManagerSessions({
    clock,
    open: (row) => reachManager({ clock, ids, allowed }, serverAccess(row, secrets)),
  });
  sdwanSettingPlugin(app, new SdwanSettingRepository({ db, clock, trial }));
  const filter = new PathFilter(clock);
  sdwanDashletPlugin(app, {
    responses: new DashletResponses({
      db,
      clock,
      inventory: needs.inventory,
      sessions,
      filter,
      headers: options.sdwanDashletHeaders ?? [],
    }),
    documents: new DocumentRepository({ db, clock, matching }).content,
  });
  app.addHook('onClose', async () => {
    await Promise.all([sessions.close(), filter.close()]);
  });
}
