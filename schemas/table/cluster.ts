import { bigint, byDefault, flag, integer, references, relation, sharedKey, text } from './relation.ts';

/**
 * Customer and type (`area` or `cluster`) are those of its element, everything else those of its resource. One of the multi-client
 * space has a row of each customer that it reaches (`spread_clusters`).
 */
export const cluster = relation({
  name: 'cluster',
  columns: {
    id: sharedKey('network_element'),
    /** Of an application cluster: it is at every site, those to come included. Without it one whose sites are gone has none. */
    every_site: byDefault(flag, 'false'),
    resource_id: references(integer, 'resource'),
  },
  indexes: ['CREATE INDEX cluster_resource ON cluster (resource_id)'],
});

/** Sites that a cluster is about. */
export const clusterSite = relation({
  name: 'cluster_site',
  columns: { cluster_id: references(integer, 'cluster'), site_id: references(integer, 'site') },
  constraints: ['PRIMARY KEY (cluster_id, site_id)'],
});

/** Applications of an application cluster by their numbers; a custom one that is deleted stays, and is shown as a fault. */
export const clusterApplication = relation({
  name: 'cluster_application',
  columns: { cluster_id: references(integer, 'cluster'), application: bigint },
  constraints: ['PRIMARY KEY (cluster_id, application)'],
});

/** A cluster of the multi-client space: what each customer that it is shared with has its part of. */
export const clusterTemplate = relation({
  name: 'cluster_template',
  columns: {
    resource_id: sharedKey('resource'),
    /** `area` or `cluster`, as the kinds of element are called. */
    kind: text,
    every_site: byDefault(flag, 'false'),
  },
  constraints: [`CHECK (kind IN ('area', 'cluster'))`],
});

/** Its sites, of whichever customers. */
export const clusterTemplateSite = relation({
  name: 'cluster_template_site',
  columns: {
    resource_id: references(integer, 'cluster_template'),
    site_id: references(integer, 'site'),
  },
  constraints: ['PRIMARY KEY (resource_id, site_id)'],
});

export const clusterTemplateApplication = relation({
  name: 'cluster_template_application',
  columns: { resource_id: references(integer, 'cluster_template'), application: bigint },
  constraints: ['PRIMARY KEY (resource_id, application)'],
});
