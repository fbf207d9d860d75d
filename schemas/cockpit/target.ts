import type { ElementKind } from '../element/kind.ts';
import { kpis } from '../kpi/library.ts';
import type { KpiKey } from '../kpi/library.ts';
import { scopesOf } from './kpi-source.ts';

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

/** The kind of element that an alarm is decided on. */
export const targetOf = ({
  kpi,
  target,
}: {
  readonly kpi: KpiKey;
  readonly target?: ElementKind | undefined;
}): ElementKind => target ?? kpis[kpi].element;
