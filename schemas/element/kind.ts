/**
 * Kinds of element that have counters and KPIs, in the order in which the engine numbers them. A conversation is between a site
 * and another one (or what lies outside); an area is a cluster of sites, a cluster one of applications.
 */
export const elementKinds = [
  'interface',
  'device',
  'class',
  'probe',
  'tunnel',
  'application',
  'site',
  'collector',
  'conversation',
  'area',
  'cluster',
] as const;
export type ElementKind = (typeof elementKinds)[number];
