import type { ElementKind } from '../element/kind.ts';
import { kpis } from '../kpi/library.ts';
import type { KpiKey } from '../kpi/library.ts';
import type { Scope } from '../kpi/kpi.ts';
import { hasAlternatives, scopesOf } from './kpi-source.ts';

/** What flows are summed by beside the application at a site. */
const ofFlows = [
  'site',
  'class',
  'conversation',
  'area',
  'cluster',
] as const satisfies readonly ElementKind[];
/** Kinds of element whose measures an area of sites puts together. */
const membersOfAreas: readonly ElementKind[] = ['interface', 'device'];

/**
 * The kinds of element that an alarm on a KPI can be decided on, that of the KPI first: a KPI of flows wherever flows are
 * summed, one of lines or devices also on areas of sites.
 */
export function targetsOf(kpi: KpiKey): readonly ElementKind[] {
  const { element } = kpis[kpi];
  if (element === 'application' && scopesOf(kpi).includes('flow')) return [element, ...ofFlows];
  return membersOfAreas.includes(element) && scopesOf(kpi).includes('snmp') ? [element, 'area'] : [element];
}

/** A KPI on a kind of element; left out: that of the KPI. */
export interface Targeted {
  readonly kpi: KpiKey;
  readonly target?: ElementKind | undefined;
}

/** The kind of element that an alarm is decided on. */
export const targetOf = ({ kpi, target }: Targeted): ElementKind => target ?? kpis[kpi].element;

/**
 * What has to be said of a target: nothing where it is the kind of element of the KPI. A KPI that is registered on several
 * alternatives is the exception: to say its own kind of element is to say that flows are meant.
 */
export const statedTarget = (kpi: KpiKey, target: ElementKind | undefined): ElementKind | undefined =>
  target === kpis[kpi].element && !hasAlternatives(kpi) ? undefined : target;

/** Where the measures come from that an alarm is decided on: flows beside the kind of element of a KPI of flows, members of an area. */
function scopesOn({ kpi, target }: Targeted): readonly Scope[] {
  if (statedTarget(kpi, target) === undefined) return scopesOf(kpi);
  return [kpis[kpi].element === 'application' ? 'flow' : 'snmp'];
}

/**
 * Whether two alarms are decided on the same kind of element by measures of different sources: no scope has both, so no element
 * could ever have both measures.
 */
export const haveDifferentSources = (one: Targeted, other: Targeted): boolean =>
  targetOf(one) === targetOf(other) && !scopesOn(one).some((scope) => scopesOn(other).includes(scope));
