import type { ElementKind } from '../element/kind.ts';

/**
 * What the rows of a result are about. `date`: the steps of the display granularity; without it a row has one value per series for the
 * whole period. `class` of a KPI of flows is a DSCP, `conversation` the site at the other end. `area` and `cluster` have KPIs of flows
 * as they are measured.
 */
export const keyAttributes = [
  ...(['date', 'site', 'device', 'interface', 'class', 'probe', 'tunnel', 'sensor', 'peer'] as const),
  ...(['collector', 'application', 'conversation', 'area', 'cluster'] as const),
] as const;
export type KeyAttribute = (typeof keyAttributes)[number];

/** What rows are grouped by, without the time. */
export type GroupAttribute = Exclude<KeyAttribute, 'date'>;
export const groupAttributes: readonly GroupAttribute[] = keyAttributes.filter((key) => key !== 'date');

/** The element and its parents, outermost first. */
const chains: Readonly<Record<ElementKind, readonly GroupAttribute[]>> = {
  site: ['site'],
  device: ['site', 'device'],
  interface: ['site', 'device', 'interface'],
  class: ['site', 'device', 'class'],
  probe: ['site', 'device', 'probe'],
  tunnel: ['site', 'device', 'tunnel'],
  collector: ['site', 'device', 'collector'],
  sensor: ['site', 'device', 'sensor'],
  peer: ['site', 'device', 'peer'],
  application: ['site', 'application', 'class', 'conversation'],
  conversation: ['site', 'conversation'],
  area: ['area'],
  cluster: ['cluster'],
};

/** Elements that group flows: not combined with another attribute. */
export const flowGroups: readonly GroupAttribute[] = ['area', 'cluster'];

/** Attributes that values of a KPI can be grouped by. */
export const groupAttributesOf = (element: ElementKind): readonly GroupAttribute[] =>
  element === 'application' ? [...chains.application, ...flowGroups] : chains[element];

export const groupAttributesIn = (keys: readonly KeyAttribute[]): readonly GroupAttribute[] =>
  keys.filter((key) => key !== 'date');

/** The innermost of the attributes of a chain: it determines the others. */
export function innermost(
  element: ElementKind,
  groups: readonly GroupAttribute[],
): GroupAttribute | undefined {
  return chains[element].findLast((attribute) => groups.includes(attribute));
}
