/** Kinds of element that have counters and KPIs, in the order in which the engine numbers them. */
export const elementKinds = [
  'interface',
  'device',
  'class',
  'probe',
  'tunnel',
  'application',
  'site',
  'collector',
] as const;
export type ElementKind = (typeof elementKinds)[number];
