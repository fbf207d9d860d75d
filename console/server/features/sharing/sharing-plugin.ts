import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects, type ConfigEntity } from '#schemas/bus/subject.ts';
import { placedKinds, sharedKinds, type PlacedKind, type SharedKind } from '#schemas/resource/kind.ts';
import { placedRoutes } from '#schemas/sharing/placed-routes.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import { publishResourceChange } from '../../shared/resource/resource-change.ts';
import type { SharingRepository } from './sharing-repository.ts';

export interface SharingNeeds {
  readonly sharing: SharingRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

/** The configuration that engines and collectors read for a kind; null: none. */
const configEntities: Readonly<Record<SharedKind | PlacedKind, ConfigEntity | null>> = {
  application: 'application',
  cluster: 'target',
  cockpit: 'cockpit',
  dashboard: null,
  home: null,
  report: null,
};

/** Engines and collectors reload their definitions, open screens reload their lists. */
const announcing =
  (bus: SharingNeeds['bus'], kind: SharedKind | PlacedKind) =>
  <Result>(result: Result): Result => {
    const entity = configEntities[kind];
    if (entity !== null) bus.publish(subjects.config(entity), '{}');
    publishResourceChange(bus, kind);
    return result;
  };

function serveShared(app: FastifyInstance, kind: SharedKind, { sharing, bus }: SharingNeeds): void {
  const { list, share, unshare, updateStatus, listOwners, updateOwner } = sharingRoutes[kind];
  const announced = announcing(bus, kind);
  const space = { kind, customer: null };
  serve(app, list, ({ caller }) => sharing.list(kind, caller));
  serve(app, share, async ({ params, body: { version, ...desired }, ...actor }) =>
    announced(await sharing.share({ ...space, id: params.resourceId, version }, desired, actor)),
  );
  serve(app, unshare, async ({ params, query: { version }, ...actor }) =>
    announced(await sharing.unshare({ ...space, id: params.resourceId, version }, actor)),
  );
  serve(app, updateStatus, async ({ params, body: { version, ...status }, ...actor }) =>
    announced(await sharing.updateStatus({ ...space, id: params.resourceId, version }, status, actor)),
  );
  serve(app, listOwners, ({ query, caller }) =>
    sharing.findOwners({ ...space, caller, search: query.search }),
  );
  serve(app, updateOwner, async ({ params, body: { version, owner }, ...actor }) =>
    announced(await sharing.updateOwner({ ...space, id: params.resourceId, version }, owner, actor)),
  );
}

function servePlaced(app: FastifyInstance, kind: PlacedKind, { sharing, bus }: SharingNeeds): void {
  const { updateStatus, listOwners, updateOwner } = placedRoutes[kind];
  const announced = announcing(bus, kind);
  serve(app, updateStatus, async ({ params, body: { version, ...status }, ...actor }) => {
    const { resourceId: id, customerId: customer } = params;
    return announced(await sharing.updateStatus({ kind, id, customer, version }, status, actor));
  });
  serve(app, listOwners, ({ params, query, caller }) =>
    sharing.findOwners({
      kind,
      customer: params.customerId,
      caller,
      search: query.search,
      isPrivate: query.visibility === 'private',
    }),
  );
  serve(app, updateOwner, async ({ params, body: { version, owner }, ...actor }) => {
    const { resourceId: id, customerId: customer } = params;
    return announced(await sharing.updateOwner({ kind, id, customer, version }, owner, actor));
  });
}

/** Sharing, status and owner of every kind of resource. */
export function sharingPlugin(app: FastifyInstance, needs: SharingNeeds): void {
  for (const kind of sharedKinds) serveShared(app, kind, needs);
  for (const kind of placedKinds) servePlaced(app, kind, needs);
}
