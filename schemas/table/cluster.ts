import {
  bigint,
  byDefault,
  flag,
  instant,
  integer,
  orNull,
  references,
  relation,
  sharedKey,
} from './relation.ts';

/** Name, customer and type (`area` or `cluster`) are those of its element. */
export const cluster = relation({
  name: 'cluster',
  fields: {
    id: sharedKey('network_element'),
    owner_id: orNull(references(integer, 'account', 'SET NULL')),
    /** Of an application cluster: it is at every site, those to come included. Without it one whose sites are gone has none. */
    every_site: byDefault(flag, 'false'),
    updated_at: byDefault(instant, 'now()'),
    /** Counts the changes: a change names the version that it was made from. */
    version: byDefault(integer, '1'),
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
