import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { sharedKinds, sharingRoutes } from '#schemas/sharing/routes.ts';
import type { SharedKind } from '#schemas/sharing/routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import { announceResource } from '../../shared/resource/announce-resource.ts';
import type { SharingRepository } from './sharing-repository.ts';

export interface SharingNeeds {
  readonly sharing: SharingRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

function serveKind(app: FastifyInstance, kind: SharedKind, { sharing, bus }: SharingNeeds): void {
  const { list, share, unshare, status, owners, owner } = sharingRoutes[kind];
  /** Engines and collectors take their definitions anew, open screens read again. */
  const announced = <Result>(result: Result): Result => {
    bus.publish(subjects.config(kind), '{}');
    announceResource(bus, kind);
    return result;
  };
  serve(app, list, ({ caller }) => sharing.list(kind, caller));
  serve(app, share, async ({ params, body: { version, ...wanted }, caller, audit }) => {
    const call = { kind, id: params.resourceId, version, caller, audit };
    return announced(await sharing.share(call, wanted));
  });
  serve(app, unshare, async ({ params, query: { version }, caller, audit }) => {
    const call = { kind, id: params.resourceId, version, caller, audit };
    return announced(await sharing.unshare(call));
  });
  serve(app, status, async ({ params, body: { version, ...wanted }, caller, audit }) => {
    const call = { kind, id: params.resourceId, version, caller, audit };
    return announced(await sharing.setStatus(call, wanted));
  });
  serve(app, owners, ({ query, caller }) => sharing.owners(kind, caller, query.search));
  serve(app, owner, async ({ params, body, caller, audit }) => {
    const { version, owner: to } = body;
    const call = { kind, id: params.resourceId, version, caller, audit };
    return announced(await sharing.setOwner(call, to));
  });
}

/** Sharing and status of every kind of resource that there is. */
export function sharingPlugin(app: FastifyInstance, needs: SharingNeeds): void {
  for (const kind of sharedKinds) serveKind(app, kind, needs);
}
