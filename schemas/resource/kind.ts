import type { Permission } from '../permission/catalogue.ts';

/** What a kind is called: in the summaries of its routes (`a cockpit`, `Cockpits`), and on screens. */
export interface KindWords {
  readonly one: string;
  readonly many: string;
  readonly en: string;
  readonly fr: string;
}

/** A kind of resource. */
export interface ResourceKindDefinition {
  /** Given as soon as there is content of the kind: its routes and dialogs of sharing, status and owner exist from then on. */
  readonly words?: KindWords;
  /** In the space of a customer. No write: given by the provider, looked at there. */
  readonly customer?: { readonly read: Permission; readonly write?: Permission };
  /** In the multi-client space. */
  readonly template?: { readonly read: Permission; readonly write: Permission; readonly share: Permission };
}

/**
 * Every kind of resource: this is where one is registered. Common fields, visibility, sharing, status, owner, routes and dialogs
 * follow from its line; its content is its own.
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
    words: { one: 'a cockpit', many: 'Cockpits', en: 'Cockpit', fr: 'Cockpit' },
    customer: { read: 'ALERT.read' },
    template: {
      read: 'TEMPLATE.COCKPIT.read',
      write: 'TEMPLATE.COCKPIT.write',
      share: 'TEMPLATE.COCKPIT.share',
    },
  },
  application: {
    words: {
      one: 'a custom application',
      many: 'Custom applications',
      en: 'Application',
      fr: 'Application',
    },
    customer: { read: 'PARAMETERS.APPLICATION.read', write: 'PARAMETERS.APPLICATION.write' },
    // The specification names no right of its own for sharing applications: who writes them shares them.
    template: {
      read: 'NETWORK.APPLICATION.read',
      write: 'NETWORK.APPLICATION.write',
      share: 'NETWORK.APPLICATION.write',
    },
  },
  cluster: {
    words: { one: 'a cluster', many: 'Clusters', en: 'Cluster', fr: 'Groupe de sites' },
    customer: { read: 'PARAMETERS.CLUSTER.read', write: 'PARAMETERS.CLUSTER.write' },
    // The specification names no right of the provider's on clusters: theirs holds in both spaces, for who may enter them.
    template: {
      read: 'PARAMETERS.CLUSTER.read',
      write: 'PARAMETERS.CLUSTER.write',
      share: 'PARAMETERS.CLUSTER.write',
    },
  },
} as const satisfies Record<string, ResourceKindDefinition>;

export type ResourceKind = keyof typeof resourceKinds;
type With<Property> = {
  [K in ResourceKind]: (typeof resourceKinds)[K] extends Property ? K : never;
}[ResourceKind];
/** A kind of the multi-client space. */
export type TemplateKind = With<{ template: unknown }>;
/** One that exists, and is shared from there. */
export type SharedKind = With<{ template: unknown; words: unknown }>;
/** One that exists, and that users of a customer make. */
export type PlacedKind = With<{ customer: { write: unknown }; words: unknown }>;

export const resourceKindNames = Object.keys(resourceKinds) as ResourceKind[];
export const resourceRightsOf = (kind: ResourceKind): ResourceKindDefinition => resourceKinds[kind];

export const sharedKinds = resourceKindNames.filter(
  (kind): kind is SharedKind => resourceRightsOf(kind).template !== undefined && resourceRightsOf(kind).words !== undefined,
);
export const placedKinds = resourceKindNames.filter(
  (kind): kind is PlacedKind =>
    resourceRightsOf(kind).customer?.write !== undefined && resourceRightsOf(kind).words !== undefined,
);
