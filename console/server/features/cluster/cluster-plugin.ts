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
import {
  addClusterTemplate,
  changeClusterTemplate,
  listClusterTemplates,
  readClusterTemplateChoices,
  removeClusterTemplate,
} from '#schemas/cluster/template-routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { serve } from '../../kernel/route/serve.ts';
import { announceResource } from '../../shared/resource/announce-resource.ts';
import type { ClusterActor, ClusterRepository } from './cluster-repository.ts';
import type { ClusterTemplateRepository } from './cluster-template-repository.ts';

export interface ClusterNeeds {
  readonly clusters: ClusterRepository;
  readonly templates: ClusterTemplateRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

/** Engines read again what they measure, open screens what they show. */
const announcing =
  ({ bus }: ClusterNeeds) =>
  (): void => {
    bus.publish(subjects.config('target'), '{}');
    announceResource(bus, 'cluster');
  };

/** Clusters of the multi-client space. */
function serveTemplates(app: FastifyInstance, needs: ClusterNeeds): void {
  const { templates } = needs;
  const announce = announcing(needs);

  serve(app, listClusterTemplates, async ({ caller }) => ({ clusters: await templates.list(caller) }));
  serve(app, readClusterTemplateChoices, ({ caller }) => templates.choices(caller));

  serve(app, addClusterTemplate, async ({ body, caller, audit }) => {
    const made = await templates.add(body, { caller, audit, where: 'body' });
    announce();
    return made;
  });

  serve(app, changeClusterTemplate, async ({ params, body, caller, audit }) => {
    const draft = { ...body.cluster, version: body.version };
    const actor = { caller, audit, where: 'body.cluster' } as const;
    const changed = await templates.change(params.resourceId, draft, actor);
    announce();
    return changed;
  });

  serve(app, removeClusterTemplate, async ({ params, query, caller, audit }) => {
    await templates.remove(params.resourceId, query.version, { caller, audit, where: 'body' });
    announce();
    return {};
  });
}

/** Clusters of customers. */
function serveCustomers(app: FastifyInstance, needs: ClusterNeeds): void {
  const { clusters } = needs;
  const actorOf = (
    { caller, audit, params }: { caller: Caller; audit: Audit; params: { customerId: number } },
    where: ClusterActor['where'] = 'body',
  ): ClusterActor => ({ caller, customer: params.customerId, audit, where });
  const announce = announcing(needs);

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

/** Clusters: engines measure them from the next window on after a change. */
export function clusterPlugin(app: FastifyInstance, needs: ClusterNeeds): void {
  serveCustomers(app, needs);
  serveTemplates(app, needs);
}
