import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { ConfigEntity } from '#schemas/bus/subject.ts';
import { placedKinds, sharedKinds } from '#schemas/resource/kind.ts';
import type { PlacedKind, SharedKind } from '#schemas/resource/kind.ts';
import { placedRoutes } from '#schemas/sharing/placed-routes.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import { publishResourceChange } from '../../shared/resource/resource-change.ts';
import type { SharingRepository } from './sharing-repository.ts';

export interface SharingNeeds {
  readonly sharing: SharingRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

/** What engines know a kind by. */
const entityOf = (kind: SharedKind | PlacedKind): ConfigEntity => (kind === 'cluster' ? 'target' : kind);

/** Engines and collectors take their definitions anew, open screens read again. */
const announcing =
  (bus: SharingNeeds['bus'], kind: SharedKind | PlacedKind) =>
  <Result>(result: Result): Result => {
    bus.publish(subjects.config(entityOf(kind)), '{}');
    publishResourceChange(bus, kind);
    return result;
  };

function serveShared(app: FastifyInstance, kind: SharedKind, { sharing, bus }: SharingNeeds): void {
  const { list, share, unshare, updateStatus, listOwners, updateOwner } = sharingRoutes[kind];
  const announced = announcing(bus, kind);
  const at = { kind, customer: null };
  serve(app, list, ({ caller }) => sharing.list(kind, caller));
  serve(app, share, async ({ params, body: { version, ...wanted }, caller, audit }) => {
    const call = { ...at, id: params.resourceId, version, caller, audit };
    return announced(await sharing.share(call, wanted));
  });
  serve(app, unshare, async ({ params, query: { version }, caller, audit }) => {
    const call = { ...at, id: params.resourceId, version, caller, audit };
    return announced(await sharing.unshare(call));
  });
  serve(app, updateStatus, async ({ params, body: { version, ...wanted }, caller, audit }) => {
    const call = { ...at, id: params.resourceId, version, caller, audit };
    return announced(await sharing.setStatus(call, wanted));
  });
  serve(app, listOwners, ({ query, caller }) => sharing.owners({ ...at, caller, search: query.search }));
  serve(app, updateOwner, async ({ params, body, caller, audit }) => {
    const { version, owner: to } = body;
    const call = { ...at, id: params.resourceId, version, caller, audit };
    return announced(await sharing.setOwner(call, to));
  });
}

function servePlaced(app: FastifyInstance, kind: PlacedKind, { sharing, bus }: SharingNeeds): void {
  const { updateStatus, listOwners, updateOwner } = placedRoutes[kind];
  const announced = announcing(bus, kind);
  serve(app, updateStatus, async ({ params, body: { version, ...wanted }, caller, audit }) => {
    const { resourceId: id, customerId: customer } = params;
    return announced(await sharing.setStatus({ kind, id, customer, version, caller, audit }, wanted));
  });
  serve(app, listOwners, ({ params, query, caller }) =>
    sharing.owners({
      ...{ kind, customer: params.customerId, caller, search: query.search },
      isPrivate: query.visibility === 'private',
    }),
  );
  serve(app, updateOwner, async ({ params, body: { version, owner: to }, caller, audit }) => {
    const { resourceId: id, customerId: customer } = params;
    return announced(await sharing.setOwner({ kind, id, customer, version, caller, audit }, to));
  });
}

/** Sharing, status and owner of every kind of resource that there is. */
export function sharingPlugin(app: FastifyInstance, needs: SharingNeeds): void {
  for (const kind of sharedKinds) serveShared(app, kind, needs);
  for (const kind of placedKinds) servePlaced(app, kind, needs);
}
