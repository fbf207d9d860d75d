import { bigint, withDefault, flag, integer, references, relation, sharedKey, text } from './relation.ts';

/**
 * Customer and type (`area` or `cluster`) are those of the element, everything else belongs to the resource. A cluster of the
 * multi-client space has one row per customer that it reaches (`spread_clusters`).
 */
export const cluster = relation({
  name: 'cluster',
  columns: {
    id: sharedKey('network_element'),
    /**
     * Application clusters only: at every site, including future ones. Without it, a cluster whose sites were deleted has none.
     */
    every_site: withDefault(flag, 'false'),
    resource_id: references(integer, 'resource'),
  },
  indexes: ['CREATE INDEX cluster_resource ON cluster (resource_id)'],
});

/** Sites of a cluster. */
export const clusterSite = relation({
  name: 'cluster_site',
  columns: { cluster_id: references(integer, 'cluster'), site_id: references(integer, 'site') },
  constraints: ['PRIMARY KEY (cluster_id, site_id)'],
});

/** Applications of an application cluster by number; a deleted custom application stays and is shown as a fault. */
export const clusterApplication = relation({
  name: 'cluster_application',
  columns: { cluster_id: references(integer, 'cluster'), application: bigint },
  constraints: ['PRIMARY KEY (cluster_id, application)'],
});

/** A cluster of the multi-client space, from which each customer that it is shared with gets its own. */
export const clusterTemplate = relation({
  name: 'cluster_template',
  columns: {
    resource_id: sharedKey('resource'),
    /** `area` or `cluster`, like the kinds of element. */
    kind: text,
    every_site: withDefault(flag, 'false'),
  },
  constraints: [`CHECK (kind IN ('area', 'cluster'))`],
});

/** Its sites, of any customer. */
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
