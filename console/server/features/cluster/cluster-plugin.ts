import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  addCluster,
  changeCluster,
  listClusters,
  readClusterChoices,
  removeCluster,
} from '#schemas/cluster/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { serve } from '../../kernel/route/serve.ts';
import { announceResource } from '../../shared/resource/announce-resource.ts';
import type { ClusterActor, ClusterRepository } from './cluster-repository.ts';

export interface ClusterNeeds {
  readonly clusters: ClusterRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

/** Clusters: engines measure them from the next window on after a change. */
export function clusterPlugin(app: FastifyInstance, { clusters, bus }: ClusterNeeds): void {
  const actorOf = (
    { caller, audit, params }: { caller: Caller; audit: Audit; params: { customerId: number } },
    where: ClusterActor['where'] = 'body',
  ): ClusterActor => ({ caller, customer: params.customerId, audit, where });
  const announce = (): void => {
    bus.publish(subjects.config('target'), '{}');
    announceResource(bus, 'cluster');
  };

  serve(app, listClusters, async ({ caller, params }) => ({
    clusters: await clusters.list({ caller, customer: params.customerId }),
  }));

  serve(app, readClusterChoices, ({ caller, params }) =>
    clusters.choices({ caller, customer: params.customerId }),
  );

  serve(app, addCluster, async ({ body, ...call }) => {
    const made = await clusters.add(body, actorOf(call));
    announce();
    return made;
  });

  serve(app, changeCluster, async ({ body, ...call }) => {
    const draft = { ...body.cluster, version: body.version };
    const changed = await clusters.change(call.params.cluster, draft, actorOf(call, 'body.cluster'));
    announce();
    return changed;
  });

  serve(app, removeCluster, async ({ query, ...call }) => {
    await clusters.remove({ id: call.params.cluster, version: query.version }, actorOf(call));
    announce();
    return {};
  });
}
