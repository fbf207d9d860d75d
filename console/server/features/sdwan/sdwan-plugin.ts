import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serverAccess } from '#platform/sdwan/server-access.ts';
import type { Attempt } from '#platform/sdwan/attempt.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  acceptSdwanProposals,
  checkSdwanServer,
  createSdwanServer,
  deleteSdwanServer,
  listSdwanProposals,
  listSdwanServers,
  readSdwanServer,
  synchroniseSdwanServer,
  updateSdwanServer,
} from '#schemas/sdwan/routes.ts';
import type { SdwanServer, SdwanServerDraft } from '#schemas/sdwan/server.ts';
import { requestLanguage } from '../../kernel/http/request-language.ts';
import { serve } from '../../kernel/route/serve.ts';
import { draftAccess, afterCheck, completeServer } from './complete-server.ts';
import type { StoredServer } from './complete-server.ts';
import { checkManager } from './reach-sdwan.ts';
import type { ManagerReachNeeds } from './reach-sdwan.ts';
import type { SdwanProposalRepository } from './proposal-repository.ts';
import { shownServer } from './server-columns.ts';
import type { CompleteServer, SdwanServerRepository } from './server-repository.ts';

export interface SdwanNeeds extends ManagerReachNeeds {
  readonly servers: SdwanServerRepository;
  readonly secrets: SecretBox;
  readonly proposals: SdwanProposalRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

type Saved = SdwanServerDraft & { readonly confirmed: boolean };

/** Checks a draft before it is stored, unless it is to be neither synchronised nor collected from. */
async function checked(needs: SdwanNeeds, body: Saved, stored?: StoredServer): Promise<CompleteServer> {
  const { confirmed, ...draft } = body;
  const { fields, password } = completeServer(draft, stored);
  const isIdle = fields.suspendProvisioning && fields.suspendCollect;
  const attempt = isIdle ? undefined : await checkManager(needs, draftAccess(fields, password));
  return { fields: afterCheck(fields, attempt, confirmed), password, attempt };
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
    const attempt: Attempt = await checkManager(needs, serverAccess(row, secrets));
    await servers.saveAttempt(row, attempt, actor);
    return shown(id, request);
  });
  serve(app, synchroniseSdwanServer, async ({ params: { id }, request, ...actor }) => {
    await servers.requestSynchronisation(await servers.read(id), actor);
    return shown(id, request);
  });
}

function serveProposals(app: FastifyInstance, { servers, proposals, bus }: SdwanNeeds): void {
  serve(app, listSdwanProposals, async ({ params: { id } }) => {
    await servers.read(id);
    return proposals.list(id);
  });
  serve(app, acceptSdwanProposals, async ({ params: { id }, body, ...actor }) => {
    const accepted = await proposals.accept(await servers.read(id), body.proposals, actor);
    bus.publish(subjects.config('inventory'), '{}');
    return { accepted };
  });
}

/** The SD-WAN managers of the provider. */
export function sdwanPlugin(app: FastifyInstance, needs: SdwanNeeds): void {
  const { servers, proposals } = needs;
  serve(app, listSdwanServers, async ({ request }) => {
    const open = await proposals.countOpen();
    const language = requestLanguage(request);
    return {
      servers: (await servers.list()).map((row) => shownServer(row, open.get(row.id) ?? 0, language)),
      customers: await servers.listCustomers(),
    };
  });
  const shown = async (id: number, request: FastifyRequest): Promise<SdwanServer> => {
    const open = await proposals.countOpen();
    return shownServer(await servers.read(id), open.get(id) ?? 0, requestLanguage(request));
  };
  serve(app, readSdwanServer, ({ params: { id }, request }) => shown(id, request));
  serveWrites(app, needs, shown);
  serveProposals(app, needs);
}
