import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serverAccess } from '#platform/sdwan/server-access.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  acceptSdwanProposals,
  cancelSdwanAcceptance,
  checkSdwanServer,
  createSdwanServer,
  deleteSdwanServer,
  listDeviceSdwanAlarms,
  listSdwanAlarms,
  listSdwanDocuments,
  listSdwanProposals,
  listSdwanServers,
  readSdwanServer,
  synchroniseSdwanServer,
  updateSdwanServer,
} from '#schemas/sdwan/routes.ts';
import type { SdwanServer, SdwanServerDraft } from '#schemas/sdwan/server.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { seesSite } from '../../kernel/access/site-reach.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { requestLanguage } from '../../kernel/http/request-language.ts';
import { serve } from '../../kernel/route/serve.ts';
import { draftAccess, afterCheck, completeServer, type StoredServer } from './complete-server.ts';
import { checkManager, type ManagerReachNeeds } from './reach-sdwan.ts';
import type { SdwanAlarmRepository } from './alarm-repository.ts';
import { acceptingActorOf } from '../../shared/acceptance/accepting-actor.ts';
import type { SdwanProposalRepository } from './proposal-repository.ts';
import { shownServer, type ListedRow } from './server-columns.ts';
import type { CompleteServer, SdwanServerRepository } from './server-repository.ts';

export interface SdwanNeeds extends ManagerReachNeeds {
  readonly servers: SdwanServerRepository;
  readonly secrets: SecretBox;
  readonly proposals: SdwanProposalRepository;
  readonly alarms: SdwanAlarmRepository;
  readonly bus: Pick<Bus, 'publish'>;
  /** Called when an acceptance in steps has been started. */
  readonly wake: () => void;
  readonly inventory: InventoryCache;
}

type Saved = SdwanServerDraft & { readonly confirmed: boolean; readonly sharesAddress: boolean };

/** Checks a draft before it is stored, unless it is to be neither synchronised nor collected from. */
async function checked(needs: SdwanNeeds, body: Saved, stored?: StoredServer): Promise<CompleteServer> {
  const { confirmed, sharesAddress, ...draft } = body;
  const { fields, password } = completeServer(draft, stored);
  const isIdle = fields.suspendProvisioning && fields.suspendCollect;
  const check = isIdle ? undefined : await checkManager(needs, draftAccess(fields, password));
  return { fields: afterCheck(fields, check?.attempt, confirmed), password, check, sharesAddress };
}

function serveWrites(
  app: FastifyInstance,
  needs: SdwanNeeds,
  shown: (id: number, request: FastifyRequest) => Promise<SdwanServer>,
): void {
  const { servers, secrets } = needs;
  serve(app, createSdwanServer, async ({ body, request, ...actor }) => {
    const id = await servers.create(await checked(needs, body), actor);
    return shown(id, request);
  });
  serve(app, updateSdwanServer, async ({ params: { id }, body: { version, ...body }, request, ...actor }) => {
    const row = await servers.read(id);
    const server = await checked(needs, body, { row, password: servers.passwordOf(row) });
    await servers.update({ id, version }, server, actor);
    return shown(id, request);
  });
  serve(app, deleteSdwanServer, async ({ params: { id }, ...actor }) => {
    await servers.delete(id, actor);
    return {};
  });
  serve(app, checkSdwanServer, async ({ params: { id }, request, ...actor }) => {
    const row = await servers.read(id);
    const check = await checkManager(needs, { ...serverAccess(row, secrets), pinned: '' });
    await servers.saveCheck(row, check, actor);
    return shown(id, request);
  });
  serve(app, synchroniseSdwanServer, async ({ params: { id }, request, ...actor }) => {
    await servers.requestSynchronisation(await servers.read(id), actor);
    return shown(id, request);
  });
}

function serveFound(
  app: FastifyInstance,
  { servers, proposals, alarms, bus, wake, inventory }: SdwanNeeds,
): void {
  serve(app, listSdwanDocuments, ({ caller, params: { id } }) => servers.documentsOf(id, caller));
  serve(app, listDeviceSdwanAlarms, async ({ caller, params: { customerId, element: id } }) => {
    const device = inventory.current.devices.get(id);
    if (device?.customer !== customerId || !seesSite(caller, device)) throw new ProblemError('NOT_FOUND');
    return { alarms: await alarms.listOfDevice(customerId, device) };
  });
  serve(app, listSdwanAlarms, async ({ params: { id } }) => {
    await servers.read(id);
    return alarms.list(id);
  });
  serve(app, listSdwanProposals, async ({ params: { id } }) => {
    await servers.read(id);
    return proposals.list(id);
  });
  serve(app, acceptSdwanProposals, async ({ params: { id }, body, unchanged, ...actor }) => {
    const reply = await proposals.accept(await servers.read(id), body, acceptingActorOf(actor));
    if (reply.run !== null) wake();
    else if (reply.accepted === 0) unchanged();
    if (reply.accepted > 0) bus.publish(subjects.config('inventory'), '{}');
    return reply;
  });
  serve(app, cancelSdwanAcceptance, async ({ params: { id }, ...actor }) =>
    proposals.cancelAcceptance(await servers.read(id), actor),
  );
}

/** The SD-WAN managers of the provider. */
export function sdwanPlugin(app: FastifyInstance, needs: SdwanNeeds): void {
  const { servers, proposals, alarms, clock } = needs;
  /** Shows rows with what is counted of their managers now. */
  const showing = async (request: FastifyRequest): Promise<(row: ListedRow) => SdwanServer> => {
    const [open, raised] = [await proposals.countOpen(), await alarms.countRaised()];
    const of = { language: requestLanguage(request), now: clock.now() };
    return (row) =>
      shownServer(row, { ...of, proposals: open.get(row.id) ?? 0, raised: raised.get(row.id) ?? 0 });
  };
  serve(app, listSdwanServers, async ({ request }) => ({
    servers: (await servers.list()).map(await showing(request)),
    customers: await servers.listCustomers(),
  }));
  const shown = async (id: number, request: FastifyRequest): Promise<SdwanServer> =>
    (await showing(request))(await servers.read(id));
  serve(app, readSdwanServer, ({ params: { id }, request }) => shown(id, request));
  serveWrites(app, needs, shown);
  serveFound(app, needs);
}
