import { bigint, byDefault, flag, integer, references, relation, sharedKey, unique } from './relation.ts';

/** Customer and type (`area` or `cluster`) are those of its element, everything else those of its resource. */
export const cluster = relation({
  name: 'cluster',
  fields: {
    id: sharedKey('network_element'),
    /** Of an application cluster: it is at every site, those to come included. Without it one whose sites are gone has none. */
    every_site: byDefault(flag, 'false'),
    resource_id: unique(references(integer, 'resource')),
  },
});

/** Sites that a cluster is about. */
export const clusterSite = relation({
  name: 'cluster_site',
  fields: { cluster_id: references(integer, 'cluster'), site_id: references(integer, 'site') },
  constraints: ['PRIMARY KEY (cluster_id, site_id)'],
});

/** Applications of an application cluster by their numbers; a custom one that is deleted stays, and is shown as a fault. */
export const clusterApplication = relation({
  name: 'cluster_application',
  fields: { cluster_id: references(integer, 'cluster'), application: bigint },
  constraints: ['PRIMARY KEY (cluster_id, application)'],
});
