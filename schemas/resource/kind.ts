import type { Permission } from '../permission/catalogue.ts';

/** Names of a kind in route summaries (`a cockpit`, `Cockpits`) and on screens. */
export interface KindWords {
  readonly one: string;
  readonly many: string;
  readonly en: string;
  readonly fr: string;
}

/** Definition of a kind of resource. */
export interface ResourceKindDefinition {
  /** Set once the kind is implemented: enables its routes and dialogs for sharing, status and owner. */
  readonly words?: KindWords;
  /** In the space of a customer. Without `write`: read-only, provided by the provider. */
  readonly customer?: { readonly read: Permission; readonly write?: Permission };
  /** In the multi-client space. */
  readonly template?: { readonly read: Permission; readonly write: Permission; readonly share: Permission };
}

/** The registry of resource kinds. Common fields, visibility, sharing, status, owner, routes and dialogs follow from an entry. */
export const resourceKinds = {
  home: {
    words: { one: 'a home page', many: 'Home pages', en: 'Home page', fr: 'Page d’accueil' },
    customer: { read: 'HOME.read', write: 'HOME.write' },
    template: { read: 'TEMPLATE.HOME.read', write: 'TEMPLATE.HOME.write', share: 'TEMPLATE.HOME.share' },
  },
  dashboard: {
    words: { one: 'a dashboard', many: 'Dashboards', en: 'Dashboard', fr: 'Tableau de bord' },
    customer: { read: 'DASHBOARD.read', write: 'DASHBOARD.write' },
    template: {
      read: 'TEMPLATE.DASHBOARD.read',
      write: 'TEMPLATE.DASHBOARD.write',
      share: 'TEMPLATE.DASHBOARD.share',
    },
  },
  report: {
    words: { one: 'a report', many: 'Reports', en: 'Report', fr: 'Rapport' },
    customer: { read: 'REPORT.read', write: 'REPORT.write' },
    template: {
      read: 'TEMPLATE.REPORT.read',
      write: 'TEMPLATE.REPORT.write',
      share: 'TEMPLATE.REPORT.share',
    },
  },
  cockpit: {
    words: { one: 'a cockpit', many: 'Cockpits', en: 'Cockpit', fr: 'Profil d’alarmes' },
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
    // The specification has no share permission for applications: the write permission covers it.
    template: {
      read: 'NETWORK.APPLICATION.read',
      write: 'NETWORK.APPLICATION.write',
      share: 'NETWORK.APPLICATION.write',
    },
  },
  cluster: {
    words: { one: 'a cluster', many: 'Clusters', en: 'Cluster', fr: 'Regroupement' },
    customer: { read: 'PARAMETERS.CLUSTER.read', write: 'PARAMETERS.CLUSTER.write' },
    // The specification has no provider permission on clusters: one permission applies in both spaces.
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
/** An implemented kind that is shared from the multi-client space. */
export type SharedKind = With<{ template: unknown; words: unknown }>;
/** An implemented kind that users create in a customer space. */
export type PlacedKind = With<{ customer: { write: unknown }; words: unknown }>;

export const resourceKindNames = Object.keys(resourceKinds) as ResourceKind[];
export const resourceRightsOf = (kind: ResourceKind): ResourceKindDefinition => resourceKinds[kind];

export const sharedKinds = resourceKindNames.filter(
  (kind): kind is SharedKind =>
    resourceRightsOf(kind).template !== undefined && resourceRightsOf(kind).words !== undefined,
);
export const placedKinds = resourceKindNames.filter(
  (kind): kind is PlacedKind =>
    resourceRightsOf(kind).customer?.write !== undefined && resourceRightsOf(kind).words !== undefined,
);

/** A kind whose resources are read and cause no alarms. */
export const isDocumentKind = (kind: ResourceKind): kind is 'home' | 'dashboard' | 'report' =>
  kind === 'home' || kind === 'dashboard' || kind === 'report';
