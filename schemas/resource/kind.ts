import type { Permission } from '../permission/catalogue.ts';

/** Rights that a kind of resource asks for where it is used. */
export interface KindRights {
  /** In the space of a customer. No write: given by the provider, looked at there. */
  readonly customer?: { readonly read: Permission; readonly write?: Permission };
  /** In the multi-client space. */
  readonly template?: { readonly read: Permission; readonly write: Permission; readonly share: Permission };
}

/**
 * Every kind of resource with its rights. Common fields, visibility, sharing and status are the same for all of them; a kind
 * adds its content (`content.ts`) and routes (`sharing-routes.ts`).
 */
export const resourceKinds = {
  home: {
    customer: { read: 'HOME.read', write: 'HOME.write' },
    template: { read: 'TEMPLATE.HOME.read', write: 'TEMPLATE.HOME.write', share: 'TEMPLATE.HOME.share' },
  },
  dashboard: {
    customer: { read: 'DASHBOARD.read', write: 'DASHBOARD.write' },
    template: {
      read: 'TEMPLATE.DASHBOARD.read',
      write: 'TEMPLATE.DASHBOARD.write',
      share: 'TEMPLATE.DASHBOARD.share',
    },
  },
  report: {
    customer: { read: 'REPORT.read', write: 'REPORT.write' },
    template: {
      read: 'TEMPLATE.REPORT.read',
      write: 'TEMPLATE.REPORT.write',
      share: 'TEMPLATE.REPORT.share',
    },
  },
  cockpit: {
    customer: { read: 'ALERT.read' },
    template: {
      read: 'TEMPLATE.COCKPIT.read',
      write: 'TEMPLATE.COCKPIT.write',
      share: 'TEMPLATE.COCKPIT.share',
    },
  },
  application: {
    customer: { read: 'PARAMETERS.APPLICATION.read', write: 'PARAMETERS.APPLICATION.write' },
    // The specification names no right of its own for sharing applications: who writes them shares them.
    template: {
      read: 'NETWORK.APPLICATION.read',
      write: 'NETWORK.APPLICATION.write',
      share: 'NETWORK.APPLICATION.write',
    },
  },
  cluster: {
    customer: { read: 'PARAMETERS.CLUSTER.read', write: 'PARAMETERS.CLUSTER.write' },
  },
} as const satisfies Record<string, KindRights>;

export type ResourceKind = keyof typeof resourceKinds;
/** A kind that is shared from the multi-client space. */
export type TemplateKind = {
  [K in ResourceKind]: (typeof resourceKinds)[K] extends { template: unknown } ? K : never;
}[ResourceKind];

export const resourceKindNames = Object.keys(resourceKinds) as ResourceKind[];
export const rightsOf = (kind: ResourceKind): KindRights => resourceKinds[kind];
