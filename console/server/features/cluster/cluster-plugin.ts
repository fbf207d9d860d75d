import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  createCluster,
  deleteCluster,
  listClusters,
  readClusterChoices,
  updateCluster,
} from '#schemas/cluster/routes.ts';
import {
  createClusterTemplate,
  deleteClusterTemplate,
  listClusterTemplates,
  readClusterTemplateChoices,
  updateClusterTemplate,
} from '#schemas/cluster/template-routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import { publishResourceChange } from '../../shared/resource/resource-change.ts';
import type { ClusterRepository } from './cluster-repository.ts';
import type { ClusterTemplateRepository } from './cluster-template-repository.ts';

export interface ClusterNeeds {
  readonly clusters: ClusterRepository;
  readonly templates: ClusterTemplateRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

/** Engines reload what they measure, open screens reload the list. */
function announceClusters({ bus }: ClusterNeeds): void {
  bus.publish(subjects.config('target'), '{}');
  publishResourceChange(bus, 'cluster');
}

/** Clusters of the multi-client space. */
function serveTemplates(app: FastifyInstance, needs: ClusterNeeds): void {
  const { templates } = needs;
  serve(app, listClusterTemplates, async ({ caller }) => ({ clusters: await templates.list(caller) }));
  serve(app, readClusterTemplateChoices, ({ caller }) => templates.readChoices(caller));
  serve(app, createClusterTemplate, async ({ body, caller, audit }) => {
    const created = await templates.create(body, { caller, audit, where: 'body' });
    announceClusters(needs);
    return created;
  });
  serve(app, updateClusterTemplate, async ({ params, body, caller, audit }) => {
    const draft = { ...body.cluster, version: body.version };
    const actor = { caller, audit, where: 'body.cluster' } as const;
    const updated = await templates.update(params.resourceId, draft, actor);
    announceClusters(needs);
    return updated;
  });
  serve(app, deleteClusterTemplate, async ({ params, query, caller, audit }) => {
    await templates.delete(params.resourceId, query.version, { caller, audit, where: 'body' });
    announceClusters(needs);
    return {};
  });
}

/** Clusters of customers. */
function serveCustomers(app: FastifyInstance, needs: ClusterNeeds): void {
  const { clusters } = needs;
  serve(app, listClusters, async ({ caller, params }) => ({
    clusters: await clusters.list({ caller, customer: params.customerId }),
  }));
  serve(app, readClusterChoices, ({ caller, params }) =>
    clusters.readChoices({ caller, customer: params.customerId }),
  );
  serve(app, createCluster, async ({ params, body, caller, audit }) => {
    const actor = { caller, audit, customer: params.customerId, where: 'body' } as const;
    const created = await clusters.create(body, actor);
    announceClusters(needs);
    return created;
  });
  serve(app, updateCluster, async ({ params, body, caller, audit }) => {
    const draft = { ...body.cluster, version: body.version };
    const actor = { caller, audit, customer: params.customerId, where: 'body.cluster' } as const;
    const updated = await clusters.update(params.cluster, draft, actor);
    announceClusters(needs);
    return updated;
  });
  serve(app, deleteCluster, async ({ params, query, caller, audit }) => {
    const actor = { caller, audit, customer: params.customerId, where: 'body' } as const;
    await clusters.delete(params.cluster, query.version, actor);
    announceClusters(needs);
    return {};
  });
}

/** Clusters. After a change engines measure them from the next window on. */
export function clusterPlugin(app: FastifyInstance, needs: ClusterNeeds): void {
  serveCustomers(app, needs);
  serveTemplates(app, needs);
}
