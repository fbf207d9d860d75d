import type { ClusterChoices, ClusterDraft, ClusterEntry } from '#schemas/cluster/cluster.ts';
import * as routes from '#schemas/cluster/routes.ts';
import * as templates from '#schemas/cluster/template-routes.ts';
import type { Route } from '#schemas/route.ts';
import { call } from '#web/kernel/api/call.ts';

interface Saved {
  readonly id: number;
  readonly version: number;
}

/** Where clusters live, and the calls on them there. */
export interface ClusterPlace {
  /** Undefined: the multi-client space. */
  readonly customerId: number | undefined;
  /** The right to change them is the one of this call. */
  readonly writing: Pick<Route, 'needs' | 'method'>;
  readonly list: (signal: AbortSignal) => Promise<readonly ClusterEntry[]>;
  readonly choices: (signal: AbortSignal) => Promise<ClusterChoices>;
  readonly add: (draft: ClusterDraft) => Promise<ClusterEntry>;
  readonly change: (saved: Saved, draft: ClusterDraft) => Promise<ClusterEntry>;
  readonly remove: (saved: Saved) => Promise<unknown>;
}

export const ofCustomer = (customerId: number): ClusterPlace => {
  const params = { customerId };
  return {
    customerId,
    writing: routes.addCluster,
    list: async (signal) => (await call(routes.listClusters, { params, signal })).clusters,
    choices: (signal) => call(routes.readClusterChoices, { params, signal }),
    add: (body) => call(routes.addCluster, { params, body }),
    change: ({ id, version }, cluster) =>
      call(routes.changeCluster, { params: { ...params, cluster: id }, body: { cluster, version } }),
    remove: ({ id, version }) =>
      call(routes.removeCluster, { params: { ...params, cluster: id }, query: { version } }),
  };
};

export const ofProvider: ClusterPlace = {
  customerId: undefined,
  writing: templates.addClusterTemplate,
  list: async (signal) => (await call(templates.listClusterTemplates, { signal })).clusters,
  choices: (signal) => call(templates.readClusterTemplateChoices, { signal }),
  add: (body) => call(templates.addClusterTemplate, { body }),
  change: ({ id, version }, cluster) =>
    call(templates.changeClusterTemplate, { params: { resourceId: id }, body: { cluster, version } }),
  remove: ({ id, version }) =>
    call(templates.removeClusterTemplate, { params: { resourceId: id }, query: { version } }),
};
