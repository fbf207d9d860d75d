import type { ClusterChoices, ClusterDraft, ClusterEntry } from '#schemas/cluster/cluster.ts';
import * as routes from '#schemas/cluster/routes.ts';
import * as templates from '#schemas/cluster/template-routes.ts';
import type { Route } from '#schemas/route.ts';
import { call } from '#web/kernel/api/call.ts';

interface Saved {
  readonly id: number;
  readonly version: number;
}

/** The calls on the clusters of a customer or of the multi-client space. */
export interface ClusterApi {
  /** Undefined for the multi-client space. */
  readonly customerId: number | undefined;
  /** Changes need the permission of this call. */
  readonly writing: Pick<Route, 'needs' | 'method'>;
  readonly list: (signal: AbortSignal) => Promise<readonly ClusterEntry[]>;
  readonly choices: (signal: AbortSignal) => Promise<ClusterChoices>;
  readonly add: (draft: ClusterDraft) => Promise<ClusterEntry>;
  readonly change: (saved: Saved, draft: ClusterDraft) => Promise<ClusterEntry>;
  readonly remove: (saved: Saved) => Promise<unknown>;
}

export const customerClusterApi = (customerId: number): ClusterApi => {
  const params = { customerId };
  return {
    customerId,
    writing: routes.createCluster,
    list: async (signal) => (await call(routes.listClusters, { params, signal })).clusters,
    choices: (signal) => call(routes.readClusterChoices, { params, signal }),
    add: (body) => call(routes.createCluster, { params, body }),
    change: ({ id, version }, cluster) =>
      call(routes.updateCluster, { params: { ...params, cluster: id }, body: { cluster, version } }),
    remove: ({ id, version }) =>
      call(routes.deleteCluster, { params: { ...params, cluster: id }, query: { version } }),
  };
};

export const providerClusterApi: ClusterApi = {
  customerId: undefined,
  writing: templates.createClusterTemplate,
  list: async (signal) => (await call(templates.listClusterTemplates, { signal })).clusters,
  choices: (signal) => call(templates.readClusterTemplateChoices, { signal }),
  add: (body) => call(templates.createClusterTemplate, { body }),
  change: ({ id, version }, cluster) =>
    call(templates.updateClusterTemplate, { params: { resourceId: id }, body: { cluster, version } }),
  remove: ({ id, version }) =>
    call(templates.deleteClusterTemplate, { params: { resourceId: id }, query: { version } }),
};
