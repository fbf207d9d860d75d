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

/** A value for every kind. */
export const perElementKind = <Value>(
  of: (kind: ElementKind) => Value,
): Readonly<Record<ElementKind, Value>> => ({
  interface: of('interface'),
  device: of('device'),
  class: of('class'),
  probe: of('probe'),
  tunnel: of('tunnel'),
  application: of('application'),
  site: of('site'),
  collector: of('collector'),
});
