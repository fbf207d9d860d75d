/**
 * Kinds of element with counters and KPIs, in the numbering order of the engine. A conversation is between a site and another
 * site or the outside; an area is a cluster of sites, a cluster one of applications. A sensor is a temperature, a fan or a
 * power supply; a peer is a BGP session.
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
  'sensor',
  'peer',
] as const;
export type ElementKind = (typeof elementKinds)[number];
